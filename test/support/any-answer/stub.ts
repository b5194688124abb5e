/** Answers whatever the published file allows. Independent of the embedded platform and client. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { serve } from '../serve.ts';
import type { ContractOperation, Schema } from '../contract/file.ts';
import type { Exchange, TodaysContract } from '../contract/judge.ts';
import { diceOf, Generator, pick } from './generator.ts';
import { DEFINITIONS, EXPORTED, KNOWN } from './known.ts';
import { OfOnePiece } from './of-one-piece.ts';

export interface AnyAnswer {
  readonly baseUrl: string;
  /** Requests and answers that violate the file. */
  readonly problems: readonly string[];
  /** `PUT /page/{id} 200`, in order of arrival. */
  readonly log: readonly string[];
}

interface StubOptions {
  readonly contract: TodaysContract;
  readonly seed: number;
  /** The percentage of requests that are refused, with a status that the file lists. */
  readonly refusals: number;
  /** Whether answers are consistent with each other. */
  readonly isOfOnePiece: boolean;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

type Found = NonNullable<ReturnType<TodaysContract['operationOf']>>;
type Asked = Omit<Exchange, 'status' | 'headers' | 'body'>;

const BASE = '/api/v1';
/** The number of parts of lists that are answered in parts. */
const PARTS = 3;
/** No command on a project of three pages needs as many requests, so it must be an endless loop. */
const MAX_REQUESTS = 1000;

/** Serves until the test ends. A request always has one answer, except that it may be refused. */
export async function serveAnything(options: StubOptions): Promise<AnyAnswer> {
  const { contract, seed, refusals, isOfOnePiece } = options;
  const problems: string[] = [];
  const log: string[] = [];
  const generator = new Generator(contract.schemas, seed, KNOWN);
  const whole = new OfOnePiece(generator, seed);

  const answerTo = async (asked: Asked): Promise<Answer> => {
    const found = contract.operationOf(asked);
    const name = `${asked.method} ${asked.path}?${asked.query}`;
    for (const each of contract.problemsOfRequest({ ...asked, ...NO_ANSWER })) {
      problems.push(`the request ${name}: ${each}`);
    }
    if (log.length > MAX_REQUESTS) problems.push(`${name}: it never ends`);
    if (!found || log.length > MAX_REQUESTS) return refusal(404, { message: 'Not found' });
    const luck = diceOf(seed, 'refused', name, log.length);
    const status = statusOf(found.operation, luck() * 100 < refusals, luck);
    const dice = diceOf(seed, name, status);
    const answer = await answerOf(generator, whole, isOfOnePiece, found, asked, status, dice);
    const headers = { 'content-type': answer.type, ...LIMITS };
    const body = Buffer.from(answer.body as string);
    for (const each of contract.problemsOfAnswer({ ...asked, status, headers, body })) {
      problems.push(`the stub's answer to ${name}: ${each}`);
    }
    return answer;
  };

  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await askedBy(request);
    const { status, type, body } = await answerTo(asked);
    const name = contract.operationOf(asked)?.name ?? `${asked.method} ${asked.path}`;
    log.push(`${name} ${status}`);
    const reset = String(Math.ceil(Date.now() / 1000) + 60);
    const limits = status < 300 ? { ...LIMITS, 'x-ratelimit-reset': reset } : {};
    response.writeHead(status, { 'content-type': type, ...limits }).end(body);
  };
  const origin = await serve((request, response) => {
    listen(request, response).catch((error: unknown) => {
      problems.push(`the stub failed: ${String(error)}`);
      response.destroy();
    });
  });
  return { baseUrl: `${origin}${BASE}`, problems, log };
}

/** Always consistent: an upload updates the reference with its title, which `GET /all` lists. */
const ALWAYS = new Set(['GET /all', 'POST /version/{versionId}/reference']);

const LIMITS = {
  'x-ratelimit-limit': '10000',
  'x-ratelimit-remaining': '1',
  'x-ratelimit-reset': '0',
};

