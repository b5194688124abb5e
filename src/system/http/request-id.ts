/** The id of a request, the same in the logs of all servers that it passes through. */
import { randomUUID } from 'node:crypto';
import type { HttpHandler } from './exchange.ts';

const HEADER = 'x-request-id';

/** Only characters that cannot be mistaken for something else in a log. */
const USABLE = /^[\w.:/+=@-]{1,128}$/;

/**
 * Gives each request an id, the one that it came with or a new one, and repeats it in the answer.
 * Runs after `behindProxies`, which drops ids that do not come from trusted proxies.
 */
export const withRequestId =
  (next: HttpHandler): HttpHandler =>
  async (request) => {
    const given = request.headers[HEADER];
    const id = given !== undefined && USABLE.test(given) ? given : randomUUID();
    const answer = await next({ ...request, headers: { ...request.headers, [HEADER]: id } });
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': id } };
  };
