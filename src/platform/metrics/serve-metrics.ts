/** The metrics of an instance, on a port of their own: whoever reads them needs no key, and the proxy in front of the API does not lead to them. */
import type { Clock } from '../../model/clock.ts';
import { isForUs } from '../../http/cross-origin.ts';
import type { HttpHandler } from '../../http/exchange.ts';
import { listen, type Listening } from '../../http/listen.ts';
import type { MetricsOptions, PlatformOptions } from '../options.ts';
import type { Connections } from '../store/database/database.ts';
import { DatabaseMetrics } from './database-metrics.ts';
import { processMetrics } from './process-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';
import { Gauge, type Family } from './series.ts';

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const PATH = '/metrics';

export interface Metrics {
  readonly requests: RequestMetrics;
  readonly database: DatabaseMetrics;
  /**
   * Serves them, on loopback unless the options name an address.
   * @throws Failure `failed` if the port is not available
   */
  serve(options: MetricsOptions): Promise<Listening>;
}

/** @param connections those of this instance to its database; `null` without a server */
export function createMetrics(
  {
    api,
    database,
    version,
    clock,
  }: Pick<PlatformOptions, 'api' | 'database' | 'clock'> & {
    readonly version: string;
  },
  connections: () => Connections | null,
): Metrics {
  const build = { version, api, database: database === undefined ? 'sqlite' : 'postgresql' };
  const requests = new RequestMetrics();
  const ofDatabase = new DatabaseMetrics(connections);
  const families = [
    buildInfo(build),
    ...requests.families,
    ...ofDatabase.families,
    ...processMetrics(startOf(clock)),
  ];
  return {
    requests,
    database: ofDatabase,
    serve: ({ port, address }) =>
      listen(answerWith(families, address === undefined), port, {
        address,
        option: '--metrics-port',
      }),
  };
}

const startOf = (clock: Clock): number => clock.now() / 1000 - process.uptime();

const buildInfo = (build: Readonly<Record<string, string>>): Family =>
  new Gauge(
    { name: 'docs_build_info', help: 'The program that runs.', labels: Object.keys(build) },
    'gauge',
    () => [[1, ...Object.values(build)]],
  );

/** @param isHere on loopback, where web sites must not reach it by a name of their own */
const answerWith =
  (families: readonly Family[], isHere: boolean): HttpHandler =>
  (request) => {
    const [path] = request.target.split('?', 1);
    const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
    if (isHere && !isForUs(request, [])) {
      return Promise.resolve({ status: 403, headers: plain, body: 'Not for this host\n' });
    }
    if (path !== PATH) {
      return Promise.resolve({ status: 404, headers: plain, body: 'See /metrics\n' });
    }
    const body = families.map((family) => family.text()).join('');
    return Promise.resolve({
      status: 200,
      headers: { 'Content-Type': TEXT, 'Cache-Control': 'no-store' },
      body,
    });
  };
