/** The metrics of an instance, on a port of their own: reading them needs no key, and the proxy in front of the API does not forward to this port. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { isAllowedHost } from '../../system/http/cross-origin.ts';
import type { HttpHandler } from '../../system/http/exchange.ts';
import { type Listening, listen } from '../../system/http/listen.ts';
import type { Connections } from '../database/database.ts';
import type { MetricsOptions, PlatformOptions } from '../platform-options.ts';
import type { Observer } from './observer.ts';

const PATH = '/metrics';

/** In seconds. Also used for transactions, which take most of a request's time. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** @param connections those of this instance to its database; `null` without a server */
export function createMetrics(
  { port, address, version }: MetricsOptions,
  { api, database }: Pick<PlatformOptions, 'api' | 'database'>,
  connections: () => Connections | null,
) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const build = { version, api, database: database === undefined ? 'sqlite' : 'postgresql' };
  new Gauge({
    name: 'docs_build_info',
    help: 'The program that runs.',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1);
  if (database !== undefined) countConnections(register, connections);
  return {
    observer: observerIn(registers),
    /**
     * Serves the metrics, on loopback unless an address is given.
     * @throws Failure `failed` if the port is not available
     */
    serve: (): Promise<Listening> =>
      listen(answerWith(register, address === undefined), port, {
        address,
        option: '--metrics-port',
      }),
  };
}

/** Labels come from small sets, never from paths, keys or addresses, because each value is kept forever. */
function observerIn(registers: Registry[]): Observer {
  const requests = new Counter({
    name: 'docs_http_requests_total',
    help: 'Requests that were answered, by what they asked for.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'docs_http_request_duration_seconds',
    help: 'Time until the last byte of an answer was handed over.',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  const cutOff = new Counter({
    name: 'docs_http_requests_cut_off_total',
    help: 'Requests whose client left before it had the whole answer.',
    registers,
  });
  const inFlight = new Gauge({
    name: 'docs_http_requests_in_flight',
    help: 'Requests under way.',
    registers,
  });
  const limits = new Counter({
    name: 'docs_rate_limit_requests_total',
    help: 'Requests that the rate limits granted or refused.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const up = new Gauge({
    name: 'docs_database_up',
    help: 'Whether the database answered when it was asked last.',
    registers,
  });
  up.set(1);
  const unavailable = new Counter({
    name: 'docs_database_unavailable_total',
    help: 'What was asked of the database while it could not answer.',
    registers,
  });
  const writes = new Gauge({
    name: 'docs_database_write_queue',
    help: 'Write transactions of this instance that wait or run.',
    registers,
  });
  const transactions = new Histogram({
    name: 'docs_database_transaction_duration_seconds',
    help: 'Time of transactions with all their waiting.',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  const waits = new Histogram({
    name: 'docs_database_transaction_wait_seconds',
    help: 'Time that transactions waited for a connection and for the writers before them.',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  const repeated = new Counter({
    name: 'docs_database_repeated_transactions_total',
    help: 'Transactions that ran again because they met another one.',
    labelNames: ['kind'],
    registers,
  });
  return {
    requestBegan: () => inFlight.inc(),
    requestAnswered: ({ asked, status, ms, isCutOff }) => {
      inFlight.dec();
      requests.inc({ operation: asked, status });
      durations.observe({ operation: asked }, ms / 1000);
      if (isCutOff) cutOff.inc();
    },
    limited: (operation, isGranted) =>
      limits.inc({ operation, outcome: isGranted ? 'granted' : 'refused' }),
    asked: (kind) => {
      if (kind === 'write') writes.inc();
    },
    began: (kind, waitedMs) => waits.observe({ kind }, waitedMs / 1000),
    repeated: (kind) => repeated.inc({ kind }),
    ended: (kind, ms) => {
      if (kind === 'write') writes.dec();
      transactions.observe({ kind }, ms / 1000);
    },
    reached: (error) => {
      up.set(error ? 0 : 1);
      if (error) unavailable.inc();
    },
  };
}

/** Counts connections only when the metrics are read. */
function countConnections(register: Registry, connections: () => Connections | null): void {
  const gauge = (name: string, help: string, read: (now: Connections) => number): void => {
    const collect = (): void => made.set(read(connections() ?? NONE));
    const made: Gauge = new Gauge({ name, help, registers: [register], collect });
  };
  const state = new Gauge({
    name: 'docs_database_connections',
    help: 'Connections to the database, by what they do.',
    labelNames: ['state'],
    registers: [register],
    collect: () => {
      const { open, idle } = connections() ?? NONE;
      state.set({ state: 'in_use' }, open - idle);
      state.set({ state: 'idle' }, idle);
    },
  });
  gauge(
    'docs_database_connections_max',
    'How many connections this instance may have.',
    ({ most }) => most,
  );
  gauge(
    'docs_database_connections_waiting',
    'Transactions and counts that wait for a connection.',
    ({ waiting }) => waiting,
  );
}

const NONE: Connections = { most: 0, open: 0, idle: 0, waiting: 0 };

/** @param isHere whether they are served on loopback, where web sites must not reach them through their own host names */
const answerWith =
  (register: Registry, isHere: boolean): HttpHandler =>
  async (request) => {
    const [path] = request.target.split('?', 1);
    const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
    if (isHere && !isAllowedHost(request, [])) {
      return { status: 403, headers: plain, body: 'Not for this host\n' };
    }
    if (path !== PATH) return { status: 404, headers: plain, body: 'See /metrics\n' };
    return {
      status: 200,
      headers: { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' },
      body: await register.metrics(),
    };
  };
