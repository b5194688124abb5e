import type { Sql } from './database/sql.ts';
import { PAGES } from './statements/pages.ts';
import { NAV_MARKS } from './statements/structure.ts';

/** The position after the last page of a category, or after everything at the top of a documentation (`null`). */
export async function nextPosition(
  sql: Sql,
  documentationId: number,
  category: number | null,
): Promise<number> {
  if (category !== null) {
    const last = await sql.get(PAGES.lastInCategory, documentationId, category);
    return (last?.position ?? 0) + 1;
  }
  const page = await sql.get(PAGES.lastAtTop, documentationId);
  const mark = await sql.get(NAV_MARKS.lastAtTop, documentationId);
  return Math.max(page?.position ?? 0, mark?.position ?? 0) + 1;
}
