/** What requests and the database have to say, as events. */
import { OPERATIONS, type OperationName } from '../../model/operations.ts';
import type { AnsweredRequest, Asked, RequestObserver } from './watched.ts';
import type { DatabaseObserver } from '../store/database/observed.ts';
import type { EventLog, Level } from './event-log.ts';

/** Health checks that are answered with 200 are left out: they come every second and say nothing. */
export const loggedRequests = (log: EventLog): RequestObserver => ({
  began: () => undefined,
  answered: (request) => {
    const { asked, method, target, status, ms, client, requestId, isCutOff } = request;
    if (asked === 'health' && status === 200) return;
    log.add(levelOf(request), 'request', {
      requestId,
      client,
      method,
      operation: asked,
      route: routeOf(asked, target),
      status,
      durationMs: Math.round(ms * 1000) / 1000,
      cutOff: isCutOff || undefined,
    });
  },
});

/** A database that is away is a warning each time; other errors of ours are errors. */
const levelOf = ({ status }: AnsweredRequest): Level => {
  if (status === 503) return 'warning';
  return status >= 500 ? 'error' : 'info';
};

/** Never with the query. A path that leads nowhere may hold anything, and is left out. */
function routeOf(asked: Asked, target: string): string | undefined {
  if (asked === 'site' || asked === 'health') return target.split('?', 1)[0];
  return Object.hasOwn(OPERATIONS, asked) ? OPERATIONS[asked as OperationName].path : undefined;
}

/** Says once that the database is lost, and once that it is back. */
export function loggedDatabase(log: EventLog, elapsed: () => number): DatabaseObserver {
  let lostAt: number | null = null;
  const nothing = (): void => undefined;
  return {
    asked: nothing,
    began: nothing,
    repeated: nothing,
    ended: nothing,
    stated: nothing,
    answered: () => {
      if (lostAt === null) return;
      log.add('info', 'database-back', { awayMs: Math.round(elapsed() - lostAt) });
      lostAt = null;
    },
    unavailable: ({ message }) => {
      if (lostAt !== null) return;
      lostAt = elapsed();
      log.add('error', 'database-lost', { message });
    },
  };
}
