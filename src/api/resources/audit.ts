import type { Clock } from '../../model/clock.ts';
import { formatInstant } from '../../model/instant.ts';
import type { OperationName } from '../../model/operations.ts';
import type { AuditPage, AuditScope } from '../../model/resources.ts';
import type { TailEvent, TailRequest } from '../audit/tail.ts';
import { tail } from '../audit/tail.ts';
import { decodeAuditPage } from '../decode/audit.ts';
import type { Http } from '../calls/http.ts';

/** Which page of the log to read. */
export interface AuditRequest {
  /** Left out: the platform's default, `content`. */
  readonly scopes?: readonly AuditScope[] | undefined;
  /** Only entries up to this moment, in milliseconds since 1970. */
  readonly untilMs?: number | undefined;
  /** The number of entries in the answer, at most 100. */
  readonly hits?: number | undefined;
  readonly cursor?: string | undefined;
}

/** What the audit log needs besides calls: following it waits for the rate limit, and reports how long. */
interface Follower extends Http {
  waitMs(operation: OperationName, requests: number): number;
}

/** Contract, section 4, "Get audit log". 600 an hour. */
export class Audit {
  readonly #http: Follower;
  readonly #clock: Clock;

  constructor(http: Follower, clock: Clock) {
    this.#http = http;
    this.#clock = clock;
  }

  /** One page of entries, newest first. */
  page(request: AuditRequest = {}, signal?: AbortSignal): Promise<AuditPage> {
    const { scopes, untilMs, hits, cursor } = request;
    const maxDate = untilMs === undefined ? undefined : formatInstant(untilMs);
    return this.#http.read(
      {
        operation: 'listAudit',
        query: { scopes, max_date: maxDate, hits, cursor },
        decode: decodeAuditPage,
      },
      signal,
    );
  }

  /**
   * The newest entries, oldest first, and with `follow` also each later entry once. Stays within the rate
   * limit, and reports a lag if that is too low. When the signal aborts, ends normally if it is following,
   * and otherwise rejects with `interrupted`.
   */
  tail(request: TailRequest, signal?: AbortSignal): AsyncGenerator<TailEvent> {
    const log = {
      page: (page: AuditRequest, signal?: AbortSignal) => this.page(page, signal),
      waitMs: () => this.#http.waitMs('listAudit', 1),
      clock: this.#clock,
    };
    return tail(log, request, signal);
  }
}
