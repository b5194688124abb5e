/** What an instance counts of its database. */
import type { Connections } from '../store/database/database.ts';
import type { DatabaseObserver, TransactionKind, Verb } from '../store/database/observed.ts';
import { REQUEST_BOUNDS } from './request-metrics.ts';
import { Counter, Histogram, Gauge, type Family } from './series.ts';

/** In seconds. */
const STATEMENT_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10];

export class DatabaseMetrics implements DatabaseObserver {
  readonly #statements = new Histogram(
    {
      name: 'docs_database_statement_duration_seconds',
      help: 'Time of SQL statements, by their verb.',
      labels: ['verb'],
    },
    STATEMENT_BOUNDS,
  );
  readonly #transactions = new Histogram(
    {
      name: 'docs_database_transaction_duration_seconds',
      help: 'Time of transactions with all their waiting.',
      labels: ['kind'],
    },
    REQUEST_BOUNDS,
  );
  readonly #waits = new Histogram(
    {
      name: 'docs_database_transaction_wait_seconds',
      help: 'Time that transactions waited for a connection and for the writers before them.',
      labels: ['kind'],
    },
    REQUEST_BOUNDS,
  );
  readonly #repeated = new Counter({
    name: 'docs_database_repeated_transactions_total',
    help: 'Transactions that ran again because they met another one.',
    labels: ['kind'],
  });
  readonly #unavailable = new Counter({
    name: 'docs_database_unavailable_total',
    help: 'What was asked of the database while it could not answer.',
  });
  #writes = 0;
  #isUp = true;
  readonly families: readonly Family[];

  /** @param connections those of this instance; `null` without a server */
  constructor(connections: () => Connections | null) {
    this.families = [
      new Gauge(
        { name: 'docs_database_up', help: 'Whether the database answered when it was asked last.' },
        'gauge',
        () => [[this.#isUp ? 1 : 0]],
      ),
      new Gauge(
        {
          name: 'docs_database_write_queue',
          help: 'Write transactions of this instance that wait or run.',
        },
        'gauge',
        () => [[this.#writes]],
      ),
      ...connectionReadings(connections),
      this.#statements,
      this.#transactions,
      this.#waits,
      this.#repeated,
      this.#unavailable,
    ];
  }

  asked(kind: TransactionKind): void {
    if (kind === 'write') this.#writes += 1;
  }

  began(kind: TransactionKind, waitedMs: number): void {
    this.#waits.observe(waitedMs / 1000, kind);
  }

  repeated(kind: TransactionKind): void {
    this.#repeated.add(kind);
  }

  ended(kind: TransactionKind, ms: number): void {
    if (kind === 'write') this.#writes -= 1;
    this.#transactions.observe(ms / 1000, kind);
  }

  stated(verb: Verb, ms: number): void {
    this.#statements.observe(ms / 1000, verb);
  }

  answered(): void {
    this.#isUp = true;
  }

  unavailable(): void {
    this.#isUp = false;
    this.#unavailable.add();
  }
}

const connectionReadings = (connections: () => Connections | null): readonly Family[] => [
  new Gauge(
    {
      name: 'docs_database_connections',
      help: 'Connections to the database, by what they do.',
      labels: ['state'],
    },
    'gauge',
    () => {
      const now = connections();
      if (!now) return [];
      return [
        [now.open - now.idle, 'in_use'],
        [now.idle, 'idle'],
      ];
    },
  ),
  new Gauge(
    {
      name: 'docs_database_connections_max',
      help: 'How many connections this instance may have.',
    },
    'gauge',
    () => {
      const now = connections();
      return now ? [[now.most]] : [];
    },
  ),
  new Gauge(
    {
      name: 'docs_database_connections_waiting',
      help: 'Transactions and counts that wait for a connection.',
    },
    'gauge',
    () => {
      const now = connections();
      return now ? [[now.waiting]] : [];
    },
  ),
];
