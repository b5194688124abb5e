/** An instance that is counted and logged as far as its options say so. */
import type { OperationName } from '../model/operations.ts';
import type { HttpHandler } from '../http/exchange.ts';
import type { Listening } from '../http/listen.ts';
import { withRequestId } from '../http/request-id.ts';
import { watched, type RequestObserver } from './log/watched.ts';
import type { Metrics } from './metrics/serve-metrics.ts';
import type { PlatformOptions } from './options.ts';
import type { Database } from './store/database/database.ts';
import { ObservedDatabase, type DatabaseObserver } from './store/database/observed.ts';

export interface Watch {
  readonly database: Database;
  /** To be told whether the limits granted a request. */
  readonly limited: (operation: OperationName, isGranted: boolean) => void;
  /** Stands behind `behindProxies`: it believes what requests say of their client. */
  around(handler: HttpHandler): HttpHandler;
  /**
   * Serves the metrics on their own port. `null`: none are wanted.
   * @throws Failure `failed` if the port is not available
   */
  serveMetrics(): Promise<Listening | null>;
}

/** Loads nothing and changes nothing if neither metrics nor a log is wanted. */
export async function watchOver(plain: Database, options: PlatformOptions): Promise<Watch> {
  const { clock, log, site, metrics: wanted } = options;
  const elapsed = () => clock.elapsed();
  const requestObservers: RequestObserver[] = [];
  let database = plain;
  const observe = (requests: RequestObserver, observer: DatabaseObserver): void => {
    requestObservers.push(requests);
    database = new ObservedDatabase(database, observer, elapsed);
  };

  let metrics: Metrics | undefined;
  if (wanted) {
    const { createMetrics } = await import('./metrics/serve-metrics.ts');
    metrics = createMetrics({ ...options, version: wanted.version }, () => plain.connections());
    observe(metrics.requests, metrics.database);
  }
  if (log) {
    const { loggedDatabase, loggedRequests } = await import('./log/logged.ts');
    observe(loggedRequests(log), loggedDatabase(log, elapsed));
  }
  return {
    database,
    limited: (operation, isGranted) => metrics?.requests.limited(operation, isGranted),
    around: (handler) => {
      if (requestObservers.length === 0) return handler;
      const front = watched(handler, requestObservers, site !== undefined, elapsed);
      return log ? withRequestId(front) : front;
    },
    serveMetrics: async () => (wanted && (await metrics?.serve(wanted))) ?? null,
  };
}
