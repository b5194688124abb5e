/** The words of texts: the same for both databases, and unchanged by SQLite's tokenizer. */
import * as fc from 'fast-check';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSearchQuery } from '../../../src/content/search/query.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { openPostgres } from '../../../src/platform/database/postgres/open.ts';
import { takeId } from '../../../src/platform/database/schema.ts';
import { openSqlite } from '../../../src/platform/database/sqlite.ts';
import type { IndexedText } from '../../../src/platform/database/section-index.ts';
import { searchWords } from '../../../src/platform/database/search-words.ts';
import { SECTIONS } from '../../../src/platform/resources/sections.ts';
import { HAS_POSTGRES, newDatabase, type TestDatabase } from '../../support/postgres.ts';

test.each([
  ['Über die Größe', ['uber', 'die', 'große']],
  ['Cafe\u0301 CAFÉ', ['cafe', 'cafe']],
  ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
  ['й и\u0306', ['й', 'й']],
  ['設定ガイド', ['設', '定', 'ガ', 'イ', 'ド']],
  ['don’t e-mail a_b 🤔x', ['don', 't', 'e', 'mail', 'a', 'b', 'x']],
  [' — ', []],
])('of %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('of every character are also words for the tokenizer of SQLite', () => {
  const words = new Set<string>();
  for (let code = 1; code < 0x30000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    for (const word of searchWords(`q${String.fromCodePoint(code)}q`)) words.add(word);
  }
  const database = new Libsql(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE text USING fts5(x, tokenize = 'unicode61 remove_diacritics 2')`,
  );
  database.exec(`CREATE VIRTUAL TABLE token USING fts5vocab(text, 'row')`);
  database.prepare('INSERT INTO text (x) VALUES (?)').run([...words].join(' '));
  const tokens = database.prepare('SELECT term FROM token').all() as { readonly term: string }[];
  database.close();
  expect(new Set(tokens.map(({ term }) => term))).toEqual(words);
  expect(words.size).toBeGreaterThan(100_000);
});

const MANUAL = join(import.meta.dirname, '../../../manual/docs');

/** Sections of the manual, and texts that a manual in English does not have. */
async function texts(): Promise<readonly IndexedText[]> {
  const files = (await readdir(MANUAL, { recursive: true })).filter((file) => file.endsWith('.md'));
  const pages = await Promise.all(files.map((file) => readFile(join(MANUAL, file), 'utf8')));
  const sections = pages.flatMap((page) => page.split(/^## /m)).slice(0, 150);
  return [
    ...sections.map((section) => ({ title: section.split('\n', 1)[0] ?? '', content: section })),
    { title: 'Größe', content: 'Die Größe der Seite, naïve Façade; CAFÉ und cafe\u0301.' },
    { title: '設定', content: '設定ガイドを読む。設定 ガイド' },
    { title: 'Οδός', content: 'ΟΔΟΣ οδος ὁδός' },
    { title: '', content: `${'w'.repeat(3000)} long-${'w'.repeat(3000)}x` },
    { title: 'Emoji', content: 'hello🤔world &amp; C++ a_b %25 \\ \' " ? $1' },
  ];
}

describe.skipIf(!HAS_POSTGRES)('a search', () => {
  let own: TestDatabase;
  let databases: readonly Database[];
  let ids: ReadonlyMap<number, number>[];
  let indexed: readonly IndexedText[];

  beforeAll(async () => {
    own = await newDatabase();
    databases = [await openSqlite(null), await openPostgres(own.url)];
    indexed = await texts();
    ids = await Promise.all(databases.map((database) => add(database, indexed)));
  });

  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await own.drop();
  });

  /** The texts that are found, by number. */
  const find = async (query: string, unfinished: boolean) =>
    Promise.all(
      databases.map(async (database, n) => {
        const asked = { terms: parseSearchQuery(query), unfinished };
        const places = { documentations: [], references: [1] };
        const found = await database.read((sql) =>
          database.sections.find(sql, asked, places, { offset: 0, limit: 1000 }),
        );
        expect(found.ids).toHaveLength(found.total);
        return found.ids.map((id) => ids[n]?.get(id)).toSorted((a = 0, b = 0) => a - b);
      }),
    );

  test('has the same hits on both databases', async () => {
    const words = [
      ...new Set(indexed.flatMap(({ title, content }) => `${title} ${content}`.split(/\s+/))),
    ];
    const word = fc.constantFrom(
      ...words,
      'cafe',
      'GROSSE',
      'Große',
      'the',
      '設',
      'w'.repeat(70),
      'q?',
    );
    const phrase = fc
      .tuple(fc.nat(indexed.length - 1), fc.nat(), fc.integer({ min: 1, max: 4 }))
      .map(([section, from, count]) => {
        const all = indexed[section]?.content.split(/\s+/) ?? [];
        const start = from % Math.max(all.length, 1);
        return `"${all
          .slice(start, start + count)
          .join(' ')
          .replaceAll('"', '')}"`;
      });
    const term = fc.tuple(fc.constantFrom('', '', '-'), fc.oneof(word, phrase));
    const query = fc
      .array(term, { minLength: 1, maxLength: 4 })
      .map((terms) => terms.map(([minus, text]) => minus + text).join(' '));
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (asked, unfinished) => {
        const [onSqlite = [], onPostgres] = await find(asked, unfinished);
        expect(onPostgres).toEqual(onSqlite);
        hits += onSqlite.length;
      }),
      { numRuns: 400 },
    );
    expect(hits).toBeGreaterThan(100);
  });

  test.each(['cafe', 'CAFÉ', '"naive facade"', 'ガイド', 'οδός', '-the', 'w', 'c++', '्'])(
    'for %j has the same hits on both',
    async (query) => {
      for (const unfinished of [false, true]) {
        const [onSqlite, onPostgres] = await find(query, unfinished);
        expect(onPostgres).toEqual(onSqlite);
      }
    },
  );
});

/** Resolves to the number of the text by the id of its section. */
async function add(database: Database, all: readonly IndexedText[]) {
  const numbers = new Map<number, number>();
  await database.write(async (sql) => {
    for (const [n, { title, content }] of all.entries()) {
      const id = await takeId(sql, 'section');
      await sql.run(SECTIONS.insert, id, 1, null, 1, title, content, null);
      await database.sections.add(sql, id, database.sections.words({ title, content }));
      numbers.set(id, n);
    }
  });
  return numbers;
}
