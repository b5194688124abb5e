import { notFound } from '../../refusal.ts';
import type { SearchTerm } from '../../../content/search/query.ts';
import { PUBLIC } from '../../../content/page/visibility.ts';
import { shownPlaces } from '../visibility.ts';
import { sees, type VisibleVersions } from '../actor.ts';
import type { StoreCore } from '../core.ts';
import { SECTIONS, type SectionRow } from '../statements/sections.ts';
import { VERSIONS, type VersionRow } from '../statements/structure.ts';
import { defaultVersion } from '../versions.ts';

export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  /** Whether words may be the beginnings of what is meant, as while somebody types. Left out: they are whole. */
  readonly unfinished?: boolean;
  /** A slug, or `latest` for the default version; `undefined`: all versions. */
  readonly version: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface SearchHits {
  readonly sections: readonly SectionRow[];
  readonly total: number;
}

/** What anybody who reads can find. */
export class SearchStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  search(
    { terms, unfinished = false, version, offset, limit }: SearchQuery,
    scope: VisibleVersions,
  ): Promise<SearchHits> {
    return this.#core.read(async (sql) => {
      const visible = (await sql.all(VERSIONS.all)).filter(({ id }) => sees(scope, id));
      const places = await shownPlaces(sql, chosen(visible, version), PUBLIC);
      const found = await this.#core.database.sections.find(sql, { terms, unfinished }, places, {
        offset,
        limit,
      });
      const sections: SectionRow[] = [];
      for (const id of found.ids) {
        const section = await sql.get(SECTIONS.shown, id);
        if (section) sections.push(section);
      }
      return { sections, total: found.total };
    });
  }
}

function chosen(
  versions: readonly VersionRow[],
  wanted: string | undefined,
): readonly VersionRow[] {
  if (wanted === undefined) return versions;
  const version =
    versions.find(({ slug }) => slug === wanted) ??
    (wanted === 'latest' ? defaultVersion(versions) : undefined);
  if (!version) throw notFound('Version');
  return [version];
}
