import { mayHoldPassword } from '../../../model/address.ts';
import { Failure } from '../../../model/failure.ts';

/** The address of a database, and a form of it without the password. */
export interface PostgresAddress {
  readonly connectionString: string;
  /** Host, port and name, for messages. */
  readonly shown: string;
}

/**
 * Reads an address such as `postgres://user:password@host:5432/name`.
 * @throws Failure `usage` that does not repeat the address: it may hold a password
 */
export function postgresAddress(text: string): PostgresAddress {
  const unreadable = (hint: string): Failure =>
    new Failure('usage', 'The address of the database cannot be read.', { hint });
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw unreadable('It looks like postgres://user@host:5432/name');
  }
  const url = new URL(text);
  if (mayHoldPassword(url)) throw unreadable('Write / in a password as %2F and @ as %40');
  const { host, pathname } = url;
  return { connectionString: withVerifiedTls(text), shown: `${host || 'localhost'}${pathname}` };
}

/**
 * The driver treats these modes as `verify-full` and warns about it, so it is given that name. A
 * user who asks for TLS gets a server whose certificate was checked. `uselibpqcompat=true` gives
 * them the meaning of libpq.
 */
const withVerifiedTls = (address: string): string =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(address)
    ? address
    : address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');
