import type { Instant } from '../../model/ids.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import type { Http } from '../calls/http.ts';
import type { Written } from '../calls/written.ts';
import { decodeAccess, decodeAccessList } from '../decode.ts';

/** Contract, section 4, "Reader access". Grants and revocations are limited to 100 an hour each. */
export class Access {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** All invited readers. */
  list(signal?: AbortSignal): Promise<ReaderAccess[]> {
    return this.#http.read({ operation: 'listAccess', decode: decodeAccessList }, signal);
  }

  /** Invites a reader, or replaces the expiry of an invitation. `expiresAt` null: it never expires. Safe to repeat. */
  grant(
    email: string,
    expiresAt: Instant | null,
    signal?: AbortSignal,
  ): Promise<Written<ReaderAccess>> {
    const body = expiresAt === null ? { email } : { email, expiresAt };
    return this.#http.write({ operation: 'grantAccess', body, decode: decodeAccess }, signal);
  }

  /** Revokes a reader's access. Safe to repeat. */
  revoke(email: string, signal?: AbortSignal): Promise<Written<ReaderAccess>> {
    return this.#http.write(
      { operation: 'revokeAccess', body: { email }, decode: decodeAccess },
      signal,
    );
  }
}