const NO_ANSWER = { status: 200, headers: {}, body: Buffer.from('') };

const refusal = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

async function askedBy(request: IncomingMessage): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path: pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : pathname,
    query: searchParams,
    requestType: request.headers['content-type'] ?? '',
    requestBody: await buffer(request),
  };
}

function statusOf(
  { responses }: ContractOperation,
  isRefused: boolean,
  dice: () => number,
): number {
  const statuses = Object.keys(responses).map(Number);
  // Never 415: the tool sends no body of another type, and its requests were checked above.
  const fitting = statuses.filter(
    (status) => (isRefused ? status >= 400 : status < 300) && status !== 415,
  );
  return pick(dice, fitting);
}

async function answerOf(
  generator: Generator,
  whole: OfOnePiece,
  isOfOnePiece: boolean,
  found: Found,
  asked: Asked,
  status: number,
  dice: () => number,
): Promise<Answer> {
  const content = found.operation.responses[String(status)]?.content ?? {};
  const type = pick(dice, Object.keys(content));
  const schema = content[type]?.schema as Schema;
  if (type === 'application/zip') return { status, type, body: await zipOf(EXPORTED) };
  if (found.name === 'GET /reference/{id}/definition' && status === 200) {
    return { status, type, body: pick(dice, DEFINITIONS[type] ?? []) };
  }
  const value = generator.value(schema, dice);
  if (status >= 300) return { status, type, body: JSON.stringify(value) };
  const echo = echoing(found, asked, value as Fields);
  const agrees = isOfOnePiece || ALWAYS.has(found.name);
  const body = agrees
    ? whole.answer(found.name, Number(found.id), asked.query, bodyOf(asked), echo)
    : echo;
  return { status, type, body: JSON.stringify(body) };
}

type Fields = Readonly<Record<string, unknown>>;

/** What every service gets right: ids as in the path, consecutive cursors, and lists that end. */
function echoing({ name, id }: Found, asked: Asked, value: Fields): unknown {
  const { query } = asked;
  const number = (key: string, missing: number): number => Number(query.get(key) ?? missing);
  switch (name) {
    case 'GET /page':
      return { ...value, slug: query.get('page_slug') };
    case 'GET /page/{id}':
    case 'PUT /page/{id}':
    case 'PUT /page/{id}/publish':
    case 'PUT /version/{id}':
    case 'PUT /reference/{id}/publish':
      return { ...value, ...accepted(asked), id: Number(id) };
    case 'POST /documentation/{id}/page':
    case 'POST /version/{id}/clone':
    case 'POST /changelog/{id}/post':
      return { ...value, ...accepted(asked) };
    case 'POST /reader-access':
    case 'PATCH /reader-access':
      return { ...value, ...accepted(asked) };
    case 'GET /search':
      return { ...value, query: query.get('query'), page: number('page', 0), nbPages: PARTS };
    case 'GET /audit':
    case 'GET /changelog/{id}/post': {
      const part = Number(/^part (\d)$/.exec(query.get('cursor') ?? 'part 1')?.[1]);
      const items = (value['data'] ?? value['posts']) as readonly unknown[];
      const cursor = part < PARTS ? `part ${part + 1}` : null;
      return { ...value, count: items.length, cursor };
    }
    default:
      return value;
  }
}

const NOT_ANSWERED = new Set(['content', 'message', 'categoryTitle']);

/** The fields that were sent, except texts, which a service may return in its own way. */
function accepted(asked: Asked): Fields {
  const fields = Object.entries(bodyOf(asked)).filter(([name]) => !NOT_ANSWERED.has(name));
  return Object.fromEntries(fields);
}

/** Empty if the body is a file. */
function bodyOf({ requestType, requestBody }: Pick<Asked, 'requestType' | 'requestBody'>): Fields {
  const isJson = requestBody.length > 0 && requestType.startsWith('application/json');
  return isJson ? (JSON.parse(requestBody.toString()) as Fields) : {};
}

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}
