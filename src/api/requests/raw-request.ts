/** Any request, as a person types it. */
import { Failure } from '../../model/failure.ts';
import type { QueryValue } from '../calls/http.ts';
import type { Mask } from '../errors/mask.ts';
import { oneLine } from '../errors/mask.ts';
import { findPlan } from './operation-plan.ts';
import { JSON_TYPE } from './request.ts';
import type { ApiRequest } from './request.ts';
import { queryOf } from './call-request.ts';

/** A request of `docs api`. */
export interface RawRequest {
  readonly method: string;
  /** After the base URL: `/page/17`, with or without a query. */
  readonly path: string;
  /** Appended to the path's own query. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Uint8Array | undefined;
  /** Default: `application/json` if there is a body. */
  readonly contentType?: string | undefined;
}

/**
 * The limit of an operation that the contract does not know, until its answers name another. A refusal
 * without headers is waited out for this window.
 */
const UNKNOWN_LIMIT = { requests: 60, windowMs: 3_600_000 };

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Turns it into a request. Throws `Failure('usage')` if its method or path cannot be sent. `mask` cleans the
 * path, which becomes the operation's name if the contract has none.
 */
export function parseRawRequest(raw: RawRequest, mask: Mask): ApiRequest {
  const method = parseMethod(raw.method);
  const path = parsePath(raw.path);
  const query = queryOf(raw.query ?? {});
  const isRead = READS.has(method);
  const plan = findPlan(method, path);
  return {
    method,
    path: path.includes('?') ? path + query.replace('?', '&') : path + query,
    contentType: raw.body === undefined ? null : (raw.contentType ?? JSON_TYPE),
    body: raw.body === undefined ? null : Buffer.from(raw.body),
    kind: isRead ? 'read' : 'write',
    answer: 'bytes',
    operation: plan?.operation ?? {
      name: oneLine(mask(`${method} ${path.replace(/\?.*/s, '')}`)),
      lane: isRead ? 'reads' : 'writes',
      limit: UNKNOWN_LIMIT,
    },
    permission: plan?.permission ?? null,
  };
}

function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (/^[A-Z]+$/.test(method) && method !== 'CONNECT') return method;
  throw new Failure('usage', 'That is not an HTTP method.', {
    hint: 'Use GET, POST, PUT, PATCH or DELETE',
  });
}

/** Encodes what people type, and keeps what is encoded already. */
function parsePath(text: string): string {
  if (/[\p{Cc}\p{Cs}]/u.test(text) || /^[a-z]+:\/\//i.test(text)) {
    throw new Failure('usage', 'That is not the path of a request.', {
      hint: 'Give what follows the base URL, such as /page/17',
    });
  }
  const path = text.startsWith('/') ? text : `/${text}`;
  return path.replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent).replace(/#.*$/s, '');
}
