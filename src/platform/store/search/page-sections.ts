import { PUBLIC, sightOf } from '../../../content/page/sight.ts';
import { sectionsOf, type Section } from '../../render.ts';
import { takeId } from '../database/schema.ts';
import { answer } from '../surroundings.ts';
import { standingOf } from '../standing.ts';
import type { SectionIndex } from './section-index.ts';
import type { Sql } from '../database/sql.ts';
import type { PageRow } from '../statements/pages.ts';
import { SECTIONS } from '../statements/sections.ts';

/** The sections of a page's published content that search may find. Converts the page: before a write transaction, not in it. */
export async function searchableSections(sql: Sql, page: PageRow): Promise<readonly Section[]> {
  if (page.published === null || !sightOf(standingOf(page), PUBLIC).inSearch) return [];
  // A reader of this version must not find text of another one in it.
  const viewer = { scope: new Set([page.versionId]), reader: PUBLIC };
  return sectionsOf(page.published, (questions) => answer(sql, page, viewer, questions));
}

/** Makes search find these sections of a page, and nothing else of it. */
export async function indexPage(
  sql: Sql,
  index: SectionIndex,
  page: PageRow,
  sections: readonly Section[],
): Promise<void> {
  await unindexPage(sql, index, page.id);
  for (const { title, fragment, content } of sections) {
    const id = await takeId(sql, 'section');
    const text = { title: title ?? page.title, content };
    await sql.run(
      SECTIONS.insert,
      id,
      page.versionId,
      page.id,
      null,
      text.title,
      content,
      fragment,
    );
    await index.add(sql, id, text);
  }
}

export async function unindexPage(sql: Sql, index: SectionIndex, pageId: number): Promise<void> {
  for (const { id } of await sql.all(SECTIONS.ofPage, pageId)) {
    await index.remove(sql, id);
    await sql.run(SECTIONS.remove, id);
  }
}
