import { notFound } from '../../refusal.ts';
import type { SearchTerm } from '../../../content/search/query.ts';
import { sees, type VisibleVersions } from '../actor.ts';
import type { StoreCore } from '../core.ts';
import { SECTIONS, type SectionRow } from '../statements/sections.ts';
import { VERSIONS, type VersionRow } from '../statements/structure.ts';
import { defaultVersion } from '../versions.ts';

export interface SearchRequest {
  readonly terms: readonly SearchTerm[];
  /** A slug, or `latest` for the default version; `undefined`: all versions. */
  readonly version: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface Found {
  readonly sections: readonly SectionRow[];
  readonly total: number;
}

/** What readers can find: published content in published versions. */
export class SearchStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  search({ terms, version, offset, limit }: SearchRequest, scope: VisibleVersions): Promise<Found> {
    return this.#core.read(async (sql) => {
      const visible = (await sql.all(VERSIONS.all)).filter(({ id }) => sees(scope, id));
      const versions = chosen(visible, version)
        .filter(({ published }) => published === 1)
        .map(({ id }) => id);
      const found = await this.#core.database.sections.find(sql, terms, versions, {
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
