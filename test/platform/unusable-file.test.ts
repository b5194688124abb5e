/** A database in a folder whose file cannot be written, is gone or is damaged: nothing is acknowledged, and nobody is told of a bug. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { statement } from '../../src/platform/database/sql.ts';
import { DATABASE_FILE, openSqlite } from '../../src/platform/database/sqlite.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import type { TestPlatform } from '../support/platform.ts';
import { request, type Answer } from '../support/request.ts';
import { start } from './support/platform.ts';

/** As a setting of the connection that writes. */
const set = (platform: TestPlatform, pragma: string): Promise<unknown> =>
  platform.store.database.write((sql) => sql.get(statement(`PRAGMA ${pragma}`)));

async function serve(): Promise<{ readonly platform: TestPlatform; readonly folder: string }> {
  const folder = await temporaryFolder();
  const platform = await start({
    folder,
    onBug: (error) => {
      throw error;
    },
  });
  onTestFinished(() => platform.close());
  return { platform, folder };
}

async function create(platform: TestPlatform, slug: string): Promise<Answer> {
  const documentation = await platform.admin.documentationId('v1', 'guides');
  const json = { slug, content: 'x'.repeat(50_000) };
  return request(platform, 'POST', `/documentation/${documentation}/page`, { json });
}

const readiness = async ({ baseUrl }: TestPlatform): Promise<number> =>
  (await fetch(new URL('/readyz', baseUrl))).status;

/** The request was refused for now, and its page is not there. */
async function expectUnavailable(platform: TestPlatform): Promise<void> {
  const answer = await create(platform, 'refused');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(answer.json).toMatchObject({ error: { httpCode: 503 } });
  expect((await platform.admin.pages()).map(({ slug }) => slug)).not.toContain('refused');
}

test('a full disk is answered 503 with the time to try again, is not ready from the first failed write on, and used as soon as it has room', async () => {
  const { platform } = await serve();
  // The size that it has is the largest that is allowed.
  await set(platform, 'max_page_count = 1');
  await expectUnavailable(platform);
  expect((await request(platform, 'GET', '/version')).status).toBe(200);
  expect(await readiness(platform)).toBe(503);
  expect(await readiness(platform)).toBe(503);

  await set(platform, 'max_page_count = 1000000');
  expect(await readiness(platform)).toBe(200);
  expect((await create(platform, 'kept')).status).toBe(200);
});

test('a disk that is read-only is answered 503, and so is whether the platform is ready', async () => {
  const { platform } = await serve();
  expect(await readiness(platform)).toBe(200);
  await set(platform, 'query_only = 1');
  await expectUnavailable(platform);
  expect(await readiness(platform)).toBe(503);
});

test('asking whether it is ready makes the database no larger', async () => {
  const { platform } = await serve();
  const pages = statement<{ readonly page_count: number }>('PRAGMA page_count');
  const count = async () => (await platform.store.read((sql) => sql.get(pages)))?.page_count;
  const before = await count();
  for (let n = 0; n < 20; n += 1) expect(await readiness(platform)).toBe(200);
  expect(await count()).toBe(before);
});

describe.each(['deleted', 'replaced'])(
  'a database file that was %s while it was served',
  (what) => {
    test('takes no writes, which nobody would find again, until it is back', async () => {
      const { platform, folder } = await serve();
      expect((await create(platform, 'kept')).status).toBe(200);
      const file = join(folder, DATABASE_FILE);
      await rename(file, `${file}.away`);
      if (what === 'replaced') await writeFile(file, '');

      await expectUnavailable(platform);
      expect(await readiness(platform)).toBe(503);

      await rm(file, { force: true });
      await rename(`${file}.away`, file);
      expect((await create(platform, 'later')).status).toBe(200);
    });
  },
);

test('a start recognises what a deleted database left behind', async () => {
  const { platform, folder } = await serve();
  await rm(join(folder, DATABASE_FILE));
  const gone = {
    code: 'failed',
    message: `The database of the platform in ${folder} is gone: ${DATABASE_FILE} is missing.`,
    hint: `Restore ${DATABASE_FILE} from a copy, or empty the folder to begin again with nothing`,
  };
  await expect(openSqlite(folder)).rejects.toMatchObject(gone);
  await platform.close();
  await expect(openSqlite(folder)).rejects.toMatchObject(gone);
});

describe('a damaged database file', () => {
  test.each(['of another program', 'with garbage after its head'])(
    '%s is an error that says so, and no bug',
    async (which) => {
      const folder = await temporaryFolder();
      const file = join(folder, DATABASE_FILE);
      if (which === 'of another program') {
        await writeFile(file, 'This is not a database.\n'.repeat(500));
      } else {
        const database = new Libsql(file);
        database.exec('CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
        database.close();
        const bytes = await readFile(file);
        await writeFile(file, bytes.fill(0xa5, 100));
      }

      for (const argv of [
        ['platform', 'start', '--data', folder],
        ['platform', 'key', 'create', '--data', folder],
        ['platform', 'copy', '--from', folder, '--to', `${folder}/copy`],
      ]) {
        const { exitCode, stdout, stderr } = await runDocs(argv, { cwd: folder });
        expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
        expect(stderr).toMatch(
          /^error Cannot use the database in .*: (?:file is not|database disk image)/,
        );
        expect(stderr).toContain('Restore it from a copy, or give --data another folder');
        expect(stderr).not.toMatch(/bug in docs|^ {4}at /m);
      }
    },
  );
});
