import type { OperationName } from '../model/operations.ts';

export interface LoggedRequest {
  readonly operation: OperationName;
  readonly status: number;
}

/** Limits the memory that a platform uses for the log if it runs for months: only tests read it. */
const MOST_ENTRIES = 200_000;

/** The newest requests of known operations, oldest first. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  add(request: LoggedRequest): void {
    if (this.#entries.length >= MOST_ENTRIES) this.#entries = this.#entries.slice(MOST_ENTRIES / 2);
    this.#entries.push(request);
  }

  /** The number of requests of one operation, or of all. */
  count(operation?: OperationName): number {
    if (operation === undefined) return this.#entries.length;
    return this.#entries.filter((entry) => entry.operation === operation).length;
  }

  /** The number of requests of each operation. Operations without requests are left out. */
  byOperation(): Partial<Record<OperationName, number>> {
    const counts: Partial<Record<OperationName, number>> = {};
    for (const { operation } of this.#entries) counts[operation] = (counts[operation] ?? 0) + 1;
    return counts;
  }

  reset(): void {
    this.#entries = [];
  }
}
