import { groupBy } from '../../model/group-by.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { sees, userOf, type Actor, type VisibleVersions } from './actor.ts';
import { recordAudit } from './audit.ts';
import type { WriteTransaction, StoreCore } from './core.ts';
import { nextPosition } from './positions.ts';
import { takeId } from './database/schema.ts';
import { indexPage, preparePage, unindexPage, type PreparedPage } from './search/page-sections.ts';
import { chooseSlug } from './page-slugs.ts';
import type { Sql } from './database/sql.ts';
import { PAGES, type HistoryRow, type PageRow } from './statements/pages.ts';
import { DOCUMENTATIONS, NAV_MARKS, type DocumentationRow } from './statements/structure.ts';
import { findVersion } from './versions.ts';

export interface NewPage {
  readonly title: string | undefined;
  readonly slug: string | undefined;
  readonly content: string | undefined;
  readonly categoryTitle: string | undefined;
  readonly message: string;
}

export interface PageEdit {
  readonly title: string | undefined;
  /** `undefined`: derived from the title, as for a new page (contract, "Update a page"). */
  readonly slug: string | undefined;
  readonly content: string | undefined;
  readonly message: string;
}

/** One of each pair is given. */
export interface PageSelector {
  readonly version: { readonly id: number } | { readonly slug: string };
  readonly documentation: { readonly id: number } | { readonly slug: string };
  readonly slug: string;
}

export interface PageWithHistory {
  readonly page: PageRow;
  /** Oldest first. */
  readonly history: readonly HistoryRow[];
}

const UNTITLED = 'Untitled';

/** Pages and the transitions of their draft and published content (contract, sections 3 and 4). */
export class PageStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  read(id: number, scope: VisibleVersions): Promise<PageRow> {
    return this.#core.read((sql) => findPage(sql, id, scope));
  }

  find(address: PageSelector, scope: VisibleVersions): Promise<PageRow> {
    return this.#core.read(async (sql) => {
      const version = await findVersion(sql, address.version, scope);
      const { documentation } = address;
      const found =
        'id' in documentation
          ? await sql.get(DOCUMENTATIONS.byId, documentation.id)
          : await sql.get(DOCUMENTATIONS.bySlug, version.id, documentation.slug);
      if (found?.versionId !== version.id) throw notFound('Documentation');
      const page = await sql.get(PAGES.bySlug, found.id, address.slug);
      if (!page) throw notFound('Page');
      return page;
    });
  }

  withHistory(id: number): Promise<PageWithHistory> {
    return this.#core.read(async (sql) => ({
      page: await findPage(sql, id, null),
      history: await sql.all(PAGES.history, id),
    }));
  }

  /** All pages, in the order of their creation. */
  allWithHistory(): Promise<readonly PageWithHistory[]> {
    return this.#core.read(async (sql) => {
      const histories = groupBy(await sql.all(PAGES.histories), ({ pageId }) => pageId);
      const pages = await sql.all(PAGES.all);
      return pages.map((page) => ({ page, history: histories.get(page.id) ?? [] }));
    });
  }

  create(
    documentationId: number,
    page: NewPage,
    actor: Actor,
    scope: VisibleVersions,
  ): Promise<PageRow> {
    const draft = this.#core.policy.storedBody(page.content ?? '');
    return this.#core.change(actor, async (change) => {
      const { sql, at } = change;
      const documentation = await sql.get(DOCUMENTATIONS.byId, documentationId);
      if (!documentation || !sees(scope, documentation.versionId)) throw notFound('Documentation');
      const category =
        page.categoryTitle === undefined
          ? null
          : await findCategory(sql, documentation, page.categoryTitle);
      const title = page.title ?? UNTITLED;
      const slug = await chooseSlug(
        sql,
        this.#core.policy,
        documentationId,
        page.slug,
        title,
        null,
      );
      const id = await takeId(sql, 'page');
      const position = await nextPosition(sql, documentationId, category);
      const place = [id, documentationId, slug, title, category, position];
      const user = userOf(actor);
      await sql.run(PAGES.insert, ...place, draft, at, at, at, user, user, user);
      const made = { id, versionId: documentation.versionId };
      await record(change, made, 'INS', page.message, { title, slug, documentationId });
      return findPage(sql, id, scope);
    });
  }

  async update(id: number, edit: PageEdit, actor: Actor, scope: VisibleVersions): Promise<PageRow> {
    const content = edit.content === undefined ? null : this.#core.policy.storedBody(edit.content);
    const prepare = async () =>
      edit.title === undefined ? null : this.#prepareTitle(id, edit.title, scope);
    return this.#core.changeWith(actor, prepare, async (change, prepared) => {
      const { sql, at } = change;
      const before = await findPage(sql, id, scope);
      const title = edit.title ?? before.title;
      const slug = await chooseSlug(
        sql,
        this.#core.policy,
        before.documentationId,
        edit.slug,
        title,
        id,
      );
      const draft = content ?? before.draft;
      await sql.run(
        PAGES.update,
        title,
        slug,
        draft,
        this.#core.policy.dateOf(at, before.updated),
        userOf(actor),
        id,
      );
      await record(change, before, 'UPD', edit.message, {
        ...changed('title', before.title, title),
        ...changed('slug', before.slug, slug),
        ...(draft === before.draft ? {} : { content: 'draft' }),
      });
      const after = await findPage(sql, id, scope);
      if (title !== before.title) await this.#index(sql, after, prepared);
      return after;
    });
  }

  /** Makes the draft what readers see. Without a draft the published content stays as it is. */
  async publish(
    id: number,
    message: string,
    actor: Actor,
    scope: VisibleVersions,
  ): Promise<PageRow> {
    const prepare = async () => {
      const page = await this.read(id, scope);
      return preparePage(this.#core, { ...page, published: page.draft ?? page.published });
    };
    return this.#core.changeWith(actor, prepare, async (change, prepared) => {
      const { sql, at } = change;
      const before = await findPage(sql, id, scope);
      const updated = this.#core.policy.dateOf(at, before.updated);
      await sql.run(PAGES.publish, updated, userOf(actor), id);
      await record(change, before, 'UPD', message, { content: 'published' });
      const after = await findPage(sql, id, scope);
      await this.#index(sql, after, prepared);
      return after;
    });
  }

  /** Not in the API. The page becomes the last one below `parentId`; `null`: the last one of its documentation. */
  move(id: number, parentId: number | null, actor: Actor): Promise<void> {
    return this.#core.change(actor, async (change) => {
      const { sql } = change;
      const page = await findPage(sql, id, null);
      const { documentationId } = page;
      if (parentId !== null) await checkParent(sql, id, documentationId, parentId);
      const position =
        parentId === null
          ? await nextPosition(sql, documentationId, null)
          : ((await sql.get(PAGES.lastChild, parentId))?.position ?? 0) + 1;
      await sql.run(PAGES.move, parentId, position, id);
      await record(change, page, 'UPD', 'Moved in the editor', { parentId });
    });
  }

  /**
   * Permanently removes the page, its texts, its history, its place in the navigation and its sections in search. Links to it stay as they are written.
   * @throws Refusal `invalid` if the page has subpages
   */
  remove(id: number, message: string, actor: Actor, scope: VisibleVersions): Promise<void> {
    return this.#core.change(actor, async (change) => {
      const { sql } = change;
      const { title, slug, versionId } = await findPage(sql, id, scope);
      if (await sql.get(PAGES.hasChildren, id)) {
        throw new Refusal('invalid', 'General Exception: the page has subpages: delete them first');
      }
      await unindexPage(sql, this.#core.database.sections, id);
      await sql.run(PAGES.removeHistory, id);
      await sql.run(PAGES.remove, id);
      await recordAudit(change, {
        entity: 'page',
        entityId: id,
        versionId,
        operation: 'DEL',
        message,
        details: { title, slug },
      });
    });
  }

  /** What search is to find of the page once it has this title; `null`: what it finds now. */
  async #prepareTitle(
    id: number,
    title: string,
    scope: VisibleVersions,
  ): Promise<PreparedPage | null> {
    const page = await this.read(id, scope);
    return page.title === title ? null : preparePage(this.#core, { ...page, title });
  }

  async #index(sql: Sql, page: PageRow, prepared: PreparedPage | null): Promise<void> {
    if (page.published === null) return;
    await indexPage(sql, this.#core.database.sections, page, prepared);
  }
}

