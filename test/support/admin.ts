/** What people do outside the API: in the platform's editor, and on the machine that it runs on. */
import type { WrittenChangelog } from '../../src/content/changelog/changelog-files.ts';
import type { ImportedProject } from '../../src/content/export/read-export.ts';
import type { Instant, PageId, Slug } from '../../src/model/ids.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { formatInstant } from '../../src/model/time.ts';
import { statement } from '../../src/platform/database/sql.ts';
import { loadExport } from '../../src/platform/import/load.ts';
import type { KeyOptions, PlatformUser, Seed } from '../../src/platform/platform-options.ts';
import {
  type ChangelogRow,
  allChangelogs,
  putChangelog,
} from '../../src/platform/resources/changelogs.ts';
import {
  type DocumentationRow,
  allDocumentations,
  ensureDocumentation,
  publishDocumentation,
} from '../../src/platform/resources/documentations.ts';
import { addKey } from '../../src/platform/resources/keys.ts';
import {
  type PageRow,
  allPages,
  createPage,
  pageById,
  publishPage,
  removePage,
  updatePage,
} from '../../src/platform/resources/pages.ts';
import { putUser } from '../../src/platform/resources/people.ts';
import {
  changeVersion,
  ensureVersion,
  visibleVersions,
} from '../../src/platform/resources/versions.ts';
import { applySeed } from '../../src/platform/seed.ts';
import { type Actor, PLATFORM, type Store } from '../../src/platform/store.ts';

/** A page with all that the platform knows about it, including its own history. */
export interface StoredPage {
  readonly id: PageId;
  readonly version: Slug;
  readonly documentation: Slug;
  readonly slug: Slug;
  readonly title: string;
  readonly listed: boolean;
  readonly updated: Instant;
  readonly draft: string | null;
  readonly published: string | null;
  /** Oldest first. */
  readonly history: readonly {
    readonly at: Instant;
    readonly message: string;
    readonly author: string;
  }[];
}

/** How readers see a reference, as uploads set it; null: no upload did. */
interface ReferenceSettings {
  readonly showTryItOut: number | null;
  readonly allowDownload: number | null;
  readonly expandable: number | null;
}

interface HistoryRow {
  readonly pageId: number;
  readonly at: number;
  readonly message: string;
  readonly author: string;
}

const SQL = {
  histories: statement<HistoryRow>(
    'SELECT page_id AS "pageId", at, message, author FROM history ORDER BY id',
  ),
  settings: statement<ReferenceSettings>(`
    SELECT show_try_it_out AS "showTryItOut", allow_download AS "allowDownload", expandable FROM reference WHERE id = ?`),
  rename: statement('UPDATE documentation SET slug = ? WHERE id = ?'),
  lastPosition: statement<{ readonly position: number | null }>(
    'SELECT max(position) AS position FROM page',
  ),
  discard: statement('UPDATE page SET draft = NULL, updated = ? WHERE id = ?'),
  move: statement('UPDATE page SET parent_id = ?, category_id = NULL, position = ? WHERE id = ?'),
};

/** Versions and documentations are named by their slugs. */
export class Admin {
  readonly #store: Store;
  readonly #actor: Actor;

  constructor(store: Store, actor = PLATFORM) {
    this.#store = store;
    this.#actor = actor;
  }

