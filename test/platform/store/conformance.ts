/** What every database under the store has to hold. Each backend runs it in a test file of its own. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseSearchQuery } from '../../../src/content/search/query.ts';
import { PUBLIC, WRITER } from '../../../src/content/page/visibility.ts';
import type { Actor } from '../../../src/platform/store.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { takeId } from '../../../src/platform/database/schema.ts';
import { statement } from '../../../src/platform/database/sql.ts';
import {
  createPage,
  publishPage,
  pageById,
  removePage,
  updatePage,
} from '../../../src/platform/resources/pages.ts';
import { SECTIONS } from '../../../src/platform/resources/sections.ts';
import {
  NAV_MARKS,
  allDocumentations,
  ensureDocumentation,
} from '../../../src/platform/resources/documentations.ts';
import { applySeed } from '../../../src/platform/seed.ts';
import { sectionsOf } from '../../../src/platform/render.ts';
import type { Policy } from '../../../src/platform/store.ts';
import { Store } from '../../../src/platform/store.ts';
import { putUser } from '../../../src/platform/resources/people.ts';
import { SEED } from '../support/seed.ts';
import { Admin } from '../../support/admin.ts';
import { FixedClock } from '../../support/clocks.ts';
import { uploadReference } from '../../../src/platform/resources/references.ts';
import { addFirstKey, addKey, findKey } from '../../../src/platform/resources/keys.ts';
import { ensureVersion, visibleVersions } from '../../../src/platform/resources/versions.ts';
import { searchSections } from '../../../src/platform/resources/search.ts';
import { readAudit } from '../../../src/platform/resources/audit.ts';
import { putShared } from '../../../src/platform/resources/shared.ts';
import { around } from '../../../src/platform/resources/surroundings-queries.ts';

const SETTING = {
  put: statement('INSERT INTO setting (name, value) VALUES (?, ?)'),
  get: statement<{ readonly value: string }>('SELECT value FROM setting WHERE name = ?'),
  change: statement('UPDATE setting SET value = ? WHERE name = ?'),
};

const HISTORY = statement<{ readonly id: number }>('SELECT id FROM history WHERE page_id = ?');

const ADA: Actor = { name: 'ada@example.com', apiKey: false, ipAddress: '127.0.0.1' };

/**
 * @param open one or two instances of a new empty database; a second one is another process's
 */
export function conforms(
  name: string,
  open: () => Promise<readonly [Database] | readonly [Database, Database]>,
): void {
  describe(`store on ${name}`, () => {
    let instances: readonly [Database] | readonly [Database, Database];
    const first = () => instances[0];

    beforeEach(async () => {
      instances = await open();
    });

    afterEach(() => Promise.all(instances.map((database) => database.close())));

    transactions(first);
    writers(() => ({ one: instances[0], other: instances[1] ?? instances[0] }));
    sections(first);
    counters(first);
    rules(first);
  });
}

