import { searchWords } from './search-words.ts';
import type {
  FoundSections,
  IndexedText,
  IndexedWords,
  SearchedPlaces,
  SectionIndex,
  SectionQuery,
} from './section-index.ts';
import { type Sql, type SqlValue, type Statement, placeholders, statement } from './sql.ts';

/**
 * The words of each section, each between two spaces, so that a phrase is a part of a text; and the
 * same words as a set with an index, which narrows a search to few sections. The application splits
 * texts into words, because the server's parser would keep addresses and numbers together.
 */
export const SECTION_TABLES: readonly Statement[] = [
  statement(`CREATE TABLE section_text (
    id BIGINT PRIMARY KEY, title TEXT NOT NULL, content TEXT NOT NULL, words TSVECTOR)`),
  statement('CREATE INDEX section_text_words ON section_text USING gin (words)'),
  statement('CREATE INDEX section_text_unindexed ON section_text (id) WHERE words IS NULL'),
];

/** A set of words has room for 1 MiB and for words of 2 KB. Longer words are cut, and texts with larger sets are scanned in every search. */
const MAX_WORD_LENGTH = 60;
const MAX_SET_BYTES = 1_000_000;

export const WORD_TEXTS = {
  /** Values: id, title, content, words with spaces between them or null. */
  add: statement(`
    INSERT INTO section_text (id, title, content, words)
    VALUES (?, ?, ?, array_to_tsvector(string_to_array(?, ' ')))`),
  copy: statement(`
    INSERT INTO section_text (id, title, content, words)
    SELECT ?, title, content, words FROM section_text WHERE id = ?`),
  remove: statement('DELETE FROM section_text WHERE id = ?'),
};

/** The number of terms and places of each kind. */
interface Counts {
  readonly wanted: number;
  readonly excluded: number;
  readonly documentations: number;
  readonly references: number;
}

const CONTAINS = '(strpos(section_text.title, ?) > 0 OR strpos(section_text.content, ?) > 0)';

/** The number of characters of the text that belong to occurrences of this term. */
const FILLED = "length(section_text.content) - length(replace(section_text.content, ?, ''))";

const each = (count: number, text: string, between: string): string =>
  Array.from({ length: count }, () => text).join(between);

/** Values: the words of all wanted terms, each wanted term twice, each excluded term twice, the places. */
const matching = ({ wanted, excluded, documentations, references }: Counts): string => `
    FROM section_text JOIN section ON section.id = section_text.id
    LEFT JOIN page ON page.id = section.page_id
    WHERE (section_text.words @@ CAST(? AS tsquery) OR section_text.words IS NULL)
      AND ${each(wanted, CONTAINS, ' AND ')} ${each(excluded, `AND NOT ${CONTAINS}`, ' ')}
      AND (page.documentation_id IN (${places(documentations)}) OR section.reference_id IN (${places(references)}))`;

/** Placeholders for a list. An empty list matches nothing. */
const places = (count: number): string => (count === 0 ? 'NULL' : placeholders(count));

/** The number of wanted terms in the title, then how much of the text is made of them. Values: all wanted terms, all wanted terms, limit, offset. */
const order = (wanted: number): string => `
    ORDER BY ${each(wanted, '(strpos(section_text.title, ?) > 0)::int', ' + ')} DESC,
      (${each(wanted, FILLED, ' + ')})::double precision / (length(section_text.content) + 500) DESC, section.id
    LIMIT ? OFFSET ?`;

const find = (counts: Counts) =>
  statement<{ readonly id: number }>(
    `SELECT section.id ${matching(counts)} ${order(counts.wanted)}`,
  );

const total = (counts: Counts) =>
  statement<{ readonly total: number }>(`SELECT count(*) AS total ${matching(counts)}`);

/** Finds what the index of SQLite finds. Hits of equal rank may have another order. */
export class PostgresSections implements SectionIndex {
  words({ title, content }: IndexedText): IndexedWords {
    const [inTitle, inContent] = [searchWords(title), searchWords(content)];
    const set = [...new Set([...inTitle, ...inContent].map(cut))].join(' ');
    const words = Buffer.byteLength(set) > MAX_SET_BYTES ? null : set;
    return [between(inTitle), between(inContent), words];
  }

  async add(sql: Sql, id: number, indexed: IndexedWords): Promise<void> {
    await sql.run(WORD_TEXTS.add, id, ...indexed);
  }

  async copy(sql: Sql, id: number, from: number): Promise<void> {
    await sql.run(WORD_TEXTS.copy, id, from);
  }

  async remove(sql: Sql, id: number): Promise<void> {
    await sql.run(WORD_TEXTS.remove, id);
  }

  async find(
    sql: Sql,
    { terms, unfinished }: SectionQuery,
    { documentations, references }: SearchedPlaces,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<FoundSections> {
    const phrases = (excluded: boolean) =>
      terms
        .filter((term) => term.excluded === excluded)
        .map(({ words }) => searchWords(words.join(' ')))
        .filter((words) => words.length > 0);
    const [wanted, excluded] = [phrases(false), phrases(true)];
    if (wanted.length === 0 || documentations.length + references.length === 0) {
      return { ids: [], total: 0 };
    }
    const sought = wanted.map((words) => (unfinished ? ` ${words.join(' ')}` : between(words)));
    const conditions: SqlValue[] = [
      wanted.map((words) => setQuery(words, unfinished)).join(' & '),
      ...[...sought, ...excluded.map(between)].flatMap((phrase) => [phrase, phrase]),
      ...documentations,
      ...references,
    ];
    const counts = {
      wanted: wanted.length,
      excluded: excluded.length,
      documentations: documentations.length,
      references: references.length,
    };
    const rows = await sql.all(find(counts), ...conditions, ...sought, ...sought, limit, offset);
    const counted = await sql.get(total(counts), ...conditions);
    return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 };
  }
}

const between = (words: readonly string[]): string => ` ${words.join(' ')} `;

const cut = (word: string): string => Array.from(word).slice(0, MAX_WORD_LENGTH).join('');

/** Words contain only letters and digits and are quoted, so nothing in them is read as an operator. */
function setQuery(words: readonly string[], unfinished: boolean): string {
  const quoted = words.map((word) => `'${cut(word)}'`);
  return quoted.join(' & ') + (unfinished ? ':*' : '');
}
