import { definitionOrFail } from '../definition/loaded.ts';
import { userOf, type Actor } from '../store/actor.ts';
import { recordAudit } from '../store/audit.ts';
import type { WriteTransaction, StoreCore } from '../store/core.ts';
import {
  indexPage,
  isSameText,
  mayBeFound,
  preparePage,
  type PreparedPage,
} from '../store/search/page-sections.ts';
import { takeId } from '../store/database/schema.ts';
import { statement, type Sql } from '../store/database/sql.ts';
import { PAGES } from '../store/statements/pages.ts';
import { SECTIONS } from '../store/statements/sections.ts';
import { DOCUMENTATIONS, NAV_MARKS, VERSIONS } from '../store/statements/structure.ts';
import type { ReferenceStore } from '../store/references.ts';
import type { ImportedPage } from '../../content/export/item.ts';
import type {
  ImportedDocumentation,
  ImportedProject,
  ImportedVersion,
} from '../../content/export/read-export.ts';

const INSERT_PAGE = statement(`
  INSERT INTO page (id, documentation_id, slug, title, listed, category_id, parent_id, position,
    created, updated, source_created, created_by, updated_by, source_created_by, header, draft, published)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** So many pages become searchable in one transaction. */
const BATCH = 50;

/**
 * Loads exports. Existing versions and documentations stay as they are, with their pages, so that a platform can be started again on its data with the same
 * archive.
 */
export class ImportStore {
  readonly #core: StoreCore;
  readonly #references: ReferenceStore;

  constructor(core: StoreCore, references: ReferenceStore) {
    this.#core = core;
    this.#references = references;
  }

  /**
   * Loads all pages in one transaction, makes search find them, then loads the references. Reads definitions before it writes anything.
   * @throws Failure `content` if a definition cannot be read
   */
  async load({ versions }: ImportedProject, actor: Actor): Promise<void> {
    const definitions = await Promise.all(versions.map(titledReferences));
    const ids = await this.#core.change(actor, async (change) => {
      const made: number[] = [];
      let pages = 0;
      for (const version of versions) {
        const id = await versionId(change, version);
        made.push(id);
        for (const each of version.documentations) {
          pages += await this.#loadDocumentation(change, id, each);
        }
      }
      if (pages > 0) {
        await recordAudit(change, {
          entity: 'project-import',
          entityId: 'project',
          versionId: null,
          operation: 'INS',
          message: 'Project imported',
          details: { pages },
        });
      }
      return made;
    });
    for (const [index, references] of definitions.entries()) {
      const id = ids[index];
      if (id === undefined) continue;
      await this.#completeSearch(id, actor);
      for (const each of references) await this.#references.ensure(id, each, actor);
    }
  }

  /**
   * Makes search find the pages of a version of which it knows nothing: those that were loaded just now, or before a start that did not come to its end. All of them have to be there first:
   * links have the titles of their targets.
   */
  async #completeSearch(version: number, actor: Actor): Promise<void> {
    const missing = await this.#core.read((sql) => sql.all(PAGES.unindexed, version));
    for (let at = 0; at < missing.length; at += BATCH) {
      const pages: PreparedPage[] = [];
      for (const { id } of missing.slice(at, at + BATCH)) {
        const page = await this.#core.read((sql) => sql.get(PAGES.byId, id));
        if (page && mayBeFound(page)) pages.push(await preparePage(this.#core, page));
      }
      if (pages.every(({ sections }) => sections.length === 0)) continue;
      await this.#core.change(actor, ({ sql }) => this.#indexMissing(sql, pages));
    }
  }

  /** A page that somebody has changed since was indexed by that change, or is not to be found. */
  async #indexMissing(sql: Sql, pages: readonly PreparedPage[]): Promise<void> {
    for (const prepared of pages) {
      const page = await sql.get(PAGES.byId, prepared.page.id);
      const isIndexed = (await sql.all(SECTIONS.ofPage, prepared.page.id)).length > 0;
      if (!page || isIndexed || !isSameText(page, prepared.page)) continue;
      await indexPage(sql, this.#core.database.sections, page, prepared);
    }
  }

  /** Resolves to the number of new pages. */
  async #loadDocumentation(
    change: WriteTransaction,
    version: number,
    { slug, title, settings, items }: ImportedDocumentation,
  ): Promise<number> {
    const { sql, at } = change;
    if (await sql.get(DOCUMENTATIONS.bySlug, version, slug)) return 0;
    const id = await takeId(sql, 'documentation');
    const last = await sql.get(DOCUMENTATIONS.last, version);
    const ordr = (last?.ordr ?? 0) + 1;
    await sql.run(DOCUMENTATIONS.insert, id, version, slug, title, settings, ordr, at, at);
    let category: number | null = null;
    let pages = 0;
    for (const [index, item] of items.entries()) {
      const position = index + 1;
      if (item.kind === 'page') {
        pages += await this.#loadPage(change, item, {
          documentation: id,
          category,
          parent: null,
          position,
        });
        continue;
      }
      if (item.kind !== 'link') category = null;
      const mark = await takeId(sql, 'nav_mark');
      await sql.run(
        NAV_MARKS.insert,
        mark,
        id,
        item.kind,
        item.title,
        item.url,
        category,
        position,
      );
      if (item.kind === 'category') category = mark;
    }
    return pages;
  }

  async #loadPage(change: WriteTransaction, page: ImportedPage, place: Place): Promise<number> {
    const { sql, at, actor } = change;
    const id = await takeId(sql, 'page');
    const { slug, title, listed, header, draft, published, children } = page;
    const { documentation, category, parent, position } = place;
    const user = userOf(actor);
    const isDraft = published === null && !this.#core.policy.listsDrafts;
    await sql.run(
      INSERT_PAGE,
      id,
      documentation,
      slug,
      title,
      listed || isDraft ? 1 : 0,
      category,
      parent,
      position,
      at,
      at,
      at,
      user,
      user,
      user,
      JSON.stringify(header),
      draft,
      published,
    );
    await sql.run(PAGES.addHistory, await takeId(sql, 'history'), id, at, 'Imported', actor.name);
    let pages = 1;
    const subpages = children.filter((child) => child.kind === 'page');
    for (const [index, child] of subpages.entries()) {
      const below = { documentation, category: null, parent: id, position: index + 1 };
      pages += await this.#loadPage(change, child, below);
    }
    return pages;
  }
}

interface Place {
  readonly documentation: number;
  readonly category: number | null;
  readonly parent: number | null;
  readonly position: number;
}

async function versionId(
  { sql, at }: WriteTransaction,
  { slug, name }: Pick<ImportedVersion, 'slug' | 'name'>,
): Promise<number> {
  const found = await sql.get(VERSIONS.bySlug, slug);
  if (found) return found.id;
  const id = await takeId(sql, 'version');
  const last = await sql.get(VERSIONS.last);
  await sql.run(VERSIONS.insert, id, slug, name, 1, (last?.ordr ?? 0) + 1, at, at);
  return id;
}

/** References with their titles, by which the platform identifies them. If two have the same title, the second title gets the file's name added. */
async function titledReferences({ references }: ImportedVersion) {
  const taken = new Set<string>();
  const uploads = [];
  for (const { slug, file, text } of references) {
    const { title: own } = await definitionOrFail(text, file);
    const title = taken.has(own) ? `${own} (${slug})` : own;
    taken.add(title);
    uploads.push({ title, slug, text, publish: true });
  }
  return uploads;
}