function transactions(database: () => Database): void {
  const read = (name: string) =>
    database().read(async (sql) => (await sql.get(SETTING.get, name))?.value);

  test('a transaction that fails leaves nothing behind', async () => {
    const failing = database().write(async (sql) => {
      await sql.run(SETTING.put, 'a', '1');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read('a')).toBeUndefined();
  });

  test('a constraint that fails rolls back its whole transaction, and the next one runs', async () => {
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

  test('concurrent transactions do not see partial results of each other', async () => {
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

  test('ids that are taken at the same time are all different', async () => {
    const take = () => database().write((sql) => takeId(sql, 'page'));
    const ids = await Promise.all(Array.from({ length: 50 }, take));
    expect(new Set(ids).size).toBe(50);
  });

  test('keeps every character of a text', async () => {
    const text = `'"\\%_ \u0001 \0 \u{fdd0}0 é 日本 😀 ${'x'.repeat(100_000)}`;
    await database().write((sql) => sql.run(SETTING.put, 'text', text));
    expect(await read('text')).toBe(text);
  });
}

/** Those of two instances, whose order nobody else arranges. */
interface Two {
  readonly one: Database;
  readonly other: Database;
}

function writers(instances: () => Two): void {
  const both = () => [instances().one, instances().other] as const;
  const alternating = <T>(count: number, work: (database: Database, n: number) => Promise<T>) => {
    const [one, other] = both();
    return Promise.all(Array.from({ length: count }, (_, n) => work(n % 2 === 0 ? one : other, n)));
  };

  test('data that is read and then written is not changed in between', async () => {
    await instances().one.write((sql) => sql.run(SETTING.put, 'count', '0'));
    await alternating(50, (database) =>
      database.write(async (sql) => {
        const row = await sql.get(SETTING.get, 'count');
        await sql.run(SETTING.change, String(Number(row?.value) + 1), 'count');
      }),
    );
    const row = await instances().other.read((sql) => sql.get(SETTING.get, 'count'));
    expect(row?.value).toBe('50');
  });

  test('a read sees one state, whatever is written meanwhile', async () => {
    const { one, other } = instances();
    await one.write((sql) => sql.run(SETTING.put, 'a', '0'));
    const states = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) =>
        one.write(async (sql) => {
          await sql.run(SETTING.change, String(n), 'a');
          return ['same', 'same'];
        }),
      ),
      ...Array.from({ length: 20 }, () =>
        other.read(async (sql) => [
          (await sql.get(SETTING.get, 'a'))?.value,
          (await sql.get(SETTING.get, 'a'))?.value,
        ]),
      ),
    ]);
    for (const [before, after] of states) expect(after).toBe(before);
  });

  test('50 concurrent updates of one page have 50 dates if dates always increase', async () => {
    const stores = both().map((database) =>
      storeOn(database, (at, last) => Math.max(at, last + 1)),
    );
    const [store] = stores as [Store];
    const { id: documentation } = await oneDocumentation(store);
    const { id } = await createPage(store, documentation, page('One'), ADA, null);
    const { updated: before } = await pageById(store, id, null);
    const updates = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const edit = { title: undefined, slug: undefined, content: String(n), message: 'm' };
        return updatePage(stores[n % 2] ?? store, id, edit, ADA, null);
      }),
    );
    const dates = updates.map(({ updated }) => updated).toSorted((a, b) => a - b);
    expect(dates).toEqual(Array.from({ length: 50 }, (_, n) => before + n + 1));
    const last = updates.find(({ updated }) => updated === dates.at(-1));
    expect((await pageById(store, id, null)).draft).toBe(last?.draft);
  });

  test('publishing pages next to uploads 200 times causes no error', async () => {
    const [store, second] = both().map((database) => storeOn(database)) as [Store, Store];
    const { id: documentation, versionId } = await oneDocumentation(store);
    const { id } = await createPage(store, documentation, page('One'), ADA, null);
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const upload = { title: 'API', slug: null, text: String(n), publish: true };
        await Promise.all([
          publishPage(store, id, 'm', ADA, null),
          uploadReference(second, versionId, upload, ADA, null),
        ]);
      }),
    );
    const { total } = await readAudit(
      second,
      { scopes: ['content'], until: null, before: null, hits: 1 },
      null,
    );
    expect(total).toBe(403);
  });

  test('ids of the audit log are in the order in which its entries become visible', async () => {
    const stores = both().map((database) => storeOn(database));
    const [store] = stores as [Store];
    const seen: number[] = [];
    const look = async (database: Database) => {
      const rows = await database.read((sql) => sql.all(AUDIT_IDS, seen.at(-1) ?? 0));
      const all = await database.read((sql) => sql.all(AUDIT_IDS, 0));
      // What came since is above all that was there: nobody who follows the log misses an entry.
      expect(all.map(({ id }) => id).slice(0, seen.length)).toEqual(seen);
      seen.push(...rows.map(({ id }) => id));
    };
    const looking = (async () => {
      while (seen.length < 60) {
        await look(instances().other);
        // A commit ends in a thread of its own, of which a loop of microtasks never hears.
        await setImmediate();
      }
    })();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        putUser(
          stores[n % 2] ?? store,
          { name: `U${n}`, email: `u${n}@example.com`, role: 'WRITER' },
          ADA,
        ),
      ),
    );
    await looking;
    expect(seen).toHaveLength(60);
  });

  test('a seed that two processes apply at the same time is applied once', async () => {
    const stores = both().map((database) => storeOn(database));
    await Promise.all([...stores, ...stores].map((store) => applySeed(store, SEED, ADA)));
    const [store] = stores as [Store];
    const slugs = async (rows: Promise<readonly { readonly slug: string }[]>) =>
      (await rows).map(({ slug }) => slug).toSorted();
    expect(await slugs(visibleVersions(store, null))).toEqual(['v1', 'v2']);
    expect(await slugs(allDocumentations(store))).toEqual(['guides', 'guides']);
    const marks = await instances().one.read((sql) => sql.all(NAV_MARKS.all));
    expect(marks.map(({ title }) => title).toSorted()).toEqual(['Getting started', 'Reference']);
  });

  test('each request is counted once', async () => {
    const counted = await alternating(100, (database) => database.counters.count('k', 60, 1000));
    const consumed = counted.map((window) => window.consumed).toSorted((a, b) => a - b);
    expect(consumed).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect(new Set(counted.map(({ reset }) => reset)).size).toBe(1);
  });

  test('search has the published text, even if it was changed while search was prepared', async () => {
    const [store, second] = both().map((database) => storeOn(database)) as [Store, Store];
    const { id: documentation } = await oneDocumentation(store);
    const words = Array.from({ length: 20 }, (_, n) => [`old${n}`, `new${n}`] as const);
    for (const [before, after] of words) {
      const made = { ...page(before), content: before };
      const { id } = await createPage(store, documentation, made, ADA, null);
      const edit = { title: undefined, slug: undefined, content: after, message: 'm' };
      const [published] = await Promise.all([
        publishPage(store, id, 'm', ADA, null),
        updatePage(second, id, edit, ADA, null),
      ]);
      const hits = async (word: string) => {
        const asked = {
          terms: parseSearchQuery(word),
          version: undefined,
          offset: 0,
          limit: 9,
        };
        const { sections } = await searchSections(second, asked, null);
        return sections.filter(({ content }) => content.includes(word)).length;
      };
      expect(await hits(before)).toBe(published.published === before ? 1 : 0);
      expect(await hits(after)).toBe(published.published === after ? 1 : 0);
    }
  });

  test('if two callers create the first key, only one gets it', async () => {
    const stores = both().map((database) => storeOn(database));
    const options = { name: 'first', permissions: null, versions: null };
    const made = await Promise.all(stores.map((store) => addFirstKey(store, options)));
    if (instances().one === instances().other) return;
    expect(made.filter((secret) => secret !== null)).toHaveLength(1);
  });
}

