import type { Instant } from '../../model/ids.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import type { Written } from '../call.ts';
import type { Client } from '../client.ts';

/** docs/service.md, "Reader access". Grants and revocations are limited to 100 an hour each. */
export class Access {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** All invited readers. */
  list(signal?: AbortSignal): Promise<ReaderAccess[]> {
    return this.#client.read('listAccess', { signal });
  }

  /** Invites a reader, or changes the expiry. `expiresAt` null: it never expires. Repeatable. */
  grant(
    email: string,
    expiresAt: Instant | null,
    signal?: AbortSignal,
  ): Promise<Written<ReaderAccess>> {
    const body = expiresAt === null ? { email } : { email, expiresAt };
    return this.#client.write('grantAccess', { body, signal });
  }

  /** Revokes a reader's access. Safe to repeat. */
  revoke(email: string, signal?: AbortSignal): Promise<Written<ReaderAccess>> {
    return this.#client.write('revokeAccess', { body: { email }, signal });
  }
}
