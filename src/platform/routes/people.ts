import type { FieldReader } from '../../model/fields.ts';
import { dateText, decodeBody, email } from '../decode/body.ts';
import { decodeQuery } from '../decode/query.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { Revision } from '../revision.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { ReaderStore } from '../store/readers.ts';
import type { ReaderRow } from '../store/statements/people.ts';
import { json, type Call, type Reply } from './call.ts';

/** The contract has a date. `null` means never, as it does in answers. */
const dateOrNever: FieldReader<number | null> = (value, field) =>
  value === null ? null : dateText(value, field);

/** Contract, section 4, "Get users" and "Reader access". */
export class PeopleRoutes {
  readonly #accounts: AccountStore;
  readonly #readers: ReaderStore;
  readonly #protection: 'none' | 'email-invite';
  readonly #revision: Revision;

  constructor(
    accounts: AccountStore,
    readers: ReaderStore,
    protection: 'none' | 'email-invite',
    revision: Revision,
  ) {
    this.#accounts = accounts;
    this.#readers = readers;
    this.#protection = protection;
    this.#revision = revision;
  }

  async listUsers({ query }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const users = await this.#accounts.list();
    return json(
      users.map(({ id, name, email, role, lastActiveAt }) => ({
        id,
        name,
        email,
        role,
        lastActiveAt: this.#revision.date(lastActiveAt),
      })),
    );
  }

  async listAccess({ query }: Call): Promise<Reply> {
    decodeQuery(query, {});
    return json((await this.#readers.list()).map((reader) => this.#encode(reader)));
  }

  async grantAccess({ query, json: body, actor }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const grant = decodeBody(body, { email, expiresAt: dateOrNever });
    if (grant.email === undefined) throw invalid('email', 'must be given');
    if (this.#protection !== 'email-invite') {
      throw new Refusal('invalid', 'Client Error: the project is not protected by Email Invite');
    }
    return json(
      this.#encode(await this.#readers.grant(grant.email, grant.expiresAt ?? null, actor)),
    );
  }

  async revokeAccess({ query, json: body, actor }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const revocation = decodeBody(body, { email });
    if (revocation.email === undefined) throw invalid('email', 'must be given');
    return json(this.#encode(await this.#readers.revoke(revocation.email, actor)));
  }

  #encode({ email, expiresAt, created, revoked }: ReaderRow): unknown {
    const { date } = this.#revision;
    const orNull = (seconds: number | null) => (seconds === null ? null : date(seconds));
    return {
      email,
      expiresAt: orNull(expiresAt),
      created: date(created),
      revoked: orNull(revoked),
    };
  }
}
