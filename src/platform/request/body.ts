import type { HttpRequest } from '../../system/http/exchange.ts';
import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';
import { Refusal, invalid } from '../refusal.ts';
import { shortQuote } from './decode.ts';

/**
 * All bytes of a body. Refuses a body that ends too early, because that is the sender's fault. A
 * body larger than `most` is read to its end and dropped, so that the caller can read why it was
 * refused. At eight times that size the platform stops reading.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else chunks.length = 0;
      if (length > most * 8) break;
    }
  } catch {
    throw new Refusal('invalid', 'The request body is not whole');
  }
  if (length > most) throw new Refusal('invalid', `The request body is larger than ${most} bytes`);
  return Buffer.concat(chunks, length);
}

/** The text of a body in UTF-8, the only encoding for JSON between systems (RFC 8259, section 8.1). */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('invalid', 'The request body is not UTF-8');
  }
}

/** Larger than any page, and small enough to hold in memory. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;

const JSON_TYPE = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?$/i;

const isJson = (contentType: string): boolean => JSON_TYPE.test(contentType.trim());

/**
 * The JSON body of a request whose operation has one.
 * @throws Refusal `media-type` if the body comes without `application/json`, or with another type
 * (docs/service.md, "Requests")
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

/** What a multipart body adds to its file: boundaries, and headers of the part. */
const MULTIPART_OVERHEAD = 64 * 1024;

/** The only parameter, in quotes or not, with the characters of RFC 2046, section 5.1.1. */
const BOUNDARY =
  /^[^;]*;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))\s*$/i;

/**
 * The bytes of the form field `file` (docs/service.md, "Requests").
 * @throws Refusal `invalid` if the body is not a form, has no such file or several, or the file is
 * too large
 */
export async function readUpload({ headers, body }: HttpRequest): Promise<Uint8Array> {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Refusal('invalid', 'The request body must be multipart/form-data with a file');
  }
  const boundary = BOUNDARY.exec(type)?.slice(1).find(Boolean);
  if (boundary === undefined) {
    throw new Refusal(
      'invalid',
      'The Content-Type must have a boundary of 1 to 70 characters, and no other parameter',
    );
  }
  const bytes = await readBody(body, MAX_DEFINITION_BYTES + MULTIPART_OVERHEAD);
  const { field, isFile, content } = onlyPart(bytes, boundary);
  if (field !== 'file') throw invalid(shortQuote(field), 'is not a field of this request');
  if (!isFile) throw new Refusal('invalid', 'No file provided.');
  if (content.length > MAX_DEFINITION_BYTES) {
    throw invalid('file', `is larger than ${MAX_DEFINITION_BYTES} bytes`);
  }
  return content;
}

interface Part {
  readonly field: string;
  readonly isFile: boolean;
  readonly content: Uint8Array;
}

/** The part of a form that has exactly one. Other forms are refused without reading them, because a body could have a hundred thousand parts. */
function onlyPart(bytes: Buffer, boundary: string): Part {
  const start = bytes.indexOf('\r\n\r\n') + 4;
  const mark = Buffer.from(`\r\n--${boundary}`);
  const end = bytes.indexOf(mark, start);
  const head = bytes.toString('utf8', 0, Math.min(start, MULTIPART_OVERHEAD));
  const said = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(head)?.[1] ?? '';
  const field = /;[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(said)?.slice(1).find(Boolean);
  if (!head.startsWith(`--${boundary}\r\n`) || end < 0 || field === undefined) {
    throw new Refusal('invalid', 'The form cannot be read');
  }
  const isLast = bytes.toString('latin1', end + mark.length, end + mark.length + 2) === '--';
  if (!isLast) throw invalid(shortQuote(field), 'is not the only part of the form');
  const isFile = /;[ \t]*filename\*?=/i.test(said);
  return { field, isFile, content: new Uint8Array(bytes.subarray(start, end)) };
}
