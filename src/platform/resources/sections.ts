/** The sections of pages and references that search finds. */
import { PUBLIC, visibilityOf } from '../../content/page/visibility.ts';
import { takeId } from '../database/schema.ts';
import type { IndexedWords, SectionIndex } from '../database/section-index.ts';
import { type Sql, statement } from '../database/sql.ts';
import type { OperationSection } from '../definition/jobs.ts';
import { Stale, type Store } from '../store.ts';
import { type Viewpoint, answer } from './surroundings-queries.ts';
import { type StandingColumns, visibilityInputOf } from './visibility.ts';

export interface SectionRow {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly fragment: string | null;
  readonly versionSlug: string;
  readonly versionName: string;
  readonly pageId: number | null;
  readonly pageTitle: string | null;
  readonly pageSlug: string | null;
  /** The title of the documentation or of the reference. */
  readonly parentTitle: string;
  readonly parentSlug: string;
}

export interface IndexedSectionRow {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly fragment: string | null;
}

const INDEXED = 'SELECT id, title, content, fragment FROM section';

export const SECTIONS = {
  insert: statement(`
    INSERT INTO section (id, version_id, page_id, reference_id, title, content, fragment)
    VALUES (?, ?, ?, ?, ?, ?, ?)`),
  ofPage: statement<{ readonly id: number }>('SELECT id FROM section WHERE page_id = ?'),
  ofReference: statement<{ readonly id: number }>('SELECT id FROM section WHERE reference_id = ?'),
  indexedOfPage: statement<IndexedSectionRow>(`${INDEXED} WHERE page_id = ? ORDER BY id`),
  indexedOfReference: statement<IndexedSectionRow>(`${INDEXED} WHERE reference_id = ? ORDER BY id`),
  remove: statement('DELETE FROM section WHERE id = ?'),
  shown: statement<SectionRow>(`
    SELECT section.id, section.title, section.content, section.fragment,
      version.slug AS "versionSlug", version.name AS "versionName",
      page.id AS "pageId", page.title AS "pageTitle", page.slug AS "pageSlug",
      coalesce(documentation.title, reference.title) AS "parentTitle",
      coalesce(documentation.slug, reference.slug) AS "parentSlug"
    FROM section
    JOIN version ON version.id = section.version_id
    LEFT JOIN page ON page.id = section.page_id
    LEFT JOIN documentation ON documentation.id = page.documentation_id
    LEFT JOIN reference ON reference.id = section.reference_id
    WHERE section.id = ?`),
};

/** The columns of a page that its sections depend on. */
interface IndexedPage extends StandingColumns, Viewpoint {
  readonly versionId: number;
  readonly title: string;
  readonly published: string | null;
}

/** What search finds of a page in one state. */
export interface PreparedPage {
  readonly page: IndexedPage;
  readonly sections: readonly PreparedSection[];
}

interface PreparedSection {
  readonly title: string;
  readonly fragment: string | null;
  readonly content: string;
  readonly words: IndexedWords;
}

/** Converts the page's published content. Call it outside of transactions. */
export async function preparePage(store: Store, page: IndexedPage): Promise<PreparedPage> {
  if (page.published === null || !isSearchable(page)) return { page, sections: [] };
  // Readers of this version must not find the text of another version in it.
  const viewer = { scope: new Set([page.versionId]), reader: PUBLIC };
  const found = await store.converters.page(page.published, (questions) =>
    store.read((sql) => answer(sql, page, viewer, questions)),
  );
  const sections = found.map(({ title: own, fragment, content }) => {
    const title = own ?? page.title;
    return { title, fragment, content, words: store.database.sections.words({ title, content }) };
  });
  return { page, sections };
}

export const isSearchable = (page: IndexedPage): boolean =>
  visibilityOf(visibilityInputOf(page), PUBLIC).inSearch;

/**
 * Replaces the indexed sections of a page by these.
 * @throws Stale if they are those of another state of the page
 */
export async function indexPage(
  sql: Sql,
  index: SectionIndex,
  page: IndexedPage,
  prepared: PreparedPage | null,
): Promise<void> {
  if (prepared === null || !isSameText(prepared.page, page)) throw new Stale();
  await unindexPage(sql, index, page.id);
  for (const { title, fragment, content, words } of prepared.sections) {
    const id = await takeId(sql, 'section');
    await sql.run(SECTIONS.insert, id, page.versionId, page.id, null, title, content, fragment);
    await index.add(sql, id, words);
  }
}

/**
 * Whether both states of a page have the same sections. These depend on the text, the title (for
 * the text before the first heading), what hides the page, and the place from which its links
 * start.
 */
export const isSameText = (one: IndexedPage, other: IndexedPage): boolean =>
  one.published === other.published &&
  one.title === other.title &&
  one.listed === other.listed &&
  one.header === other.header &&
  one.versionSlug === other.versionSlug &&
  one.documentationSlug === other.documentationSlug;

export async function unindexPage(sql: Sql, index: SectionIndex, pageId: number): Promise<void> {
  for (const { id } of await sql.all(SECTIONS.ofPage, pageId)) {
    await index.remove(sql, id);
    await sql.run(SECTIONS.remove, id);
  }
}

export type PreparedOperation = OperationSection & { readonly words: IndexedWords };

/** What search finds of a definition. Reads all of it, so call it outside of transactions. */
export async function prepareOperations(
  { converters, database }: Store,
  definition: string,
): Promise<readonly PreparedOperation[]> {
  const found = await converters.definition(definition);
  return found.map((section) =>
    Object.assign({}, section, { words: database.sections.words(section) }),
  );
}

/** Replaces the indexed operations of a reference by these. */
export async function indexReference(
  sql: Sql,
  index: SectionIndex,
  versionId: number,
  referenceId: number,
  sections: readonly PreparedOperation[],
): Promise<void> {
  for (const { id } of await sql.all(SECTIONS.ofReference, referenceId)) {
    await index.remove(sql, id);
    await sql.run(SECTIONS.remove, id);
  }
  for (const { title, content, fragment, words } of sections) {
    const id = await takeId(sql, 'section');
    await sql.run(SECTIONS.insert, id, versionId, null, referenceId, title, content, fragment);
    await index.add(sql, id, words);
  }
}