const AUDIT_IDS = statement<{ readonly id: number }>(
  'SELECT id FROM audit WHERE id > ? ORDER BY id',
);

function sections(database: () => Database): void {
  const add = (reference: number, title: string, content: string) =>
    database().write(async (sql) => {
      const id = await takeId(sql, 'section');
      await sql.run(SECTIONS.insert, id, 1, null, reference, title, content, null);
      await database().sections.add(sql, id, database().sections.words({ title, content }));
      return id;
    });
  const find = (
    query: string,
    references: readonly number[] = [1],
    offset = 0,
    limit = 10,
    unfinished = false,
  ) =>
    database().read((sql) => {
      const places = { documentations: [], references };
      const asked = { terms: parseSearchQuery(query), unfinished };
      return database().sections.find(sql, asked, places, { offset, limit });
    });

  test('search finds words and phrases, and skips excluded words', async () => {
    const a = await add(1, 'One', 'the quick brown fox');
    const b = await add(1, 'Two', 'the brown quick fox');
    expect(new Set((await find('quick fox')).ids)).toEqual(new Set([a, b]));
    expect(await find('"quick brown"')).toEqual({ ids: [a], total: 1 });
    expect(await find('fox -"quick brown"')).toEqual({ ids: [b], total: 1 });
    expect(await find('-fox')).toEqual({ ids: [], total: 0 });
    expect(await find('')).toEqual({ ids: [], total: 0 });
  });

  test('search finds prefixes of words only if the word may be unfinished', async () => {
    const a = await add(1, 'One', 'the quick brown fox');
    expect((await find('"the qui" bro')).ids).toEqual([]);
    expect((await find('"the qui" bro', [1], 0, 10, true)).ids).toEqual([a]);
    expect((await find('"qui brown"', [1], 0, 10, true)).ids).toEqual([]);
  });

  test('search is limited to the given places, one page at a time', async () => {
    const ids = [await add(1, 'A', 'word'), await add(1, 'B', 'word'), await add(2, 'C', 'word')];
    expect((await find('word', [2])).ids).toEqual([ids[2]]);
    expect(await find('word', [])).toEqual({ ids: [], total: 0 });
    const pages = [await find('word', [1, 2], 0, 2), await find('word', [1, 2], 2, 2)];
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
    expect(new Set(pages.flatMap((page) => page.ids))).toEqual(new Set(ids));
  });

  test('a word in a title ranks higher than one in a text', async () => {
    await add(1, 'Other', `word ${'filler '.repeat(5)}`);
    const titled = await add(1, 'The word', 'filler');
    expect((await find('word')).ids[0]).toBe(titled);
  });

  test('deleted content is not found', async () => {
    const id = await add(1, 'A', 'word');
    await database().write((sql) => database().sections.remove(sql, id));
    expect((await find('word')).total).toBe(0);
  });
}

function counters(database: () => Database): void {
  test('counts requests in a fixed window that opens with the first request', async () => {
    const count = (bucket: string, ms: number) => database().counters.count(bucket, 60, ms);
    expect(await count('a', 10_500)).toEqual({ consumed: 1, reset: 71 });
    expect(await count('a', 70_999)).toEqual({ consumed: 2, reset: 71 });
    expect(await count('b', 70_999)).toEqual({ consumed: 1, reset: 131 });
    expect(await count('a', 71_000)).toEqual({ consumed: 1, reset: 131 });
  });
}

