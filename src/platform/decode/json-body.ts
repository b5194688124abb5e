import { Refusal } from '../refusal.ts';
import { decodeUtf8, readBody } from './read-body.ts';
import type { HttpRequest } from '../../http/exchange.ts';

/** Larger than any page, and small enough to hold in memory. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;

const JSON_TYPE = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?$/i;

const isJson = (contentType: string): boolean => JSON_TYPE.test(contentType.trim());

/**
 * The JSON body of a request whose operation has one.
 * @throws Refusal `media-type` if the body comes without `application/json`, or with another type (notes, "Requests")
 */
export async function readJson({ headers, body }: HttpRequest): Promise<unknown> {
  const type = headers['content-type'];
  if (type !== undefined && !isJson(type)) throw unsupported(type);
  const bytes = await readBody(body, MAX_JSON_BYTES);
  if (bytes.length === 0) throw new Refusal('invalid', 'The request body is missing');
  if (type === undefined) throw unsupported('none');
  return parse(decodeUtf8(bytes));
}

/** For operations without a body. An empty body is accepted, and so is the `{}` that some clients send. */
export async function refuseBody(
  { headers, body }: HttpRequest,
  mediaTypes: boolean,
): Promise<void> {
  const type = headers['content-type'];
  if (mediaTypes && type !== undefined && !isJson(type)) throw unsupported(type);
  const bytes = await readBody(body, MAX_JSON_BYTES);
  if (bytes.length === 0 || /^\s*\{\s*\}\s*$/.test(bytes.toString('latin1'))) return;
  throw new Refusal('invalid', 'This operation takes no request body');
}

const unsupported = (type: string): Refusal =>
  new Refusal(
    'media-type',
    `Unsupported content-type '${type.slice(0, 100)}'. Supported content-type is 'application/json'.`,
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal('invalid', `The request body is not JSON: ${(error as Error).message}`);
  }
}
