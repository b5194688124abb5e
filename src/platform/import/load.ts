import type { ImportedPage } from '../../content/export/item.ts';
import type {
  ImportedDocumentation,
  ImportedProject,
  ImportedVersion,
} from '../../content/export/read-export.ts';
import { settingsHold, settingsOrHidden } from '../../content/settings/settings-file.ts';
import type { FilePath } from '../../model/ids.ts';
import { takeId } from '../database/schema.ts';
import { type Sql, statement } from '../database/sql.ts';
import { definitionOrFail } from '../definition/read.ts';
import { recordAudit } from '../resources/audit.ts';
import { DOCUMENTATIONS, NAV_MARKS } from '../resources/documentations.ts';
import { PAGES } from '../resources/pages.ts';
import { ensureReference } from '../resources/references.ts';
import {
  type PreparedPage,
  SECTIONS,
  indexPage,
  isSameText,
  isSearchable,
  preparePage,
} from '../resources/sections.ts';
import { VERSIONS } from '../resources/versions.ts';
import { type Actor, type Store, type WriteTransaction, userOf } from '../store.ts';

const INSERT_PAGE = statement(`
  INSERT INTO page (id, documentation_id, slug, title, listed, category_id, parent_id, position,
    created, updated, source_created, created_by, updated_by, source_created_by, header, draft, published)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** The number of pages that are indexed for search in one transaction. */
const BATCH = 50;

/**
 * Loads all pages in one transaction, makes search find them, then loads the references. Reads
 * definitions before it writes anything.
 * @throws Failure `content` if a definition cannot be read
 */
export async function loadExport(
  store: Store,
  { versions }: ImportedProject,
  actor: Actor,
): Promise<void> {
  const definitions = await Promise.all(versions.map(titledReferences));
  const ids = await store.change(actor, async (change) => {
    const made: number[] = [];
    let pages = 0;
    for (const version of versions) {
      const id = await versionId(change, version);
      made.push(id);
      for (const each of version.documentations) {
        pages += await loadDocumentation(store, change, id, each);
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
    await completeSearch(store, id, actor);
    for (const each of references) await ensureReference(store, id, each, actor);
  }
}

/**
 * Indexes the pages of a version that search does not know yet: those just loaded, or loaded by an
 * earlier start that did not finish. All pages must be loaded first, because links show the titles
 * of their targets.
 */
async function completeSearch(store: Store, version: number, actor: Actor): Promise<void> {
  const missing = await store.read((sql) => sql.all(PAGES.unindexed, version));
  for (let at = 0; at < missing.length; at += BATCH) {
    const pages: PreparedPage[] = [];
    for (const { id } of missing.slice(at, at + BATCH)) {
      const page = await store.read((sql) => sql.get(PAGES.byId, id));
      if (page && isSearchable(page)) pages.push(await preparePage(store, page));
    }
    if (pages.every(({ sections }) => sections.length === 0)) continue;
    await store.change(actor, ({ sql }) => indexMissing(store, sql, pages));
  }
}

/** Skips pages that somebody has changed since: the change indexed them, or search must not find them. */
async function indexMissing(store: Store, sql: Sql, pages: readonly PreparedPage[]): Promise<void> {
  for (const prepared of pages) {
    const page = await sql.get(PAGES.byId, prepared.page.id);
    const isIndexed = (await sql.all(SECTIONS.ofPage, prepared.page.id)).length > 0;
    if (!page || isIndexed || !isSameText(page, prepared.page)) continue;
    await indexPage(sql, store.database.sections, page, prepared);
  }
}

/** Resolves to the number of new pages. */
async function loadDocumentation(
  store: Store,
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
  const said = await settingsOrHidden(settings, 'settings.json' as FilePath);
  if (settingsHold(said) !== null) await sql.run(DOCUMENTATIONS.publish, 0, at, id);
  let category: number | null = null;
  let pages = 0;
  for (const [index, item] of items.entries()) {
    const position = index + 1;
    if (item.kind === 'page') {
      pages += await loadPage(store, change, item, {
        documentation: id,
        category,
        parent: null,
        position,
      });
      continue;
    }
    if (item.kind !== 'link' && item.kind !== 'label') category = null;
    const mark = await takeId(sql, 'nav_mark');
    await sql.run(NAV_MARKS.insert, mark, id, item.kind, item.title, item.url, category, position);
    if (item.kind === 'category') category = mark;
  }
  return pages;
}

async function loadPage(
  store: Store,
  change: WriteTransaction,
  page: ImportedPage,
  place: Place,
): Promise<number> {
  const { sql, at, actor } = change;
  const id = await takeId(sql, 'page');
  const { slug, title, listed, header, draft, published, children } = page;
  const { documentation, category, parent, position } = place;
  const user = userOf(actor);
  const isDraft = published === null && !store.policy.listsDrafts;
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
    pages += await loadPage(store, change, child, below);
  }
  return pages;
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
  for (const { slug, file, text, settings } of references) {
    const { title: own } = await definitionOrFail(text, file);
    const title = taken.has(own) ? `${own} (${slug})` : own;
    taken.add(title);
    const said = settings ? await settingsOrHidden(settings.text, settings.file) : {};
    uploads.push({ title, slug, text, publish: settingsHold(said) === null });
  }
  return uploads;
}
