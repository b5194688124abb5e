import type { HttpHandler } from '../../src/system/http/exchange.ts';
import type { OperationName } from '../../src/model/operations.ts';
import { pathOfCall } from '../../src/platform/app.ts';
import { route } from '../../src/platform/request/call.ts';

export interface LoggedRequest {
  readonly operation: OperationName;
  readonly status: number;
}

/** The requests of known operations, oldest first. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** The service, whose requests are noted here. */
  inFront =
    (service: HttpHandler): HttpHandler =>
    async (request) => {
      const answer = await service(request);
      const routed = route(request.method, pathOfCall(request));
      if ('operation' in routed) {
        this.#entries.push({ operation: routed.operation, status: answer.status });
      }
      return answer;
    };

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
