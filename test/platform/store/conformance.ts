/** What every database under the store has to hold. Each backend runs it in a test file of its own. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseSearchQuery } from '../../../src/content/search/query.ts';
import type { Actor } from '../../../src/platform/store/actor.ts';
import type { Database } from '../../../src/platform/store/database/database.ts';
import { takeId } from '../../../src/platform/store/database/schema.ts';
import { statement } from '../../../src/platform/store/database/sql.ts';
import { PAGES } from '../../../src/platform/store/statements/pages.ts';
import { SECTIONS } from '../../../src/platform/store/statements/sections.ts';
import { Store } from '../../../src/platform/store/store.ts';
import { FixedClock } from '../../support/fixed-clock.ts';

const SETTING = {
  put: statement('INSERT INTO setting (name, value) VALUES (?, ?)'),
  get: statement<{ readonly value: string }>('SELECT value FROM setting WHERE name = ?'),
};

const ADA: Actor = { name: 'ada@example.com', apiKey: false, ipAddress: '127.0.0.1' };

/** @param open an empty database, anew for each test */
export function conforms(name: string, open: () => Promise<Database>): void {
  describe(`store on ${name}`, () => {
    let database: Database;

    beforeEach(async () => {
      database = await open();
    });

    afterEach(() => database.close());

    transactions(() => database);
    sections(() => database);
    counters(() => database);
    rules(() => database);
  });
}

