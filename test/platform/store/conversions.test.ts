/** What takes long is done outside of transactions, for whose end others wait. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseSearchQuery } from '../../../src/content/search/query.ts';
import { readProject } from '../../../src/content/export/read-export.ts';
import { Refusal } from '../../../src/platform/refusal.ts';
import { sectionsOf } from '../../../src/platform/render.ts';
import type { Actor } from '../../../src/platform/store.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { openPostgres } from '../../../src/platform/database/postgres/open.ts';
import { openSqlite } from '../../../src/platform/database/sqlite.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/unavailable.ts';
import { VARIABLES } from '../../../src/platform/resources/shared.ts';
import { Store } from '../../../src/platform/store.ts';
import { FixedClock } from '../../support/clocks.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { HAS_POSTGRES, newDatabase } from '../../support/postgres.ts';
import {
  createPage,
  allPages,
  removePage,
  publishPage,
  pageById,
  updatePage,
} from '../../../src/platform/resources/pages.ts';
import { publishReference, uploadReference } from '../../../src/platform/resources/references.ts';
import {
  allChangelogs,
  createPost,
  putChangelog,
} from '../../../src/platform/resources/changelogs.ts';
import { copyVersion } from '../../../src/platform/resources/clones.ts';
import { addKey, findKey } from '../../../src/platform/resources/keys.ts';
import { ensureVersion, visibleVersions } from '../../../src/platform/resources/versions.ts';
import { searchSections } from '../../../src/platform/resources/search.ts';
import { loadExport } from '../../../src/platform/import/load.ts';
import { ensureDocumentation } from '../../../src/platform/resources/documentations.ts';

const ADA: Actor = { name: 'ada@example.com', apiKey: false, ipAddress: '127.0.0.1' };

const nothing = (): Promise<void> => Promise.resolve();

/** A store whose converters fail, and a place to step in before the next write transaction. */
class Guarded {
  readonly store: Store;
  readonly converted: string[] = [];
  beforeWrite = nothing;
  readonly #transaction = new AsyncLocalStorage<true>();

