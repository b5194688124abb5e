import { searchWords } from './search-words.ts';
import type {
  FoundSections,
  IndexedText,
  IndexedWords,
  SearchedPlaces,
  SectionIndex,
  SectionQuery,
} from './section-index.ts';
import { type Sql, type Statement, placeholders, statement } from './sql.ts';

/** The index stores no texts: these are in `section`, under the same id. */
export const FTS5_TABLES: readonly Statement[] = [
  statement(`CREATE VIRTUAL TABLE section_text USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')`),
];

export const FTS5_TEXTS = {
  add: statement('INSERT INTO section_text (rowid, title, content) VALUES (?, ?, ?)'),
  remove: statement('DELETE FROM section_text WHERE rowid = ?'),
};

/** How many places of each kind are searched. */
interface Counts {
  readonly documentations: number;
  readonly references: number;
}

/** Sections that match, in these places. */
const matching = ({ documentations, references }: Counts): string => `
    FROM section_text JOIN section ON section.id = section_text.rowid
    LEFT JOIN page ON page.id = section.page_id
    WHERE section_text MATCH ? AND (page.documentation_id IN (${placeholders(documentations)})
      OR section.reference_id IN (${placeholders(references)}))`;

/** A word in the title counts as much as ten in the text. */
const find = (counts: Counts) =>
  statement<{ readonly id: number }>(`
    SELECT section.id ${matching(counts)}
    ORDER BY bm25(section_text, 10.0, 1.0), section.id LIMIT ? OFFSET ?`);

const total = (counts: Counts) =>
  statement<{ readonly total: number }>(`SELECT count(*) AS total ${matching(counts)}`);

export class Fts5Index implements SectionIndex {
  words({ title, content }: IndexedText): IndexedWords {
    return [words(title), words(content)];
  }

  async add(sql: Sql, id: number, indexed: IndexedWords): Promise<void> {
    await sql.run(FTS5_TEXTS.add, id, ...indexed);
  }

  copy(sql: Sql, id: number, _: number, text: IndexedText): Promise<void> {
    return this.add(sql, id, this.words(text));
  }

  async remove(sql: Sql, id: number): Promise<void> {
    await sql.run(FTS5_TEXTS.remove, id);
  }

  async find(
    sql: Sql,
    query: SectionQuery,
    { documentations, references }: SearchedPlaces,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<FoundSections> {
    const match = matchExpression(query);
    const ids = [...documentations, ...references];
    if (match === null || ids.length === 0) return { ids: [], total: 0 };
    const counts = { documentations: documentations.length, references: references.length };
    const rows = await sql.all(find(counts), match, ...ids, limit, offset);
    const counted = await sql.get(total(counts), match, ...ids);
    return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 };
  }
}

const words = (text: string): string => searchWords(text).join(' ');

/** Words contain only letters and digits, and each term is quoted, so nothing in a query is read as FTS5 syntax. */
function matchExpression({ terms, unfinished }: SectionQuery): string | null {
  const quoted = (excluded: boolean) =>
    terms
      .filter((term) => term.excluded === excluded)
      .map((term) => words(term.words.join(' ')))
      .filter((phrase) => phrase !== '')
      .map((phrase) => `"${phrase}"`);
  const wanted = quoted(false);
  if (wanted.length === 0) return null;
  const found = unfinished ? wanted.map((term) => `${term} *`) : wanted;
  return [found.join(' AND '), ...quoted(true)].join(' NOT ');
}