function transactions(database: () => Database): void {
  const read = (name: string) =>
    database().read(async (sql) => (await sql.get(SETTING.get, name))?.value);

  test('what fails leaves nothing behind', async () => {
    const failing = database().write(async (sql) => {
      await sql.run(SETTING.put, 'a', '1');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read('a')).toBeUndefined();
  });

  test('a constraint that fails undoes its whole transaction, and the next one runs', async () => {
    await database().write((sql) => sql.run(SETTING.put, 'a', '1'));
    const failing = database().write(async (sql) => {
      await sql.run(SETTING.put, 'b', '2');
      await sql.run(SETTING.put, 'a', 'again');
    });
    await expect(failing).rejects.toThrow(/./);
    expect(await read('b')).toBeUndefined();
    await database().write((sql) => sql.run(SETTING.put, 'c', '3'));
    expect(await read('c')).toBe('3');
  });

  test('transactions at once do not see each other half done', async () => {
    const seen: (string | undefined)[] = [];
    await Promise.all([
      database().write(async (sql) => {
        await sql.run(SETTING.put, 'a', '1');
        await Promise.resolve();
        await sql.run(SETTING.put, 'b', '2');
      }),
      ...Array.from({ length: 5 }, () =>
        database().read(async (sql) => {
          const a = await sql.get(SETTING.get, 'a');
          const b = await sql.get(SETTING.get, 'b');
          seen.push(`${a?.value}${b?.value}`);
        }),
      ),
    ]);
    for (const pair of seen) expect(['12', 'undefinedundefined']).toContain(pair);
  });

  test('ids taken at once are all different', async () => {
    const take = () => database().write((sql) => takeId(sql, 'page'));
    const ids = await Promise.all(Array.from({ length: 50 }, take));
    expect(new Set(ids).size).toBe(50);
  });

  test('keeps every character of a text', async () => {
    const text = `'"\\%_ \u0001 é 日本 😀 ${'x'.repeat(100_000)}`;
    await database().write((sql) => sql.run(SETTING.put, 'text', text));
    expect(await read('text')).toBe(text);
  });
}

function sections(database: () => Database): void {
  const add = (version: number, title: string, content: string) =>
    database().write(async (sql) => {
      const id = await takeId(sql, 'section');
      await sql.run(SECTIONS.insert, id, version, null, null, title, content, null);
      await database().sections.add(sql, id, { title, content });
      return id;
    });
  const find = (query: string, versions: readonly number[] = [1], offset = 0, limit = 10) =>
    database().read((sql) =>
      database().sections.find(sql, parseSearchQuery(query), versions, { offset, limit }),
    );

  test('finds words, phrases, and not what is excluded', async () => {
    const a = await add(1, 'One', 'the quick brown fox');
    const b = await add(1, 'Two', 'the brown quick fox');
    expect(new Set((await find('quick fox')).ids)).toEqual(new Set([a, b]));
    expect(await find('"quick brown"')).toEqual({ ids: [a], total: 1 });
    expect(await find('fox -"quick brown"')).toEqual({ ids: [b], total: 1 });
    expect(await find('-fox')).toEqual({ ids: [], total: 0 });
    expect(await find('')).toEqual({ ids: [], total: 0 });
  });

  test('only in the versions asked for, a page at a time', async () => {
    const ids = [await add(1, 'A', 'word'), await add(1, 'B', 'word'), await add(2, 'C', 'word')];
    expect((await find('word', [2])).ids).toEqual([ids[2]]);
    expect(await find('word', [])).toEqual({ ids: [], total: 0 });
    const pages = [await find('word', [1, 2], 0, 2), await find('word', [1, 2], 2, 2)];
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
    expect(new Set(pages.flatMap((page) => page.ids))).toEqual(new Set(ids));
  });

  test('a title weighs more than a text', async () => {
    await add(1, 'Other', `word ${'filler '.repeat(5)}`);
    const titled = await add(1, 'The word', 'filler');
    expect((await find('word')).ids[0]).toBe(titled);
  });

  test('what was removed is not found', async () => {
    const id = await add(1, 'A', 'word');
    await database().write((sql) => database().sections.remove(sql, id));
    expect((await find('word')).total).toBe(0);
  });
}

function counters(database: () => Database): void {
  test('counts a bucket in a fixed window that opens with its first request', async () => {
    const count = (bucket: string, ms: number) => database().counters.count(bucket, 60, ms);
    expect(await count('a', 10_500)).toEqual({ consumed: 1, reset: 71 });
    expect(await count('a', 70_999)).toEqual({ consumed: 2, reset: 71 });
    expect(await count('b', 70_999)).toEqual({ consumed: 1, reset: 131 });
    expect(await count('a', 71_000)).toEqual({ consumed: 1, reset: 131 });
  });
}

function rules(database: () => Database): void {
  const open = () => {
    const policy = {
      takenSlugs: 'refuse',
      emptyVersions: 'publish',
      listsDrafts: true,
      storedBody: (body: string) => body,
      dateOf: (at: number) => at,
    } as const;
    return new Store(database(), new FixedClock(), policy, () => Promise.resolve([]));
  };
  const page = (title: string) => ({
    title,
    slug: undefined,
    content: 'x',
    categoryTitle: undefined,
    message: 'm',
  });

  test('pages of one title made at once all get a slug of their own', async () => {
    const store = open();
    const version = await store.versions.create({ slug: 'v', name: 'V', published: true }, ADA);
    const documentation = await store.documentations.create(
      { versionId: version.id, slug: 'd', title: 'D', categories: [] },
      ADA,
    );
    const made = await Promise.all(
      Array.from({ length: 35 }, () =>
        store.pages.create(documentation.id, page('Interfaces'), ADA, null),
      ),
    );
    const slugs = made.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(35);
    expect(slugs).toContain('interfaces-34');
  });

  test('a key is found by its secret and by nothing else', async () => {
    const store = open();
    const secret = await store.keys.create({
      name: 'CI',
      permissions: ['page.read'],
      versions: null,
    });
    expect(await store.keys.find(secret)).toMatchObject({ name: 'CI', scope: null });
    expect(await store.keys.find(`${secret} `)).toBeUndefined();
    expect(await store.keys.find('')).toBeUndefined();
  });

  test('answers for what a page mentions, and for nothing that it may not see', async () => {
    const store = open();
    const versions = [];
    for (const slug of ['v', 'w']) {
      const version = await store.versions.create({ slug, name: slug, published: true }, ADA);
      const { id } = await store.documentations.create(
        { versionId: version.id, slug: 'd', title: `D of ${slug}`, categories: [] },
        ADA,
      );
      versions.push({
        version,
        page: await store.pages.create(id, page(`One of ${slug}`), ADA, null),
      });
    }
    const [one, other] = versions;
    if (!one || !other) throw new Error('two versions were made');
    const shared = { variables: new Map([['a', '1']]), syncedBlocks: new Map([['a', 'text']]) };
    await store.shared.put(shared, ADA);
    await store.shared.put({ variables: new Map([['a', '2']]), syncedBlocks: new Map() }, ADA);
    const links = [
      ...Array.from({ length: 200 }, (_, n) => `/d/${n}`),
      '/d/one-of-v',
      '/d',
      '/w/d/one-of-w',
      '/x/d/one',
    ];
    const questions = { links, variables: ['a', 'b'], syncedBlocks: ['a', 'b'], children: true };
    const all = await store.surroundings.around(one.page, null)(questions);
    expect(all.links).toEqual(
      new Map([
        ['/d/one-of-v', { title: 'One of v', url: '/v/d/one-of-v' }],
        ['/d', { title: 'D of v', url: '/v/d' }],
        ['/w/d/one-of-w', { title: 'One of w', url: '/w/d/one-of-w' }],
      ]),
    );
    expect([...all.variables]).toEqual([['a', '2']]);
    expect([...all.syncedBlocks]).toEqual([['a', 'text']]);
    expect(all.children).toEqual([]);
    const scope = new Set([one.version.id]);
    const some = await store.surroundings.around(one.page, scope)(questions);
    expect([...some.links.keys()]).toEqual(['/d/one-of-v', '/d']);
    const fromOther = await store.surroundings.around(other.page, null)(questions);
    expect(fromOther.links.get('/d')?.title).toBe('D of w');
  });

  test('pages go below others in order, and never below themselves', async () => {
    const store = open();
    const version = await store.versions.create({ slug: 'v', name: 'V', published: true }, ADA);
    const documentation = await store.documentations.create(
      { versionId: version.id, slug: 'd', title: 'D', categories: [] },
      ADA,
    );
    const create = (title: string) => store.pages.create(documentation.id, page(title), ADA, null);
    const [top, a, b] = [await create('Top'), await create('A'), await create('B')];
    await store.pages.move(b.id, top.id, ADA);
    await store.pages.move(a.id, top.id, ADA);
    const questions = { links: [], variables: [], syncedBlocks: [], children: true };
    const titles = async () =>
      (await store.surroundings.around(top, null)(questions)).children.map(({ title }) => title);
    expect(await titles()).toEqual(['B', 'A']);
    await expect(store.pages.move(top.id, a.id, ADA)).rejects.toThrow(/below/);
    await store.pages.move(b.id, null, ADA);
    expect(await titles()).toEqual(['A']);
  });

  test('a page that is removed is gone, and its id does not come back', async () => {
    const store = open();
    const version = await store.versions.create({ slug: 'v', name: 'V', published: true }, ADA);
    const documentation = await store.documentations.create(
      { versionId: version.id, slug: 'd', title: 'D', categories: [] },
      ADA,
    );
    const one = await store.pages.create(documentation.id, page('One'), ADA, null);
    await store.pages.remove(one.id, 'm', ADA, null);
    await expect(store.pages.read(one.id, null)).rejects.toThrow(/not found/);
    expect(await database().read((sql) => sql.all(PAGES.history, one.id))).toEqual([]);
    const two = await store.pages.create(documentation.id, page('One'), ADA, null);
    expect(two.id).not.toBe(one.id);
  });
}
