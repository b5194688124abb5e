/** What the driver of PostgreSQL is given of an address. */
import { expect, test } from 'vitest';
import { postgresAddress } from '../../../src/platform/database/postgres/address.ts';

const HOST = 'postgres://docs@db.example.com/docs';

// The driver warns of every other mode that it takes for `verify-full`, in nine lines.
test.each([
  ['', ''],
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?sslmode=prefer&application_name=a', '?sslmode=verify-full&application_name=a'],
  ['?application_name=a&sslmode=verify-ca', '?application_name=a&sslmode=verify-full'],
  ['?sslmode=verify-full', '?sslmode=verify-full'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
])('%j is given as %j', (query, given) => {
  const { connectionString, shown } = postgresAddress(HOST + query);
  expect(connectionString).toBe(HOST + given);
  expect(shown).toBe('db.example.com/docs');
});
