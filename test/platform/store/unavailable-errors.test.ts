/** Which errors of a PostgreSQL server, or of a pooler in front of it, mean that it cannot serve now. */
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { available } from '../../../src/platform/database/postgres/session.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/unavailable.ts';

const error = (severity: string, code: string, message: string): DatabaseError =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { severity, code });

test.each<[string, boolean, Error]>([
  ['a pooler whose server is gone', true, error('FATAL', '08P01', 'server conn crashed?')],
  ['a pooler without any server', true, error('FATAL', 'XX000', 'all backend nodes are down')],
  ['a pooler that fails over', true, error('FATAL', '58000', 'failed to create a backend')],
  ['a server that ends a session', true, error('FATAL', 'XX001', 'could not read a block')],
  ['a server that panics', true, error('PANIC', 'XX000', 'could not write to file')],
  ['a server that starts', true, error('FATAL', '57P03', 'the database system is starting up')],
  ['a server that only reads', true, error('ERROR', '25006', 'cannot execute INSERT')],
  ['a full disk', true, error('ERROR', '53100', 'could not extend file')],
  ['a broken connection', true, new Error('Connection terminated unexpectedly')],
  ['a statement that is wrong', false, error('ERROR', '42601', 'syntax error')],
  ['a row that is there twice', false, error('ERROR', '23505', 'duplicate key')],
  ['a failure within the server', false, error('ERROR', 'XX000', 'unexpected data')],
])('%s: unavailable is %s', async (_, isUnavailable, thrown) => {
  const caught = await available(Promise.reject(thrown)).catch((each: unknown) => each);
  expect(caught instanceof DatabaseUnavailable).toBe(isUnavailable);
});
