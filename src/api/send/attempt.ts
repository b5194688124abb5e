/** One attempt to send a request: counted, sent over the pool, and checked for a truncated answer. */
import { JSON_TYPE } from '../requests/request.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange, Opened } from '../transport/exchange.ts';
import { codedError, toNetworkError } from '../transport/network-error.ts';
import type { Transport } from '../transport/transport.ts';
import type { Send } from './send.ts';
import { tryJson } from '../../model/fields.ts';

/** Counts requests by operation, each attempt once. */
export function counted(send: Send, counts: Map<string, number>): Send {
  return (request, signal) => {
    const { name } = request.operation;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return send(request, signal);
  };
}

/** Sends over a pool of connections. `basePath`: the start of every path. */
export function overPool(pool: Pick<Transport, 'exchange' | 'open'>, basePath: string): Send {
  return (request, signal) => {
    const { method, path, body, answer } = request;
    const wire = { method, path: basePath + path, headers: headersOf(request), body };
    return answer === 'stream' ? pool.open(wire, signal) : pool.exchange(wire, signal);
  };
}

function headersOf({ credentials = [], answer, contentType }: ApiRequest): string[] {
  const headers = [...credentials, 'accept', answer === 'json' ? JSON_TYPE : '*/*'];
  if (contentType !== null) headers.push('content-type', contentType);
  return headers;
}

/**
 * Detects truncated answers. An answer without a length ends with its connection and looks complete; only its
 * JSON shows that its end is missing. Such an exchange becomes `broken`.
 */
export function wholeJson(send: Send): Send {
  return async (request, signal) => {
    const exchange = await send(request, signal);
    if (request.answer !== 'json' || !isCutOff(exchange)) return exchange;
    return {
      kind: 'broken',
      sent: true,
      head: exchange.head,
      error: toNetworkError(codedError('ANSWER_CUT_OFF'), 0),
    };
  };
}

function isCutOff(exchange: Exchange | Opened): boolean {
  if (exchange.kind !== 'answered') return false;
  const { status, headers } = exchange.head;
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  return !isFramed && status < 300 && tryJson(decoder.decode(exchange.body)) === undefined;
}

const decoder = new TextDecoder();
