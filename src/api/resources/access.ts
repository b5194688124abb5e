import type { Instant } from '../../model/ids.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import { decodeAccess, decodeAccessList } from '../decode/access.ts';
import type { Http } from '../http.ts';

/** Contract, section 4, "Reader access". Grants and revocations are 100 an hour each. */
export class Access {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  list(signal?: AbortSignal): Promise<ReaderAccess[]> {
    return this.#http.send({ operation: 'listAccess', decode: decodeAccessList }, signal);
  }

  /** Invites a reader, or replaces the expiry of one. `expiresAt` null: never. Safe to repeat. */
  grant(email: string, expiresAt: Instant | null, signal?: AbortSignal): Promise<ReaderAccess> {
    const body = expiresAt === null ? { email } : { email, expiresAt };
    return this.#http.send({ operation: 'grantAccess', body, decode: decodeAccess }, signal);
  }

  revoke(email: string, signal?: AbortSignal): Promise<ReaderAccess> {
    return this.#http.send(
      { operation: 'revokeAccess', body: { email }, decode: decodeAccess },
      signal,
    );
  }
}
