/** Everything between a call and the network has the type `Send`. The wrappers here each add one thing to it. */
import { Failure } from '../../model/failure.ts';
import { tryJson } from '../../model/fields.ts';
import type { Mask } from '../mask.ts';
import { JSON_TYPE, nameOf } from '../requests/request.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/exchange.ts';
import { codedError, toNetworkError } from '../transport/network-error.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * Sends one request, and resolves to what became of it, whatever that is. The signal aborts it. Rejects with
 * a `Failure` only if nothing was sent: the key is missing, the wait would be too long, or the run was
 * interrupted first. Any other error is a bug.
 */
export type Send = (request: ApiRequest, signal: AbortSignal) => Promise<Exchange>;

/** Sends only writes to which the user has agreed. If `mayWrite` returns false, that is a bug in the caller, so it rejects with a plain error. */
export function agreed(send: Send, mayWrite: () => boolean, mask: Mask): Send {
  return async (request, signal) => {
    if (request.kind === 'write' && !mayWrite()) {
      throw new Error(`${nameOf(request, mask)} was not agreed to`);
    }
    return send(request, signal);
  };
}

/** Adds the headers that identify the client. Rejects with `auth-required`, and sends nothing, if a header cannot hold the key. */
export function keyed(send: Send, key: string, userAgent: string): Send {
  const credentials = ['x-api-key', key, 'user-agent', userAgent];
  return async (request, signal) => {
    if (/^[\x21-\x7E]+$/.test(key)) return send({ ...request, credentials }, signal);
    throw new Failure('auth-required', 'That does not look like an API key.', {
      hint: 'Set DOCS_API_KEY, or store a key with docs login: copy it without spaces and line breaks',
    });
  };
}

/**
 * Sends over a pool of connections, and counts each attempt by its operation. `basePath`: the start of every
 * path. An answer that was cut off is `broken`.
 */
export function overPool(
  pool: Pick<Transport, 'exchange'>,
  basePath: string,
  counts: Map<string, number>,
): Send {
  return async (request, signal) => {
    const { method, path, body, answer, contentType, credentials = [], operation } = request;
    counts.set(operation.name, (counts.get(operation.name) ?? 0) + 1);
    const headers = [...credentials, 'accept', answer === 'json' ? JSON_TYPE : '*/*'];
    if (contentType !== null) headers.push('content-type', contentType);
    const wire = { method, path: basePath + path, headers, body, isStreamed: answer === 'stream' };
    const exchange = await pool.exchange(wire, signal);
    if (answer !== 'json' || !isCutOff(exchange)) return exchange;
    const error = toNetworkError(codedError('ANSWER_CUT_OFF'), 0);
    return { kind: 'broken', sent: true, head: exchange.head, error };
  };
}

/** An answer without a length ends with its connection and looks complete; only its JSON shows that its end is missing. */
function isCutOff(exchange: Exchange): boolean {
  if (exchange.kind !== 'answered') return false;
  const { status, headers } = exchange.head;
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  return !isFramed && status < 300 && tryJson(exchange.body.toString()) === undefined;
}