  constructor(database: Database) {
    const { sections } = database;
    const guarded: Database = {
      ...whatStays(database),
      read: (work) => database.read((sql) => this.#transaction.run(true, () => work(sql))),
      write: async (work) => {
        const stepIn = this.beforeWrite;
        this.beforeWrite = nothing;
        await stepIn();
        return database.write((sql) => this.#transaction.run(true, () => work(sql)));
      },
      sections: {
        words: (text) => this.#convert(text.content, sections.words(text)),
        add: sections.add.bind(sections),
        copy: sections.copy.bind(sections),
        remove: sections.remove.bind(sections),
        find: sections.find.bind(sections),
      },
    };
    const policy = {
      takenSlugs: 'refuse',
      emptyVersions: 'publish',
      listsDrafts: true,
      storedBody: (body: string) => this.#convert(body, body),
      dateOf: (at: number) => at,
    } as const;
    this.store = new Store(guarded, new FixedClock(), policy, {
      page: (source, ask) => this.#convert(source, sectionsOf(source, ask)),
      definition: (text) => {
        const found = [{ title: 'GET', content: text, fragment: 'get' }];
        return this.#convert(text, Promise.resolve(found));
      },
    });
  }

  #convert<T>(source: string, result: T): T {
    if (this.#transaction.getStore()) throw new Error('A conversion runs in a transaction.');
    this.converted.push(source);
    return result;
  }

  /** How many sections have this word. */
  async hits(word: string): Promise<number> {
    const asked = { terms: parseSearchQuery(word), version: undefined, offset: 0, limit: 9 };
    return (await searchSections(this.store, asked, null)).total;
  }

  async documentation(): Promise<{ readonly id: number; readonly versionId: number }> {
    const version = { slug: 'v', name: 'V', published: true };
    const { id: versionId } = await ensureVersion(this.store, version, ADA);
    const made = { versionId, slug: 'd', title: 'D', categories: [] };
    return ensureDocumentation(this.store, made, ADA);
  }

  async page(documentation: number, content: string): Promise<number> {
    const rest = { slug: undefined, categoryTitle: undefined, message: 'm' };
    const made = { title: 'Page', content, ...rest };
    return (await createPage(this.store, documentation, made, ADA, null)).id;
  }

  async write(id: number, content: string): Promise<void> {
    const edit = { title: undefined, slug: 'page', content, message: 'm' };
    await updatePage(this.store, id, edit, ADA, null);
  }

  async upload(versionId: number, text: string, publish: boolean): Promise<number> {
    const upload = { title: 'API', slug: null, text, publish };
    return (await uploadReference(this.store, versionId, upload, ADA, null)).id;
  }
}

const whatStays = (database: Database) => ({
  ...database,
  counters: database.counters,
  close: () => database.close(),
});

const archive = (text: string) =>
  readProject(
    new Map([['v9/Guide/1 Page.md', `---\ntitle: Page\n---\n---published\n\n${text}\n`]]),
  );

type Place = readonly [name: string, open: () => Promise<Database>];

const onPostgres: Place = [
  'PostgreSQL',
  async () => {
    const { url, drop } = await newDatabase();
    onTestFinished(() => drop());
    return openPostgres(url);
  },
];

const IN_MEMORY: Place = ['SQLite in memory', () => openSqlite(null)];

/** Where reads have connections of their own. */
const SHARED: readonly Place[] = [
  ['SQLite in a folder', async () => openSqlite(await temporaryFolder())],
  ...(HAS_POSTGRES ? [onPostgres] : []),
];

async function opened(open: Place[1]): Promise<Database> {
  const database = await open();
  onTestFinished(() => database.close());
  return database;
}

describe.each([IN_MEMORY, ...SHARED])('on %s', (_, open) => {
  test('no transaction contains a conversion', async () => {
    const platform = new Guarded(await opened(open));
    const { store } = platform;
    const { id: documentation, versionId } = await platform.documentation();
    const id = await platform.page(documentation, 'alpha [](/v/d/page)');
    await platform.write(id, 'beta [](/v/d/page)');
    await publishPage(store, id, 'm', ADA, null);
    expect(await platform.hits('beta')).toBe(1);
    const renamed = { title: 'Renamed', slug: 'page', content: 'gamma', message: 'm' };
    await updatePage(store, id, renamed, ADA, null);
    expect(await platform.hits('renamed')).toBe(1);
    await platform.upload(versionId, 'delta', true);
    const reference = await platform.upload(versionId, 'epsilon', false);
    await publishReference(store, reference, ADA, null);
    expect([await platform.hits('delta'), await platform.hits('epsilon')]).toEqual([0, 1]);
    const post = { title: 'P', slug: 'p', content: 'zeta', published: true };
    const posts = [{ ...post, date: null }];
    const changelog = { path: 'c', title: 'C', description: null, published: true, posts };
    await putChangelog(store, changelog, ADA);
    const [{ id: made } = { id: 0 }] = await allChangelogs(store);
    await createPost(store, made, { ...post, slug: 'q', content: 'eta' }, ADA);
    await copyVersion(store, versionId, { name: 'Copy', slug: 'w' }, ADA, null);
    await loadExport(store, archive('theta'), ADA);
    expect(await platform.hits('theta')).toBe(1);
    const texts = ['alpha [](/v/d/page)', 'delta', 'zeta', 'eta'];
    expect(platform.converted).toEqual(expect.arrayContaining(texts));
  });

  test('search has the published text even if something else was written while it was prepared', async () => {
    const platform = new Guarded(await opened(open));
    const { id: documentation, versionId } = await platform.documentation();
    const id = await platform.page(documentation, 'old');
    platform.beforeWrite = () => platform.write(id, 'new');
    const { published } = await publishPage(platform.store, id, 'm', ADA, null);
    expect(published).toBe('new');
    expect([await platform.hits('old'), await platform.hits('new')]).toEqual([0, 1]);

    const reference = await platform.upload(versionId, 'before', false);
    platform.beforeWrite = async () => {
      await platform.upload(versionId, 'after', false);
    };
    await publishReference(platform.store, reference, ADA, null);
    expect([await platform.hits('before'), await platform.hits('after')]).toEqual([0, 1]);
  });

  test('a clone has the texts that were written while it was prepared', async () => {
    const platform = new Guarded(await opened(open));
    const { id: documentation, versionId } = await platform.documentation();
    const id = await platform.page(documentation, '[one](/v/d/page)');
    platform.beforeWrite = () => platform.write(id, '[two](/v/d/page)');
    await copyVersion(platform.store, versionId, { name: 'Copy', slug: 'w' }, ADA, null);
    const drafts = (await allPages(platform.store)).map(({ draft }) => draft);
    expect(drafts).toEqual(['[two](/v/d/page)', '[two](/w/d/page)']);
  });

  test('an operation whose data changes each time it is prepared is given up, and changes nothing', async () => {
    const platform = new Guarded(await opened(open));
    const { id: documentation } = await platform.documentation();
    const id = await platform.page(documentation, 'text 0');
    let texts = 0;
    const writeAgain = async () => {
      texts += 1;
      await platform.write(id, `text ${texts}`);
      platform.beforeWrite = writeAgain;
    };
    platform.beforeWrite = writeAgain;
    const publish = publishPage(platform.store, id, 'm', ADA, null);
    await expect(publish).rejects.toThrow(DatabaseUnavailable);
    expect((await pageById(platform.store, id, null)).published).toBeNull();
  });

  test('pages of an archive are found even if loading it was cut off before', async () => {
    const platform = new Guarded(await opened(open));
    const { store } = platform;
    platform.beforeWrite = () => {
      platform.beforeWrite = () => Promise.reject(new Error('cut short'));
      return nothing();
    };
    await expect(loadExport(store, archive('word'), ADA)).rejects.toThrow('cut short');
    expect(await platform.hits('word')).toBe(0);
    await loadExport(store, archive('word'), ADA);
    expect(await platform.hits('word')).toBe(1);
    expect(await allPages(store)).toHaveLength(1);
  });
});

test.each(SHARED)('a write that stays open blocks no key and no read, on %s', async (_, open) => {
  const database = await opened(open);
  const { store } = new Guarded(database);
  const secret = await addKey(store, { name: 'k', permissions: null, versions: null });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const order: string[] = [];
  const write = database
    .write(async (sql) => {
      await sql.run(VARIABLES.insert, 'value', 'name');
      await held;
    })
    .then(() => order.push('written'));
  const behind = removePage(store, 0, 'm', ADA, null).catch((error: unknown) => {
    order.push(error instanceof Refusal ? 'refused' : String(error));
  });
  expect(await findKey(store, secret)).toMatchObject({ name: 'k' });
  expect(await visibleVersions(store, null)).toEqual([]);
  order.push('read');
  release();
  await Promise.all([write, behind]);
  expect(order).toEqual(['read', 'written', 'refused']);
});
