import type { RawAnswer } from '../../api/call.ts';
import { parseRawRequest } from '../../api/requests/raw-request.ts';
import type { RawRequest } from '../../api/call.ts';
import type { ApiAnswer, ShownRequest } from './document.ts';
import type { View } from '../../ui/ui.ts';
import type { Context } from '../../context.ts';
import { safeJson } from '../../ui/json-text.ts';
import { Failure } from '../../model/failure.ts';
import { readInput } from '../shared/named-files/input.ts';
import { asBody, asQuery, parseFields } from './fields.ts';
import { tryJson } from '../../model/fields.ts';

export interface ApiOptions {
  readonly field?: readonly string[];
  readonly input?: string;
  readonly contentType?: string;
  readonly paginate: boolean;
  readonly dryRun: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** Sends one request and prints the answer, whatever it is. Rejects after printing if the answer is a refusal. */
export async function sendAny(
  context: Context,
  method: string,
  path: string,
  options: ApiOptions,
): Promise<void> {
  const { ui, host } = context;
  const request = await requestOf(context, method.toUpperCase(), path, options);
  if (options.dryRun) return showRequest(context, request);
  if (!isRead(request))
    await ui.agree(`Send ${request.method} ${request.path}?`, 'Nothing was sent.');
  const api = await context.api();
  if (!options.paginate) {
    const answer = await api.raw(request, host.signal);
    if (ui.json) await ui.result(documentOf(answer), () => '');
    else await printBody(context, answer);
    refuse(answer, request);
    return;
  }
  for await (const answer of api.rawPages(request, host.signal)) {
    const document = documentOf(answer);
    if (ui.json) await ui.item(document, () => '');
    else await ui.raw(`${safeJson(document.body)}\n`);
    refuse(answer, request);
  }
}

async function requestOf(
  context: Context,
  method: string,
  path: string,
  { field = [], input, contentType, paginate }: ApiOptions,
): Promise<RawRequest> {
  if (!METHODS.includes(method)) {
    throw new Failure('usage', `"${method}" is not an HTTP method.`, { hint: METHODS.join(', ') });
  }
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(path)) {
    throw new Failure(
      'usage',
      'The path must be the part after the base URL: the key is sent to no other address.',
      {
        hint: 'For example docs api GET /version; --base-url names the platform',
      },
    );
  }
  if (paginate && method !== 'GET') {
    throw new Failure('usage', '--paginate only works with GET.', { hint: 'Leave it out' });
  }
  const fields = parseFields(field);
  const reads = isRead({ method });
  const target = { method, path: path.startsWith('/') ? path : `/${path}` };
  if (input !== undefined) {
    if (reads)
      throw new Failure('usage', `A ${method} request has no body.`, { hint: 'Leave out --input' });
    const body = await readInput(context, input, 'body');
    return {
      ...target,
      query: asQuery(fields),
      body,
      ...(contentType === undefined ? {} : { contentType }),
    };
  }
  if (reads || fields.length === 0) return { ...target, query: asQuery(fields) };
  const body = new TextEncoder().encode(JSON.stringify(asBody(fields)));
  return { ...target, body, contentType: contentType ?? 'application/json' };
}

const isRead = ({ method }: Pick<RawRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

async function showRequest({ ui }: Context, request: RawRequest): Promise<void> {
  const { method, path, contentType, body } = parseRawRequest(request, (text) => text);
  const shown = { method, path, contentType, body: body === null ? null : body.toString() };
  const view: View<ShownRequest> = (_, style) =>
    [
      `${method} ${style.text(path)}`,
      ...(body === null ? [] : [style.block(shown.body ?? '')]),
    ].join('\n');
  await ui.result<ShownRequest>({ request: shown }, view, { long: true });
}

function documentOf({ status, headers, bytes }: RawAnswer): ApiAnswer {
  const text = new TextDecoder().decode(bytes);
  return { status, headers, body: jsonOf(text) ?? text };
}

/** In levels. `JSON.parse` accepts any depth, but code that prints and walks values is recursive. */
const DEEPEST = 1000;

/** The value of a JSON text. Returns undefined for other text, and for JSON that is nested too deeply to print. */
function jsonOf(text: string): unknown {
  return depthOf(text) > DEEPEST ? undefined : tryJson(text);
}

/** How deeply brackets are nested outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (mark === '[' || mark === '{') deepest = Math.max(deepest, (depth += 1));
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return deepest;
}

/** On a terminal, JSON is indented, and characters that change the text direction are escaped. In a pipe, every byte is unchanged. */
async function printBody({ ui, host }: Context, { bytes }: RawAnswer): Promise<void> {
  if (host.stdout.isTTY !== true) return ui.raw(bytes);
  const text = new TextDecoder().decode(bytes);
  const json = jsonOf(text);
  return ui.raw(`${json === undefined ? text : safeJson(json, 2)}\n`);
}

function refuse({ status, refusal }: RawAnswer, { method, path }: RawRequest): void {
  if (refusal === null) return;
  throw new Failure(refusal, `The platform answered ${method} ${path} with ${status}.`, {
    hint: 'Its answer is above',
    status,
  });
}
