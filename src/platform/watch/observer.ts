/** What metrics and log receive about an instance. */
import type { OperationName } from '../../model/operations.ts';
import type { DatabaseUnavailable } from '../database/unavailable.ts';

/** What a request asked for: one of a few values, whatever its path. */
export type Asked = OperationName | 'preflight' | 'health' | 'site' | 'unknown';

export interface AnsweredRequest {
  readonly asked: Asked;
  readonly method: string;
  /** Path and query as in the request line, unchecked. */
  readonly target: string;
  readonly status: number;
  /** Milliseconds until the last byte was handed over, or the client left. */
  readonly ms: number;
  readonly client: string;
  readonly requestId: string | undefined;
  /** Whether the client left before it had the whole answer. */
  readonly isCutOff: boolean;
}

export type TransactionKind = 'read' | 'write';

/** Receives what an instance does. Durations are in milliseconds. No method may throw. */
export interface Observer {
  requestBegan?(): void;
  /** Called once for each request that began. */
  requestAnswered(request: AnsweredRequest): void;
  /** Whether the limits granted a request. */
  readonly limited?: (operation: OperationName, isGranted: boolean) => void;
  /** A transaction was requested. */
  asked?(kind: TransactionKind): void;
  /** The transaction begins, after waiting this long for a connection and, if it writes, for earlier writers. */
  began?(kind: TransactionKind, waitedMs: number): void;
  /** The transaction conflicted with another one and runs again. */
  repeated?(kind: TransactionKind): void;
  /** The transaction ended, successfully or not, this long after it was requested. */
  ended?(kind: TransactionKind, ms: number): void;
  /** The database carried out a write (`null`), or could not answer. A read proves nothing about writes. */
  reached(error: DatabaseUnavailable | null): void;
}

/** What happens once when the database is lost, and once when it is back. */
export interface Outage {
  readonly lost: (error: DatabaseUnavailable) => void;
  readonly back: (awayMs: number) => void;
}

/**
 * Reduces what `reached` receives to its changes.
 * @param elapsed milliseconds of a clock that only runs forward
 */
export function outages(elapsed: () => number, { lost, back }: Outage): Observer['reached'] {
  let lostAt: number | null = null;
  return (error) => {
    if ((error !== null) === (lostAt !== null)) return;
    if (error) lost(error);
    else back(elapsed() - (lostAt ?? 0));
    lostAt = error && elapsed();
  };
}
