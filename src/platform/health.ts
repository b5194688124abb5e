/**
 * For load balancers and supervisors: whether an instance lives, and whether it can serve. Both
 * paths are directly below the server's address, outside the API.
 */
import type { HttpAnswer, HttpHandler, HttpRequest } from '../system/http/exchange.ts';
import type { Database } from './database/database.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';
import { SOON } from './request/error-body.ts';

const answer = (status: number, body: string, headers = {}): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body: `${body}\n`,
});

export const isHealthCheck = ({ method, target }: HttpRequest): boolean =>
  method === 'GET' && (target === '/healthz' || target === '/readyz');

/**
 * Answers `/healthz`, always, and `/readyz`, with 503 while the database cannot be reached or is
 * read-only, or while the platform is about to stop. Neither needs a key, and neither reports
 * anything else.
 * @param isStopping whether the platform is about to stop
 */
export const besideHealth =
  (next: HttpHandler, database: Database, isStopping: () => boolean): HttpHandler =>
  async (request) => {
    if (!isHealthCheck(request)) return next(request);
    if (request.target === '/healthz') return answer(200, 'ok');
    if (isStopping()) return answer(503, 'stopping', SOON);
    try {
      await database.check();
      return answer(200, 'ready');
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return answer(503, 'the database is not available', SOON);
    }
  };
