/** Metrics and log of an instance, as its options say. */
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../system/http/exchange.ts';
import type { Listening } from '../../system/http/listen.ts';
import { withRequestId } from '../../system/http/request-id.ts';
import { OPERATIONS } from '../../model/operations.ts';
import { BASE_PATH, pathOfCall } from '../app.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/sql.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { isHealthCheck } from '../health.ts';
import type { PlatformOptions } from '../platform-options.ts';
import { route } from '../request/call.ts';
import {
  type AnsweredRequest,
  type Asked,
  type Observer,
  type TransactionKind,
  outages,
} from './observer.ts';

export interface Watch {
  readonly database: Database;
  /** Undefined: no metrics are kept. */
  readonly limited: Observer['limited'];
  /** Must run after `behindProxies`, because it trusts what requests say about their client. */
  around(handler: HttpHandler): HttpHandler;
  /**
   * Serves the metrics on their own port. Resolves to `null` if no metrics are wanted.
   * @throws Failure `failed` if the port is not available
   */
  serveMetrics(): Promise<Listening | null>;
}

/** Loads nothing and changes nothing if nobody wants to know anything. */
export async function watchOver(plain: Database, options: PlatformOptions): Promise<Watch> {
  const { clock, log, onOutage, site, metrics: wanted } = options;
  const elapsed = () => clock.elapsed();
  const metrics =
    wanted &&
    (await import('./metrics.ts')).createMetrics(wanted, options, () => plain.connections());
  const observers: Observer[] = metrics ? [metrics.observer] : [];
  if (log) observers.push((await import('./log.ts')).logged(log, elapsed));
  if (onOutage) {
    const nothing = (): void => undefined;
    observers.push({ requestAnswered: nothing, reached: outages(elapsed, onOutage) });
  }
  const isWatched = observers.length > 0;
  return {
    database: isWatched ? watchedDatabase(plain, observers, elapsed) : plain,
    limited: metrics?.observer.limited,
    around: (handler) => {
      if (!isWatched) return handler;
      const front = watchedRequests(handler, observers, site !== undefined, elapsed);
      return log ? withRequestId(front) : front;
    },
    serveMetrics: async () => (await metrics?.serve()) ?? null,
  };
}

/**
 * Reports each request to the observers.
 * @param hasSite whether paths outside the API belong to pages
 * @param elapsed milliseconds of a clock that only runs forward
 */
const watchedRequests =
  (
    next: HttpHandler,
    observers: readonly Observer[],
    hasSite: boolean,
    elapsed: () => number,
  ): HttpHandler =>
  async (request) => {
    const began = elapsed();
    for (const observer of observers) observer.requestBegan?.();
    const tell = (status: number, isCutOff: boolean): void => {
      const answered: AnsweredRequest = {
        asked: askedFor(request, hasSite),
        method: request.method,
        target: request.target,
        status,
        ms: elapsed() - began,
        client: request.ipAddress,
        requestId: request.headers['x-request-id'],
        isCutOff,
      };
      for (const observer of observers) observer.requestAnswered(answered);
    };
    let answer: HttpAnswer;
    try {
      answer = await next(request);
    } catch (error) {
      tell(500, true);
      throw error;
    }
    if (request.whenSent) request.whenSent((isWhole) => tell(answer.status, !isWhole));
    else tell(answer.status, false);
    return answer;
  };

function askedFor(request: HttpRequest, hasSite: boolean): Asked {
  if (isHealthCheck(request)) return 'health';
  const path = pathOfCall(request);
  if (path === '') return hasSite && request.target !== BASE_PATH ? 'site' : 'unknown';
  const routed = route(request.method, path);
  if ('operation' in routed) return routed.operation;
  const isPreflight = request.method === 'OPTIONS' && path === OPERATIONS.search.path;
  return isPreflight ? 'preflight' : 'unknown';
}

/**
 * Reports the transactions of a database to the observers. Works for any database: a transaction
 * waits until its work is first called, and each further call is a repetition.
 * @param elapsed milliseconds of a clock that only runs forward
 */
export function watchedDatabase(
  database: Database,
  observers: readonly Observer[],
  elapsed: () => number,
): Database {
  const answered = async <T>(isWrite: boolean, answer: Promise<T>): Promise<T> => {
    const tell = (error: DatabaseUnavailable | null): void => {
      for (const observer of observers) observer.reached(error);
    };
    try {
      const result = await answer;
      if (isWrite) tell(null);
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) tell(error);
      throw error;
    }
  };
  const transaction = async <T>(
    kind: TransactionKind,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T> => {
    const asked = elapsed();
    let runs = 0;
    for (const observer of observers) observer.asked?.(kind);
    try {
      return await answered(
        kind === 'write',
        database[kind]((sql) => {
          runs += 1;
          const waited = elapsed() - asked;
          for (const observer of observers) {
            if (runs === 1) observer.began?.(kind, waited);
            else observer.repeated?.(kind);
          }
          return work(sql);
        }),
      );
    } finally {
      const ms = elapsed() - asked;
      for (const observer of observers) observer.ended?.(kind, ms);
    }
  };
  return {
    sections: database.sections,
    counters: { count: (...counted) => answered(false, database.counters.count(...counted)) },
    write: (work) => transaction('write', work),
    read: (work) => transaction('read', work),
    check: () => answered(true, database.check()),
    connections: () => database.connections(),
    close: () => database.close(),
  };
}
