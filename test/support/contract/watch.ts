/** Checks requests and answers against the published file. Loaded only with `DOCS_CONTRACT`. */
import type { ApiRevision } from '../../../src/model/operations.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../../src/system/http/exchange.ts';
import { todaysContract, type Exchange } from './judge.ts';

export interface Watch {
  readonly inFront: (handle: HttpHandler) => HttpHandler;
  /** Throws if anything violated the file. */
  readonly check: () => void;
}

const BASE_PATH = '/api/v1';

/** The tool's user agent. */
const TOOL = /^docs-cli\//;

/** Checks answers of the revision 2026, and requests that the tool sent and that were carried out. */
export function watchOver(api: ApiRevision): Watch {
  const problems = new Set<string>();
  const judge = (request: HttpRequest, sent: Sent, answer: HttpAnswer) => {
    const exchange = exchangeOf(request, sent, answer);
    if (!exchange) return;
    const name = `${request.method} ${request.target}`;
    const contract = todaysContract();
    if (api === '2026') {
      for (const each of contract.problemsOfAnswer(exchange)) {
        problems.add(`the answer to ${name} (${answer.status}): ${each}`);
      }
    }
    if (answer.status < 300 && TOOL.test(request.headers['user-agent'] ?? '')) {
      for (const each of contract.problemsOfRequest(exchange)) {
        problems.add(`the request ${name}: ${each}`);
      }
    }
  };
  return {
    inFront: (handle) => async (request) => {
      const sent: Sent = { chunks: [] };
      const answer = await handle({ ...request, body: remembered(request.body, sent) });
      judge(request, sent, answer);
      return answer;
    },
    check: () => {
      if (problems.size > 0) throw new Error(`Against DOCS_CONTRACT:\n${[...problems].join('\n')}`);
    },
  };
}

interface Sent {
  readonly chunks: Uint8Array[];
}

async function* remembered(body: AsyncIterable<Uint8Array>, { chunks }: Sent) {
  for await (const chunk of body) {
    chunks.push(chunk);
    yield chunk;
  }
}

/** Undefined if the request is not for the API, including a browser's preflight. */
function exchangeOf(
  { method, target, headers }: HttpRequest,
  { chunks }: Sent,
  answer: HttpAnswer,
): Exchange | undefined {
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  if (!pathname.startsWith(`${BASE_PATH}/`)) return undefined;
  const answered = Object.entries(answer.headers).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  return {
    method,
    path: pathname.slice(BASE_PATH.length),
    query: searchParams,
    requestType: headers['content-type'] ?? '',
    requestBody: Buffer.concat(chunks),
    status: answer.status,
    headers: Object.fromEntries(answered) as Exchange['headers'],
    body: Buffer.from(typeof answer.body === 'string' ? answer.body : ''),
  };
}
