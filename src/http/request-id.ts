/** One name for a request in the logs of all that it passes. */
import { randomUUID } from 'node:crypto';
import type { HttpHandler } from './exchange.ts';

const HEADER = 'x-request-id';

/** Nothing that could pass for something else in a log. */
const USABLE = /^[\w.:/+=@-]{1,128}$/;

/**
 * Each request has an id, which its answer names as well: the one that it came with, or a new one. Stands behind `behindProxies`, which drops ids of others than
 * trusted proxies.
 */
export const withRequestId =
  (next: HttpHandler): HttpHandler =>
  async (request) => {
    const given = request.headers[HEADER];
    const id = given !== undefined && USABLE.test(given) ? given : randomUUID();
    const answer = await next({ ...request, headers: { ...request.headers, [HEADER]: id } });
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': id } };
  };
