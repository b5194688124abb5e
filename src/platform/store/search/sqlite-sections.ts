import { spaced, type SearchTerm } from '../../../content/search/query.ts';
import type { FoundSections, IndexedText, SectionIndex } from './section-index.ts';
import { placeholders, statement, type Sql, type Statement } from '../database/sql.ts';

/** Without stored texts: these are in `section`, under the same id. */
export const FTS5_TABLES: readonly Statement[] = [
  statement(`CREATE VIRTUAL TABLE section_text USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')`),
];

const TEXTS = {
  add: statement('INSERT INTO section_text (rowid, title, content) VALUES (?, ?, ?)'),
  remove: statement('DELETE FROM section_text WHERE rowid = ?'),
};

/** Sections that match, in these versions, except in documentations and references that are not published. */
const matching = (versions: number): string => `
    FROM section_text JOIN section ON section.id = section_text.rowid
    LEFT JOIN page ON page.id = section.page_id
    LEFT JOIN documentation ON documentation.id = page.documentation_id
    LEFT JOIN reference ON reference.id = section.reference_id
    WHERE section_text MATCH ? AND section.version_id IN (${placeholders(versions)})
      AND coalesce(documentation.published, reference.is_published, 1) = 1`;

/** A word in the title counts as much as ten in the text. */
const find = (versions: number) =>
  statement<{ readonly id: number }>(`
    SELECT section.id ${matching(versions)}
    ORDER BY bm25(section_text, 10.0, 1.0), section.id LIMIT ? OFFSET ?`);

const total = (versions: number) =>
  statement<{ readonly total: number }>(`SELECT count(*) AS total ${matching(versions)}`);

export class Fts5Index implements SectionIndex {
  async add(sql: Sql, id: number, { title, content }: IndexedText): Promise<void> {
    await sql.run(TEXTS.add, id, spaced(title), spaced(content));
  }

  async remove(sql: Sql, id: number): Promise<void> {
    await sql.run(TEXTS.remove, id);
  }

  async find(
    sql: Sql,
    terms: readonly SearchTerm[],
    versions: readonly number[],
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<FoundSections> {
    const match = matchExpression(terms);
    if (match === null || versions.length === 0) return { ids: [], total: 0 };
    const rows = await sql.all(find(versions.length), match, ...versions, limit, offset);
    const counted = await sql.get(total(versions.length), match, ...versions);
    return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 };
  }
}

/** Words hold only letters, digits and marks, and each term is quoted: nothing in a query is read as FTS5 syntax. */
function matchExpression(terms: readonly SearchTerm[]): string | null {
  const quoted = (excluded: boolean) =>
    terms.filter((term) => term.excluded === excluded).map(({ words }) => `"${words.join(' ')}"`);
  const wanted = quoted(false);
  if (wanted.length === 0) return null;
  return [wanted.join(' AND '), ...quoted(true)].join(' NOT ');
}
