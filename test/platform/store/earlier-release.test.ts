/** A database that an earlier release filled is opened by this one, and everything is still there and as it was. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningPlatform } from '../../../src/platform/serve.ts';
import { DATABASE_FILE } from '../../../src/platform/database/sqlite.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { platformWith } from '../../support/platform.ts';
import { request, type Json } from '../../support/request.ts';
import { REVISIONS } from '../../support/revisions.ts';

const rows = (json: Json): Json[] => json as unknown as Json[];

const NOBODY = { id: null, email: null, name: null };
const ANN = { id: 11, email: 'ann@example.com', name: 'Ann' };

/** Unix time of a date in an answer. */
const seconds = (date: unknown): number => Date.parse(String(date).replace('+0000', 'Z')) / 1000;

async function databaseOfFirstRelease(): Promise<string> {
  const folder = await temporaryFolder();
  const file = new Libsql(join(folder, DATABASE_FILE));
  file.exec(await readFile(new URL('first-schema.sql', import.meta.url), 'utf8'));
  const empty = file
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%fts5%'")
    .all()
    .map((row) => String((row as Json)['name']))
    .filter((name) => !name.startsWith('section_text_'))
    .filter((name) => file.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() === undefined);
  expect(empty).toEqual([]);
  file.close();
  return folder;
}