function storeOn(database: Database, dateOf: Policy['dateOf'] = (at) => at): Store {
  const policy = {
    takenSlugs: 'refuse',
    emptyVersions: 'publish',
    listsDrafts: true,
    storedBody: (body: string) => body,
    dateOf,
  } as const;
  return new Store(database, new FixedClock(), policy, {
    page: sectionsOf,
    definition: () => Promise.resolve([{ title: 'GET', content: 'operation', fragment: 'get' }]),
  });
}

const page = (title: string) => ({
  title,
  slug: undefined,
  content: 'x',
  categoryTitle: undefined,
  message: 'm',
});

async function oneDocumentation(store: Store) {
  const version = await ensureVersion(store, { slug: 'v', name: 'V', published: true }, ADA);
  const made = { versionId: version.id, slug: 'd', title: 'D', categories: [] };
  return ensureDocumentation(store, made, ADA);
}

const WRITING = { scope: null, reader: WRITER };

function rules(database: () => Database): void {
  const open = () => storeOn(database());

  test('pages with one title that are created at the same time all get a slug of their own', async () => {
    const store = open();
    const documentation = await oneDocumentation(store);
    const made = await Promise.all(
      Array.from({ length: 35 }, () =>
        createPage(store, documentation.id, page('Interfaces'), ADA, null),
      ),
    );
    const slugs = made.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(35);
    expect(slugs).toContain('interfaces-34');
  });

  test('a key is found by its secret and by nothing else', async () => {
    const store = open();
    const secret = await addKey(store, {
      name: 'CI',
      permissions: ['page.read'],
      versions: null,
    });
    expect(await findKey(store, secret)).toMatchObject({ name: 'CI', scope: null });
    expect(await findKey(store, `${secret} `)).toBeUndefined();
    expect(await findKey(store, '')).toBeUndefined();
  });

  test('returns the places that a page mentions, and none that the key may not see', async () => {
    const store = open();
    const versions = [];
    for (const slug of ['v', 'w']) {
      const version = await ensureVersion(store, { slug, name: slug, published: true }, ADA);
      const { id } = await ensureDocumentation(
        store,
        { versionId: version.id, slug: 'd', title: `D of ${slug}`, categories: [] },
        ADA,
      );
      versions.push({
        version,
        page: await createPage(store, id, page(`One of ${slug}`), ADA, null),
      });
    }
    const [one, other] = versions;
    if (!one || !other) throw new Error('two versions were made');
    const shared = { variables: new Map([['a', '1']]), syncedBlocks: new Map([['a', 'text']]) };
    await putShared(store, shared, ADA);
    await putShared(store, { variables: new Map([['a', '2']]), syncedBlocks: new Map() }, ADA);
    const links = [
      ...Array.from({ length: 200 }, (_, n) => `/d/${n}`),
      '/d/one-of-v',
      '/d',
      '/w/d/one-of-w',
      '/x/d/one',
    ];
    const questions = { links, variables: ['a', 'b'], syncedBlocks: ['a', 'b'], children: true };
    const all = await around(store, one.page, WRITING)(questions);
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
    const some = await around(store, one.page, { ...WRITING, scope })(questions);
    expect([...some.links.keys()]).toEqual(['/d/one-of-v', '/d']);
    const fromOther = await around(store, other.page, WRITING)(questions);
    expect(fromOther.links.get('/d')?.title).toBe('D of w');
    const read = await around(store, one.page, { scope: null, reader: PUBLIC })(questions);
    expect([...read.links.keys()]).toEqual(['/d']);
  });

  test('pages are placed below others in order', async () => {
    const store = open();
    const documentation = await oneDocumentation(store);
    const create = (title: string) => createPage(store, documentation.id, page(title), ADA, null);
    const [top, a, b] = [await create('Top'), await create('A'), await create('B')];
    const editor = new Admin(store).editor();
    await editor.move(b.id, top.id);
    await editor.move(a.id, top.id);
    const questions = { links: [], variables: [], syncedBlocks: [], children: true };
    const titles = async () =>
      (await around(store, top, WRITING)(questions)).children.map(({ title }) => title);
    expect(await titles()).toEqual(['B', 'A']);
    await editor.move(b.id, null);
    expect(await titles()).toEqual(['A']);
  });

  test('a page that is deleted is gone, and its id is not used again', async () => {
    const store = open();
    const documentation = await oneDocumentation(store);
    const one = await createPage(store, documentation.id, page('One'), ADA, null);
    await removePage(store, one.id, 'm', ADA, null);
    await expect(pageById(store, one.id, null)).rejects.toThrow(/not found/);
    expect(await database().read((sql) => sql.all(HISTORY, one.id))).toEqual([]);
    const two = await createPage(store, documentation.id, page('One'), ADA, null);
    expect(two.id).not.toBe(one.id);
  });
}
