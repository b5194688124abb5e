import { formatInstant } from '../../model/instant.ts';
import type { AuditPage, AuditScope } from '../../model/resources.ts';
import { decodeAuditPage } from '../decode.ts';
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

/** Contract, section 4, "Get audit log". 600 an hour. */
export class Audit {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
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
}
