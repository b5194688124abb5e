import type { SearchTerm } from '../../../content/search/query.ts';
import type { Sql } from '../database/sql.ts';

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

/** Full-text search: databases differ in it, so each has its own. */
export interface SectionIndex {
  add(sql: Sql, id: number, text: IndexedText): Promise<void>;
  remove(sql: Sql, id: number): Promise<void>;
  /**
   * Sections in one of `versions`, in published documentations and references, that contain every term and none of the excluded ones. Without a positive
   * term, none.
   */
  find(
    sql: Sql,
    terms: readonly SearchTerm[],
    versions: readonly number[],
    page: { readonly offset: number; readonly limit: number },
  ): Promise<FoundSections>;
}
