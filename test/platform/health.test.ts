import { expect, test } from 'vitest';
import { besideHealth } from '../../src/platform/health.ts';
import type { HttpRequest } from '../../src/system/http/exchange.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { DatabaseUnavailable } from '../../src/platform/database/unavailable.ts';
import { start } from './support/platform.ts';

const asked = (target: string, method = 'GET'): HttpRequest => ({
  method,
  target,
  headers: {},
  ipAddress: '127.0.0.1',
  body: new Blob([]).stream(),
});

const next = () => Promise.resolve({ status: 404, headers: {}, body: null });

async function statuses(database: Database, isStopping = false): Promise<readonly number[]> {
  const handle = besideHealth(next, database, () => isStopping);
  const targets = [asked('/healthz'), asked('/readyz'), asked('/'), asked('/readyz', 'POST')];
  return Promise.all(targets.map(async (request) => (await handle(request)).status));
}

test('an instance is live, and ready while its database answers and it is not about to stop', async () => {
  const database = await openSqlite(null);
  expect(await statuses(database)).toEqual([200, 200, 404, 404]);
  expect(await statuses(database, true)).toEqual([200, 503, 404, 404]);
  const gone = Object.assign(Object.create(database) as Database, {
    check: () => Promise.reject(new DatabaseUnavailable('gone')),
  });
  expect(await statuses(gone)).toEqual([200, 503, 404, 404]);
  await database.close();
});

test('a running platform answers both checks without a key', async () => {
  const platform = await start();
  for (const path of ['/healthz', '/readyz']) {
    expect((await fetch(new URL(path, platform.baseUrl))).status).toBe(200);
  }
  await platform.close();
});
