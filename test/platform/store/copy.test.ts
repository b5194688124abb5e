import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { parseSearchQuery } from '../../../src/content/search/query.ts';
import { Admin } from '../../support/admin.ts';
import { createStore } from '../../../src/platform/store.ts';
import { copyProject } from '../../../src/platform/database/copy.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { openPostgres } from '../../../src/platform/database/postgres/open.ts';
import { statement } from '../../../src/platform/database/sql.ts';
import { openSqlite } from '../../../src/platform/database/sqlite.ts';
import { FixedClock } from '../../support/clocks.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { HAS_POSTGRES, newDatabase } from '../../support/postgres.ts';
import { SEED } from '../support/seed.ts';
import { createPage, publishPage } from '../../../src/platform/resources/pages.ts';
import { visibleVersions } from '../../../src/platform/resources/versions.ts';
import { allDocumentations } from '../../../src/platform/resources/documentations.ts';
import { searchSections } from '../../../src/platform/resources/search.ts';
import { allReaders, allUsers, grantReader } from '../../../src/platform/resources/people.ts';
import { readAudit } from '../../../src/platform/resources/audit.ts';
import { addKey, findKey } from '../../../src/platform/resources/keys.ts';

const ADA = { name: 'ada@example.com', apiKey: false, ipAddress: '127.0.0.1' };
const NEXT = statement<{ readonly kind: string; readonly value: number }>(
  'SELECT kind, value FROM next_id ORDER BY kind',
);

const rulesOf = (database: Database) => {
  const rules = { takenSlugs: 'refuse', reprint: false, dates: 'seconds' } as const;
  return createStore(database, { api: 'classic', clock: new FixedClock(), ...rules });
};

/** A project with something of each kind. */
async function fill(database: Database): Promise<void> {
  const store = rulesOf(database);
  const admin = new Admin(store, ADA);
  await admin.seed({
    ...SEED,
    shared: {
      title: 'Handbook',
      variables: new Map([['a', '1']]),
      syncedBlocks: new Map([['b', 'text']]),
    },
  });
  await admin.loadChangelogs([
    { path: 'news', title: 'News', description: null, published: true, posts: [] },
  ]);
  await admin.createUser({ name: 'Ada', email: 'ada@example.com', role: 'ADMIN' });
  await grantReader(store, 'reader@example.com', null, ADA);
  const documentation = await admin.documentationId('v1', 'guides');
  for (let n = 0; n < 120; n += 1) {
    const page = {
      title: `Page ${n}`,
      slug: `page-${n}`,
      content: `Größe\0 ${n}`,
      categoryTitle: undefined,
      message: 'm',
    };
    const { id } = await createPage(store, documentation, page, ADA, null);
    if (n % 2 === 0) await publishPage(store, id, 'm', ADA, null);
  }
}

/** All that the API and the administration tell of a project. */
async function told(database: Database) {
  const store = rulesOf(database);
  const admin = new Admin(store, ADA);
  const search = async (words: string) => {
    const asked = { terms: parseSearchQuery(words), version: undefined, offset: 0, limit: 100 };
    const { sections, total } = await searchSections(store, asked, null);
    return { total, ids: sections.map(({ id }) => id).toSorted((a, b) => a - b) };
  };
  return {
    pages: await admin.pages(),
    versions: await visibleVersions(store, null),
    documentations: await allDocumentations(store),
    users: await allUsers(store),
    readers: await allReaders(store),
    changelogs: await admin.changelogs(),
    audit: await readAudit(
      store,
      { scopes: ['content', 'users'], until: null, before: null, hits: 999 },
      null,
    ),
    found: [
      await search('grosse'),
      await search('größe'),
      await search('"page 7"'),
      await search('42'),
    ],
    nextIds: await database.read((sql) => sql.all(NEXT)),
  };
}

async function postgres(): Promise<Database & { readonly url: string }> {
  const { url, drop } = await newDatabase();
  onTestFinished(() => drop());
  return Object.assign(await openPostgres(url), { url });
}

test('a copy answers like the original, and its keys are the same', async () => {
  const [from, to] = [await openSqlite(null), await openSqlite(await temporaryFolder())];
  await fill(from);
  const secret = await addKey(rulesOf(from), { name: 'k', permissions: null, versions: null });
  expect(await copyProject(from, to)).toMatchObject({ page: 120, version: 2, api_key: 1 });
  expect(await told(to)).toEqual(await told(from));
  expect(await findKey(rulesOf(to), secret)).toMatchObject({ name: 'k' });
  await expect(copyProject(from, to)).rejects.toThrow(/already/);
  expect(await told(to)).toEqual(await told(from));
  await Promise.all([from.close(), to.close()]);
});

test.skipIf(!HAS_POSTGRES)('a copy from SQLite to PostgreSQL and back is the same', async () => {
  const [from, between, back] = [await openSqlite(null), await postgres(), await openSqlite(null)];
  await fill(from);
  await copyProject(from, between);
  await copyProject(between, back);
  const original = await told(from);
  expect(await told(between)).toEqual(original);
  expect(await told(back)).toEqual(original);
  await Promise.all([from, between, back].map((database) => database.close()));
});

const HAS_DUMP = HAS_POSTGRES && spawnSync('pg_dump', ['--version']).status === 0;

test.skipIf(!HAS_DUMP)('the output of pg_dump restores the project', async () => {
  const from = await postgres();
  await fill(from);
  const original = await told(from);
  const { url, drop } = await newDatabase();
  onTestFinished(() => drop());
  const dumped = spawnSync('pg_dump', [from.url], { maxBuffer: 2 ** 28 });
  expect(dumped.stderr.toString()).toBe('');
  // A dump empties its session's search path, which a pooler gives to the next session: reset it.
  const restored = spawnSync('psql', ['-q', '-1', '-v', 'ON_ERROR_STOP=1', '-d', url], {
    input: `${dumped.stdout.toString()}\nRESET search_path;\n`,
  });
  expect(restored.stderr.toString()).toBe('');
  const to = await openPostgres(url);
  expect(await told(to)).toEqual(original);
  await grantReader(rulesOf(to), 'later@example.com', null, ADA);
  await Promise.all([from.close(), to.close()]);
});
