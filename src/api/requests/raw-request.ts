/** Any request, as a person types it. */
import { Failure } from '../../model/failure.ts';
import { OPERATIONS } from '../../model/operations.ts';
import type { OperationName } from '../../model/operations.ts';
import type { RawRequest } from '../call.ts';
import { oneLine } from '../mask.ts';
import type { Mask } from '../../model/text/mask.ts';
import { queryOf, JSON_TYPE, operationPlanOf } from './request.ts';
import type { ApiRequest } from './request.ts';

/**
 * The limit of an operation that the contract does not know, until its answers name another. A
 * refusal without headers is waited out for this window.
 */
const UNKNOWN_LIMIT = { requests: 60, windowMs: 3_600_000 };

/**
 * Turns what was typed into a request. Throws `Failure('usage')` if its method or path cannot be
 * sent. `mask` cleans the path, which is the operation's name if the contract has none.
 */
export function parseRawRequest(raw: RawRequest, mask: Mask): ApiRequest {
  const method = parseMethod(raw.method);
  const path = parsePath(raw.path);
  const query = queryOf(raw.query ?? {});
  const bare = path.replace(/\?.*/s, '');
  const known = findOperation(method, bare);
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const unknown = {
    name: oneLine(mask(`${method} ${bare}`)),
    lane: isRead ? 'reads' : 'writes',
    limit: UNKNOWN_LIMIT,
  } as const;
  return {
    operation: unknown,
    permission: null,
    ...(known && operationPlanOf(known)),
    method,
    path: path.includes('?') ? path + query.replace('?', '&') : path + query,
    contentType: raw.body === undefined ? null : (raw.contentType ?? JSON_TYPE),
    body: raw.body === undefined ? null : Buffer.from(raw.body),
    kind: isRead ? 'read' : 'write',
    answer: 'bytes',
  };
}

/** The operation whose path template matches the path. Undefined if the contract has none. */
function findOperation(method: string, path: string): OperationName | undefined {
  const segments = segmentsOf(path);
  return (Object.keys(OPERATIONS) as OperationName[]).find((name) => {
    const template = segmentsOf(OPERATIONS[name].path);
    return (
      OPERATIONS[name].method === method &&
      template.length === segments.length &&
      template.every((segment, index) => segment.startsWith('{') || segment === segments[index])
    );
  });
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (/^[A-Z]+$/.test(method) && method !== 'CONNECT') return method;
  throw new Failure('usage', 'That is not an HTTP method.', {
    hint: 'Use GET, HEAD, POST, PUT, PATCH or DELETE',
  });
}

/** Encodes what people type, and keeps what is encoded already. */
function parsePath(text: string): string {
  if (/[\p{Cc}\p{Cs}]/u.test(text) || /^[a-z]+:\/\//i.test(text)) {
    throw new Failure('usage', 'That is not the path of a request.', {
      hint: 'Give what follows the base URL, such as /page/17',
    });
  }
  const segments = text.replace(/[?#].*$/s, '').split(/[/\\]/);
  if (segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    throw new Failure('usage', 'The path has a segment "." or "..".', {
      hint: 'Give what follows the base URL, such as /page/17',
    });
  }
  const path = text.startsWith('/') ? text : `/${text}`;
  return path.replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent).replace(/#.*$/s, '');
}
