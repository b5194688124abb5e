import {
  OPEN_TO_ALL,
  PREFLIGHT,
  isAllowedHost,
  isCrossOrigin,
} from '../system/http/cross-origin.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from '../system/http/exchange.ts';
import type { Clock } from '../model/time.ts';
import {
  OPERATIONS,
  type Operation,
  type OperationName,
  operationIn,
} from '../model/operations.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';
import type { TakeRequest } from './limits.ts';
import { type ErrorName, Refusal } from './refusal.ts';
import { readJson, readUpload, refuseBody } from './request/body.ts';
import { ERRORS, SOON, errorBody } from './request/error-body.ts';
import { type Call, type Match, type Routed, route } from './request/call.ts';
import { type Key, findKey } from './resources/keys.ts';
import type { Revision } from './revision.ts';
import type { Routes } from './routes.ts';
import type { Store } from './store.ts';

export interface AppParts {
  readonly revision: Revision;
  readonly routes: Routes;
  readonly store: Store;
  readonly limits: TakeRequest;
  /** Further names under which the platform can be reached, besides those of this machine. */
  readonly hosts: readonly string[];
  readonly clock: Clock;
  /** Called with each error that is a bug of the platform. The caller of the API learns nothing about it. */
  readonly onBug: (error: unknown) => void;
}

export const BASE_PATH = '/api/v1';

/** Only search may be called from browsers (docs/service.md, "Keys"). */
const OPEN: OperationName = 'search';

/** The one operation without a body that may answer 415 (docs/service.md, "Requests"). */
const CHECKS_MEDIA_TYPE: OperationName = 'publishPage';

/**
 * The whole service. It checks host, origin, key, permission, limit and body, in this order, then
 * runs the operation and answers. Needs no socket.
 */
export function createApp(parts: AppParts): HttpHandler {
  return async (request) => {
    const always = {
      Date: new Date(parts.clock.now()).toUTCString(),
      'X-Content-Type-Options': 'nosniff',
    };
    const { headers, ...answer } = isAllowedHost(request, parts.hosts)
      ? await answerTo(parts, request)
      : refused(parts, 'wrong-host', 'Access denied: the Host header does not name this platform');
    return { ...answer, headers: { ...always, ...headers } };
  };
}

async function answerTo(parts: AppParts, request: HttpRequest): Promise<HttpAnswer> {
  const { path, query } = targetOf(request);
  const open = path === OPERATIONS[OPEN].path;
  if (open && request.method === 'OPTIONS') return { status: 204, headers: PREFLIGHT, body: null };

  const routed = route(request.method, path);
  const answer = await attempt(parts, () => {
    if (!open && isCrossOrigin(request)) {
      throw new Refusal('cross-origin', 'Access denied: cross-origin requests are not allowed');
    }
    if ('methods' in routed) throw unrouted(routed.methods);
    return operate(parts, request, routed, query);
  });
  const headers = { ...answer.headers, ...allowed(routed), ...(open ? OPEN_TO_ALL : {}) };
  return { ...answer, headers };
}

function targetOf(request: HttpRequest): { path: string; query: URLSearchParams } {
  const { target } = request;
  const mark = target.indexOf('?');
  return {
    path: pathOfCall(request),
    query: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)),
  };
}

/** The path below the base address, without the query; '' if it is not below. */
export function pathOfCall({ target }: Pick<HttpRequest, 'target'>): string {
  const [path = ''] = target.split('?', 1);
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : '';
}

const unrouted = (methods: readonly string[]): Refusal =>
  methods.length === 0
    ? new Refusal('no-operation', 'There is no such operation')
    : new Refusal('wrong-method', `This path takes ${methods.join(', ')}`);

/** The methods of a path that was requested with another method (RFC 9110, section 15.5.6). */
const allowed = (routed: Routed): Record<string, string> =>
  'methods' in routed && routed.methods.length > 0 ? { Allow: routed.methods.join(', ') } : {};

async function operate(
  { revision, routes, store, limits }: AppParts,
  request: HttpRequest,
  { operation, id }: Match,
  query: URLSearchParams,
): Promise<HttpAnswer> {
  const key = await authenticate(store, request);
  authorize(key, permissionFor(operation, query));
  const limitHeaders = await limits(key.id, operation);
  const call: Call = {
    id,
    query,
    scope: key.scope,
    json: await readInput(operation, request),
    file: () => readUpload(request),
    actor: { name: key.name, apiKey: true, user: key.user, ipAddress: request.ipAddress },
    host: request.headers['host'] ?? '',
  };
  const { contentType, body, headers } = await routes[operation](call);
  return {
    status: operationIn(revision.name, operation).status,
    headers: { 'Content-Type': contentType, ...limitHeaders, ...headers },
    body,
  };
}

async function authenticate(store: Store, { headers }: HttpRequest): Promise<Key> {
  const secret = headers['x-api-key'];
  if (secret === undefined || secret === '') {
    throw new Refusal('no-key', 'Access denied: the request has no X-Api-Key header');
  }
  const key = await findKey(store, secret);
  if (!key) throw new Refusal('bad-key', 'API Key is invalid');
  return key;
}

/** The permission that a request needs; its query may need another than the operation (docs/service.md, "Operations"). */
function permissionFor(operation: OperationName, query: URLSearchParams): Operation['permission'] {
  const isDraft = operation === 'uploadReference' && query.get('publish') === 'false';
  return isDraft ? 'reference.edit' : OPERATIONS[operation].permission;
}

function authorize({ permissions }: Key, needed: Operation['permission']): void {
  if (needed === null || permissions === null || permissions.has(needed)) return;
  throw new Refusal('forbidden', `Access denied: the key lacks the permission ${needed}`);
}

async function readInput(operation: OperationName, request: HttpRequest): Promise<unknown> {
  const { method, body } = OPERATIONS[operation];
  if (body === 'json') return readJson(request);
  if (body === 'none' && method !== 'GET') {
    await refuseBody(request, operation === CHECKS_MEDIA_TYPE);
  }
  return undefined;
}

async function attempt(parts: AppParts, work: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return refused(parts, error.kind, error.message);
    if (error instanceof DatabaseUnavailable) {
      return refused(parts, 'unavailable', 'The platform is not available right now', SOON);
    }
    parts.onBug(error);
    return refused(parts, 'internal', 'Internal error');
  }
}

const refused = (
  { revision }: AppParts,
  kind: ErrorName,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => ({
  status: ERRORS[kind].status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: errorBody(kind, message, revision),
});