  /** The editor as this user. Edits carry the user's name. */
  editor(user = 'editor@example.com'): Editor {
    return new Editor(this.#store, { name: user, apiKey: false, ipAddress: '127.0.0.1' });
  }

  seed(seed: Seed): Promise<void> {
    return applySeed(this.#store, seed, this.#actor);
  }

  load(project: ImportedProject): Promise<void> {
    return loadExport(this.#store, project, this.#actor);
  }

  async loadChangelogs(changelogs: readonly WrittenChangelog[]): Promise<void> {
    for (const each of changelogs) await putChangelog(this.#store, each, this.#actor);
  }

  /** The API does not tell their ids. */
  changelogs(): Promise<readonly ChangelogRow[]> {
    return allChangelogs(this.#store);
  }

  async createVersion(version: {
    readonly slug: string;
    readonly name?: string;
    readonly published?: boolean;
  }): Promise<number> {
    const { slug, name = slug, published = true } = version;
    return (await ensureVersion(this.#store, { slug, name, published }, this.#actor)).id;
  }

  async createDocumentation(documentation: {
    readonly version: string;
    readonly slug: string;
    readonly title?: string;
    readonly categories?: readonly string[];
  }): Promise<number> {
    const { version, slug, title = slug, categories = [] } = documentation;
    const made = { versionId: await this.#versionId(version), slug, title, categories };
    return (await ensureDocumentation(this.#store, made, this.#actor)).id;
  }

  createUser(user: PlatformUser): Promise<void> {
    return putUser(this.#store, user, this.#actor);
  }

  /** Resolves to the secret. */
  createKey(options: KeyOptions): Promise<string> {
    return addKey(this.#store, options);
  }

  async renameVersion(slug: string, newSlug: string): Promise<void> {
    const edit = { slug: newSlug, name: undefined, published: undefined };
    await changeVersion(this.#store, await this.#versionId(slug), edit, this.#actor, null);
  }

  async renameDocumentation(version: string, slug: string, newSlug: string): Promise<void> {
    const id = await this.documentationId(version, slug);
    await this.#store.change(this.#actor, ({ sql }) => sql.run(SQL.rename, newSlug, id));
  }

  async publishDocumentation(version: string, slug: string, published = true): Promise<void> {
    const id = await this.documentationId(version, slug);
    await publishDocumentation(this.#store, id, published, this.#actor);
  }

  async documentationId(version: string, slug: string): Promise<number> {
    const versionId = await this.#versionId(version);
    const isMeant = (each: DocumentationRow) => each.versionId === versionId && each.slug === slug;
    return found((await allDocumentations(this.#store)).find(isMeant), `${version}/${slug}`).id;
  }

  async referenceSettings(id: number): Promise<Record<keyof ReferenceSettings, boolean | null>> {
    const row = await this.#store.read((sql) => sql.get(SQL.settings, id));
    const { showTryItOut, allowDownload, expandable } = found(row, `reference ${id}`);
    const told = (stored: number | null) => (stored === null ? null : stored === 1);
    return {
      showTryItOut: told(showTryItOut),
      allowDownload: told(allowDownload),
      expandable: told(expandable),
    };
  }

  /** All pages, in the order of their creation. */
  async pages(): Promise<readonly StoredPage[]> {
    const entries = await this.#store.read((sql) => sql.all(SQL.histories));
    const histories = groupBy(entries, ({ pageId }) => pageId);
    return (await allPages(this.#store)).map((page) =>
      storedPage(page, histories.get(page.id) ?? []),
    );
  }

  async page(id: number): Promise<StoredPage> {
    return found(
      (await this.pages()).find((each) => each.id === id),
      `page ${id}`,
    );
  }

  async #versionId(slug: string): Promise<number> {
    const versions = await visibleVersions(this.#store, null);
    return found(
      versions.find((each) => each.slug === slug),
      slug,
    ).id;
  }
}

function found<T>(item: T | undefined, name: string): T {
  if (item === undefined) throw new Error(`There is no ${name}.`);
  return item;
}

const storedPage = (page: PageRow, history: readonly HistoryRow[]): StoredPage => ({
  id: page.id as PageId,
  version: page.versionSlug as Slug,
  documentation: page.documentationSlug as Slug,
  slug: page.slug as Slug,
  title: page.title,
  listed: page.listed === 1,
  updated: formatInstant(page.updated * 1000),
  draft: page.draft,
  published: page.published,
  history: history.map(({ at, message, author }) => ({
    at: formatInstant(at * 1000),
    message,
    author,
  })),
});

export interface EditedPage {
  readonly title?: string;
  readonly slug?: string;
  readonly content?: string;
}

/** What a person does in the platform's editor, in a browser. The API only shows the results. */
export class Editor {
  readonly #store: Store;
  readonly #actor: Actor;

  constructor(store: Store, actor: Actor) {
    this.#store = store;
    this.#actor = actor;
  }

  /** Creates a page with a draft. Rejects with a `Refusal` for a taken slug or missing category. */
  async create(
    documentationId: number,
    page: EditedPage & { readonly categoryTitle?: string },
  ): Promise<PageId> {
    const { title, slug, content, categoryTitle } = page;
    const made = await createPage(
      this.#store,
      documentationId,
      { title, slug, content, categoryTitle, message: 'Created in the editor' },
      this.#actor,
      null,
    );
    return made.id as PageId;
  }

  /** Changes the draft, the title or the slug. Fields that are left out stay as they are, the slug too. */
  async edit(id: number, { title, slug, content }: EditedPage): Promise<void> {
    const before = await pageById(this.#store, id, null);
    await updatePage(
      this.#store,
      id,
      { title, slug: slug ?? before.slug, content, message: 'Edited in the editor' },
      this.#actor,
      null,
    );
  }

  async publish(id: number): Promise<void> {
    await publishPage(this.#store, id, 'Published in the editor', this.#actor, null);
  }

  /** Discards the draft: readers and editors see the published text. */
  async discard(id: number): Promise<void> {
    const { updated } = await pageById(this.#store, id, null);
    await this.#store.change(this.#actor, ({ sql, at }) =>
      sql.run(SQL.discard, this.#store.policy.dateOf(at, updated), id),
    );
  }

  /** Moves the page below another page of its documentation, to the last place; `null`: to the top level. */
  move(id: number, parentId: number | null): Promise<void> {
    return this.#store.change(this.#actor, async ({ sql }) => {
      const last = await sql.get(SQL.lastPosition);
      await sql.run(SQL.move, parentId, (last?.position ?? 0) + 1, id);
    });
  }

  /** Rejects with a `Refusal` if the page has subpages. */
  async remove(id: number): Promise<void> {
    await removePage(this.#store, id, 'Deleted in the editor', this.#actor, null);
  }
}
