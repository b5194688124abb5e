import type { SearchTerm } from '../../content/search/query.ts';
import type { Sql, SqlValue } from './sql.ts';

/** The searched text of one section. */
export interface IndexedText {
  readonly title: string;
  readonly content: string;
}

export interface FoundSections {
  /** Ids of one page of results, best first. */
  readonly ids: readonly number[];
  readonly total: number;
}

/** What a section must contain. */
export interface SectionQuery {
  readonly terms: readonly SearchTerm[];
  /** Whether the last word of a wanted term may be the beginning of a word. */
  readonly unfinished: boolean;
}

/** Where search looks: ids of documentations and references. */
export interface SearchedPlaces {
  readonly documentations: readonly number[];
  readonly references: readonly number[];
}

/** What an index keeps of a text. */
export type IndexedWords = readonly SqlValue[];

/** Full-text search: databases differ in it, so each has its own. */
export interface SectionIndex {
  /** The words of a text, for `add`. Takes long for a large text, so call it before the transaction. */
  words(text: IndexedText): IndexedWords;
  add(sql: Sql, id: number, words: IndexedWords): Promise<void>;
  /** Adds section `id` with the words of another one, whose text is given for databases that do not keep them. */
  copy(sql: Sql, id: number, from: number, text: IndexedText): Promise<void>;
  remove(sql: Sql, id: number): Promise<void>;
  /** Sections in these places that contain every term and none of the excluded ones. Empty if there is no positive term. */
  find(
    sql: Sql,
    query: SectionQuery,
    places: SearchedPlaces,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<FoundSections>;
}