async function findPage(sql: Sql, id: number, scope: VisibleVersions): Promise<PageRow> {
  const page = await sql.get(PAGES.byId, id);
  if (!page || !sees(scope, page.versionId)) throw notFound('Page');
  return page;
}

/** A page can be moved below any other page of its documentation, except its own subpages. */
async function checkParent(
  sql: Sql,
  id: number,
  documentationId: number,
  parentId: number,
): Promise<void> {
  const parent = await findPage(sql, parentId, null);
  if (parent.documentationId !== documentationId) {
    throw invalid('parentId', 'is in another documentation');
  }
  for (let above: number | null = parentId; above !== null;) {
    if (above === id) throw invalid('parentId', 'is the page itself, or below it');
    above = (await sql.get(PAGES.parent, above))?.parentId ?? null;
  }
}

async function findCategory(
  sql: Sql,
  documentation: DocumentationRow,
  title: string,
): Promise<number> {
  const marks = await sql.all(NAV_MARKS.ofDocumentation, documentation.id);
  const categories = marks.filter(({ kind }) => kind === 'category');
  const wanted = title.toLowerCase();
  const found = categories.find((category) => category.title.toLowerCase() === wanted);
  if (found) return found.id;
  const names = categories.map((category) => `"${category.title}"`).join(', ');
  throw invalid(
    'categoryTitle',
    `no category "${title}" in "${documentation.title}"; ${names ? `there are ${names}` : 'it has none'}`,
  );
}

const changed = (field: string, from: string, to: string): Record<string, unknown> =>
  from === to ? {} : { [field]: { from, to } };

/** Writes the history message and the audit entry of one change. */
async function record(
  change: WriteTransaction,
  { id, versionId }: Pick<PageRow, 'id' | 'versionId'>,
  operation: 'INS' | 'UPD',
  message: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { sql, at, actor } = change;
  await sql.run(PAGES.addHistory, await takeId(sql, 'history'), id, at, message, actor.name);
  await recordAudit(change, {
    entity: 'page',
    entityId: id,
    versionId,
    operation,
    message,
    details,
  });
}