// The second start finds tables that are up to date.
describe.each(
  REVISIONS.flatMap((api) => [
    { api, starts: 1 },
    { api, starts: 2 },
  ]),
)('a database of the first release, speaking $api, start $starts', ({ api, starts }) => {
  let platform: RunningPlatform;

  beforeEach(async () => {
    const folder = await databaseOfFirstRelease();
    for (let start = 1; start < starts; start += 1) await (await platformWith({ folder })).close();
    platform = await platformWith({ folder, api });
  });

  afterEach(() => platform.close());

  const get = async (path: string, apiKey = 'all-of-it') =>
    (await request({ baseUrl: platform.baseUrl, apiKey }, 'GET', path)).json;

  test('keeps versions, documentations and their order', async () => {
    const versions = rows(await get('/version'));
    expect(
      versions.map(({ id, slug, name, published, ordr }) => [id, slug, name, published, ordr]),
    ).toEqual([
      [11, 'v1.0', 'First', true, 1],
      [12, 'v2.0', 'Second', false, 2],
    ]);
    expect(seconds(versions[0]?.['updated'])).toBe(1_600_000_500);
    const documentations = rows(await get('/version/11/documentation'));
    expect(documentations.map(({ id, slug, published }) => [id, slug, published])).toEqual([
      [11, 'guides', true],
      [12, 'empty', true],
    ]);
    expect(documentations[0]).toMatchObject({ wide: false, locale: 'de_de' });
    expect(documentations.map(({ created }) => seconds(created))).toEqual([
      1_600_000_000, 1_600_000_000,
    ]);
  });

  test('keeps pages with both texts, their place and their history', async () => {
    expect(await get('/page/21')).toMatchObject({
      title: 'Intro',
      slug: 'intro',
      listed: true,
      contentDraft: 'Newer.',
      contentPublished: '## Okapi\n\nOlder.',
      path: 'v1.0/guides/intro',
    });
    expect(await get('/page/22')).toMatchObject({
      contentPublished: null,
      contentDraft: 'Only a draft.',
    });
    expect(await get('/page/24')).toMatchObject({ listed: false, contentPublished: 'Quiet.' });
    const { history } = await platform.admin.page(21);
    expect(history.map(({ message, author }) => [message, author])).toEqual([
      ['Made', 'ann@example.com'],
      ['Published', 'CI'],
      ['Edited', 'bo@example.com'],
    ]);
    const parent = await request(platform, 'DELETE', '/page/21');
    expect(parent.status).toBe(400);
  });

  test('knows from the history who made and changed pages', async () => {
    const report = new Map(rows(await get('/version/11/report')).map((row) => [row['id'], row]));
    const bo = { id: 12, email: 'bo@example.com', name: 'Bo' };
    expect(report.get(21)).toMatchObject({ createdBy: ANN, updatedBy: bo, sourceCreatedBy: ANN });
    expect(seconds(report.get(21)?.['sourceCreated'])).toBe(1_600_000_001);
    expect(report.get(22)).toMatchObject({ createdBy: NOBODY, updatedBy: NOBODY });
    const [quiet] = rows(await get('/version/12/report'));
    expect(quiet).toMatchObject({ createdBy: { id: null, email: 'gone@example.com', name: null } });
  });

  test('keeps references, with drafts, and finds what readers see', async () => {
    const read = async (path: string) =>
      (await request({ baseUrl: platform.baseUrl, apiKey: 'all-of-it' }, 'GET', path)).text;
    expect(await read('/reference/21/definition')).toContain('title: Pets');
    expect(await read('/reference/22/definition?draft=true')).toContain('Drafted');
    expect(await get('/search?query=okapi')).toMatchObject({ nbHits: 1 });
  });

  test('keeps keys, users and readers', async () => {
    expect(rows(await get('/version', 'first-only')).map(({ slug }) => slug)).toEqual(['v1.0']);
    const users = rows(await get('/users'));
    expect(
      users.map(({ name, role, lastActiveAt }) => [name, role, seconds(lastActiveAt)]),
    ).toEqual([
      ['Ann', 'ADMIN', 1_600_000_005],
      ['Bo', 'WRITER', 1_600_000_300],
    ]);
    const readers = rows(await get('/reader-access'));
    expect(readers.map(({ email, revoked }) => [email, revoked !== null])).toEqual([
      ['reader@example.com', false],
      ['former@example.com', true],
    ]);
  });

  test('shows audit entries to those who see their version', async () => {
    const entries = async (key: string) => {
      const { data } = (await get('/audit?hits=100&scopes=content,users,other', key)) as {
        data: Json[];
      };
      return data
        .map(
          ({ entity, entityId, message }) =>
            `${String(entity)} ${String(entityId)} ${String(message)}`,
        )
        .filter((line) => !/Changelog|api_key/i.test(line));
    };
    const all = await entries('all-of-it');
    expect(all).toContain('page 99 Deleted');
    expect(all).toContain('page 24 Made');
    const some = await entries('first-only');
    expect(some).toContain('page 21 Made');
    expect(some).toContain('reference 21 Uploaded');
    expect(some).not.toContain('page 24 Made');
    expect(some).not.toContain('page 99 Deleted');
  });

  test('goes on with it: new pages, a copy of a version, posts', async () => {
    const body = { title: 'New', content: 'New.', categoryTitle: 'basics' };
    const made = await request(platform, 'POST', '/documentation/11/page', { json: body });
    expect(made).toMatchObject({ status: 200, json: { id: 30, path: 'v1.0/guides/new' } });
    const clone = await request(platform, 'POST', '/version/11/clone', { json: { name: 'Third' } });
    expect(clone).toMatchObject({ status: 201, json: { id: 30, slug: 'third' } });
    const copies = rows(await get('/version/30/report'));
    expect(copies.find(({ title }) => title === 'Intro')).toMatchObject({ sourceCreatedBy: ANN });
    expect(copies).toHaveLength(4);
    const [changelog] = await platform.admin.changelogs();
    const post = { title: 'First', content: 'It is here.' };
    const path = `/changelog/${changelog?.id}/post`;
    expect((await request(platform, 'POST', path, { json: post })).status).toBe(200);
    expect(await get(path)).toMatchObject({ total: 1 });
  });
});

/** `page.title` and the like, and indexes. */
function columnsIn(folder: string): string[] {
  const file = new Libsql(join(folder, DATABASE_FILE), { readonly: true });
  const found = file
    .prepare(
      `SELECT entry.name || '.' || column.name AS name FROM sqlite_master AS entry, pragma_table_info(entry.name) AS column
       WHERE entry.type = 'table'
       UNION SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
    )
    .all()
    .map((row) => String((row as Json)['name']));
  file.close();
  return found.toSorted();
}

test('a database of the first release gets every table, column and index of a new one', async () => {
  const [old, fresh] = [await databaseOfFirstRelease(), await temporaryFolder()];
  for (const folder of [old, fresh]) await (await platformWith({ folder })).close();
  expect(columnsIn(old)).toEqual(columnsIn(fresh));
});
