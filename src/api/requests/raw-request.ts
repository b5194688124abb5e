/** Any request, as a person types it. */
import { Failure } from '../../model/failure.ts';
import type { QueryValue } from '../calls/http.ts';
import type { Mask } from '../errors/mask.ts';
import { oneLine } from '../errors/mask.ts';
import { findPlan } from './operation-plan.ts';
import { JSON_TYPE } from './request.ts';
import type { ApiRequest } from './request.ts';
import { queryOf } from './call-request.ts';

/** Any request, as `docs api` sends it. */
export interface RawRequest {
  readonly method: string;
  /** After the base URL: `/page/17`, with or without a query. */
  readonly path: string;
  /** Appended to the path's own query. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Uint8Array | undefined;
  /** `application/json` if there is a body and this is left out. */
  readonly contentType?: string | undefined;
}

/** An operation that the contract does not know is paced by what its answers say; should they refuse, by the hour. */
const UNKNOWN_LIMIT = { requests: 60, windowMs: 3_600_000 };

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What is sent for it. Throws `Failure('usage')` if its method or path cannot be sent. `mask`: the path is the user's, and names the
 * operation if the contract has none.
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
  throw new Failure('usage', 'That is not a method of a request.', {
    hint: 'Use GET, POST, PUT, PATCH or DELETE',
  });
}

/** What a person would type is encoded; what is encoded stays. */
function parsePath(text: string): string {
  if (/[\p{Cc}\p{Cs}]/u.test(text) || /^[a-z]+:\/\//i.test(text)) {
    throw new Failure('usage', 'That is not a path of a request.', {
      hint: 'Give what follows the base URL, such as /page/17',
    });
  }
  const path = text.startsWith('/') ? text : `/${text}`;
  return path.replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent).replace(/#.*$/s, '');
}
