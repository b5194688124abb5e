import { PUBLIC, visibilityOf } from '../../../content/page/visibility.ts';
import { Stale, type StoreCore } from '../core.ts';
import { takeId } from '../database/schema.ts';
import { answer } from '../surroundings.ts';
import { visibilityInputOf } from '../visibility.ts';
import type { IndexedWords, SectionIndex } from './section-index.ts';
import type { Sql } from '../database/sql.ts';
import type { PageRow } from '../statements/pages.ts';
import { SECTIONS } from '../statements/sections.ts';

/** What search is to find of a page in one state. */
export interface PreparedPage {
  readonly page: PageRow;
  readonly sections: readonly PreparedSection[];
}

interface PreparedSection {
  readonly title: string;
  readonly fragment: string | null;
  readonly content: string;
  readonly words: IndexedWords;
}

/** Converts the page's published content: outside of any transaction. */
export async function preparePage(core: StoreCore, page: PageRow): Promise<PreparedPage> {
  if (page.published === null || !mayBeFound(page)) return { page, sections: [] };
  // A reader of this version must not find text of another one in it.
  const viewer = { scope: new Set([page.versionId]), reader: PUBLIC };
  const found = await core.converters.page(page.published, (questions) =>
    core.read((sql) => answer(sql, page, viewer, questions)),
  );
  const sections = found.map(({ title: own, fragment, content }) => {
    const title = own ?? page.title;
    return { title, fragment, content, words: core.database.sections.words({ title, content }) };
  });
  return { page, sections };
}

export const mayBeFound = (page: PageRow): boolean =>
  visibilityOf(visibilityInputOf(page), PUBLIC).inSearch;

/**
 * Makes search find these sections of a page, and nothing else of it.
 * @throws Stale if they are those of another state of the page
 */
export async function indexPage(
  sql: Sql,
  index: SectionIndex,
  page: PageRow,
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

/** Whether both have the same sections: the text, the title of what is before the first heading, what hides it, and the place that its links start from. */
export const isSameText = (one: PageRow, other: PageRow): boolean =>
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
