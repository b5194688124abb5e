import { sectionsOf } from '../../render.ts';
import { takeId } from '../database/schema.ts';
import { answer } from '../surroundings.ts';
import type { SectionIndex } from './section-index.ts';
import type { Sql } from '../database/sql.ts';
import type { PageRow } from '../statements/pages.ts';
import { SECTIONS } from '../statements/sections.ts';

/** Makes search find a page's published content, and nothing older of it. Search does not find unlisted pages. */
export async function indexPage(sql: Sql, index: SectionIndex, page: PageRow): Promise<void> {
  await unindexPage(sql, index, page.id);
  if (page.published === null || page.listed === 0) return;
  // A reader of this version must not find text of another one in it.
  const scope = new Set([page.versionId]);
  const sections = await sectionsOf(page.published, (questions) =>
    answer(sql, page, scope, questions),
  );
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
