/** A request as it is carried out: what is sent, whose turn it takes, and what it is called. */
import { Failure } from '../model/failure.ts';
import type { Operation, OperationName, Permission } from '../model/operations.ts';
import { OPERATIONS } from '../model/operations.ts';
import type { BytesCall, Departure } from './http.ts';
import type { LaneName, Turn } from './lanes.ts';
import type { Mask } from './mask.ts';
import { oneLine } from './mask.ts';
import { multipartOf } from './multipart.ts';
import type { RawRequest } from './raw.ts';
import type { Kind } from './retry.ts';
import { pathOf, queryOf } from './url.ts';

export const JSON_TYPE = 'application/json';

export interface Job {
  readonly method: string;
  /** After the base URL, with its query. */
  readonly path: string;
  readonly accept: string;
  readonly contentType: string | null;
  readonly body: Buffer | string | null;
  readonly kind: Kind;
  readonly turn: Turn;
  readonly permission: Permission | null;
  readonly departure?: Departure | undefined;
}

/** What the jobs of one operation share. */
export type Routine = Pick<Job, 'method' | 'kind' | 'turn' | 'permission'>;

const ROUTINES = new Map<string, Routine>(
  Object.entries<Operation>(OPERATIONS).map(([name, operation]) => [
    name,
    {
      method: operation.method,
      kind: operation.method === 'GET' ? 'read' : 'write',
      turn: { operation: name, lane: laneOf(operation), limit: contracted(operation) },
      permission: operation.permission,
    },
  ]),
);

/** `accept`: JSON where the answer is decoded, anything where it is bytes. */
export function jobOf(call: BytesCall, accept: string): Job {
  const { method, kind, turn, permission } = routineOf(call.operation);
  const path = pathOf(call.operation, call.path, call.query);
  const { contentType, body } = contentOf(call, method);
  return {
    method,
    path,
    accept,
    contentType,
    body,
    kind,
    turn,
    permission: call.permission ?? permission,
    departure: call.departure,
  };
}

export function routineOf(name: OperationName): Routine {
  const routine = ROUTINES.get(name);
  if (routine === undefined) throw new TypeError(`no operation: ${name}`);
  return routine;
}

type Content = Pick<Job, 'contentType' | 'body'>;

/** Every JSON operation that writes names its type, also the one without a body (notes, "Requests"). */
function contentOf(call: BytesCall, method: string): Content {
  if (call.file !== undefined) return multipartOf(call.file);
  if (call.body !== undefined) {
    return { contentType: JSON_TYPE, body: JSON.stringify(call.body) };
  }
  return { contentType: method === 'GET' ? null : JSON_TYPE, body: null };
}

/** An operation that the contract does not know is paced by what its answers say; should they refuse, by the hour. */
const UNKNOWN_LIMIT = { requests: 60, windowMs: 3_600_000 };

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws `Failure('usage')` where method or path cannot be sent. `mask`: the path is the user's, and names the operation where the contract has none. */
export function rawJobOf(request: RawRequest, mask: Mask): Job {
  const method = methodOf(request.method);
  const path = rawPathOf(request.path);
  const extra = queryOf(request.query ?? {});
  const known = knownOperation(method, path);
  return {
    method,
    path: path.includes('?') ? path + extra.replace('?', '&') : path + extra,
    accept: '*/*',
    contentType: request.body === undefined ? null : (request.contentType ?? JSON_TYPE),
    body: request.body === undefined ? null : Buffer.from(request.body),
    kind: READS.has(method) ? 'read' : 'write',
    turn: known?.turn ?? {
      operation: oneLine(mask(`${method} ${path.replace(/\?.*/s, '')}`)),
      lane: READS.has(method) ? 'reads' : 'writes',
      limit: UNKNOWN_LIMIT,
    },
    permission: known?.permission ?? null,
  };
}

function methodOf(text: string): string {
  const method = text.toUpperCase();
  if (/^[A-Z]+$/.test(method) && method !== 'CONNECT') return method;
  throw new Failure('usage', 'That is no method of a request.', {
    hint: 'use GET, POST, PUT, PATCH or DELETE',
  });
}

/** What a person would type is encoded; what is encoded stays. */
function rawPathOf(text: string): string {
  if (/[\p{Cc}\p{Cs}]/u.test(text) || /^[a-z]+:\/\//i.test(text)) {
    throw new Failure('usage', 'That is no path of a request.', {
      hint: 'give what follows the base URL, such as /page/17',
    });
  }
  const path = text.startsWith('/') ? text : `/${text}`;
  return path.replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent).replace(/#.*$/s, '');
}

function contracted({ limit }: Operation): Turn['limit'] {
  return { requests: limit.requests, windowMs: limit.windowSeconds * 1000 };
}

function laneOf({ method, body }: Operation): LaneName {
  if (method === 'GET') return 'reads';
  return body === 'file' ? 'uploads' : 'writes';
}

/** The operation that a path belongs to: the one whose template it fits. */
function knownOperation(method: string, path: string): Pick<Job, 'turn' | 'permission'> | null {
  const segments = segmentsOf(path.replace(/\?.*/s, ''));
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const template = segmentsOf(operation.path);
    const fits =
      operation.method === method &&
      template.length === segments.length &&
      template.every((segment, index) => segment.startsWith('{') || segment === segments[index]);
    if (fits) return routineOf(name as OperationName);
  }
  return null;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
