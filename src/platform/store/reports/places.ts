import { groupBy } from '../../../model/group-by.ts';
import type { LinkablePage, LinkableSection, LinkablePlaces } from '../../broken-links/places.ts';
import { sees, type VisibleVersions } from '../actor.ts';
import type { StoreCore } from '../core.ts';
import type { Sql } from '../database/sql.ts';
import { CHANGELOGS } from '../statements/changelogs.ts';
import { REFERENCES } from '../statements/references.ts';
import { REPORTS, type LinkablePageRow } from '../statements/reports.ts';
import { DOCUMENTATIONS, VERSIONS, type VersionRow } from '../statements/structure.ts';
import { findVersion } from '../versions.ts';
import type { IsListed } from './broken-links.ts';

type Sections = ReadonlyMap<string, LinkableSection>;

/** A page of the version whose links are checked. */
interface OwnPage extends Pick<LinkablePageRow, 'id' | 'title'> {
  /** Whether readers can open it once the version is published. */
  readonly open: boolean;
}

/** The places of one version, and of others once a link names them. */
export class LoadedPlaces implements LinkablePlaces {
  readonly own: string;
  readonly limited: boolean;
  readonly changelogs: ReadonlySet<string>;
  readonly pages: readonly OwnPage[];
  readonly #core: StoreCore;
  readonly #isListed: IsListed;
  /** Those that the caller may see. */
  readonly #versions: ReadonlyMap<string, VersionRow>;
  readonly #sections: Map<string, Sections>;

  constructor(
    core: StoreCore,
    isListed: IsListed,
    known: {
      readonly own: string;
      readonly limited: boolean;
      readonly changelogs: readonly string[];
      readonly versions: readonly VersionRow[];
      readonly pages: readonly OwnPage[];
      readonly sections: Sections;
    },
  ) {
    this.#core = core;
    this.#isListed = isListed;
    this.own = known.own;
    this.limited = known.limited;
    this.changelogs = new Set(known.changelogs);
    this.pages = known.pages;
    this.#versions = new Map(known.versions.map((version) => [version.slug, version]));
    this.#sections = new Map([[known.own, known.sections]]);
  }

  sections(version: string): Sections | undefined {
    return this.#sections.get(version);
  }

  /** Loads those versions of these slugs that exist. */
  async learn(slugs: readonly string[]): Promise<void> {
    for (const slug of slugs) {
      const version = this.#sections.has(slug) ? undefined : this.#versions.get(slug);
      if (!version) continue;
      const { sections } = await this.#core.read((sql) =>
        readVersion(sql, version, this.#isListed),
      );
      this.#sections.set(slug, sections);
    }
  }
}

export function loadPlaces(
  core: StoreCore,
  versionId: number,
  isListed: IsListed,
  scope: VisibleVersions,
): Promise<LoadedPlaces> {
  return core.read(async (sql) => {
    const version = await findVersion(sql, { id: versionId }, scope);
    const all = await sql.all(VERSIONS.all);
    const changelogs = await sql.all(CHANGELOGS.all);
    return new LoadedPlaces(core, isListed, {
      own: version.slug,
      limited: scope !== null,
      changelogs: changelogs.map(({ path }) => path),
      versions: all.filter(({ id }) => sees(scope, id)),
      ...(await readVersion(sql, version, isListed)),
    });
  });
}

async function readVersion(
  sql: Sql,
  { id }: VersionRow,
  isListed: IsListed,
): Promise<{ readonly pages: readonly OwnPage[]; readonly sections: Sections }> {
  const documentations = await sql.all(DOCUMENTATIONS.ofVersion, id);
  const references = await sql.all(REFERENCES.placesOfVersion, id);
  const rows = (await sql.all(REPORTS.linkable, id)).map(
    ({ documentationId, id: page, slug, title, listed, hasPublished }) => ({
      documentationId,
      id: page,
      slug,
      title,
      listed: isListed({ listed: listed === 1, hasPublished: hasPublished === 1 }),
    }),
  );
  const byDocumentation = groupBy(rows, ({ documentationId }) => documentationId);
  const sections = new Map<string, LinkableSection>();
  for (const { id: section, slug, title, isPublished } of references) {
    const place = { id: section, title, published: isPublished === 1 };
    sections.set(slug, { kind: 'reference', ...place, pages: new Map() });
  }
  for (const { id: section, slug, title, published } of documentations) {
    const pages: ReadonlyMap<string, readonly LinkablePage[]> = groupBy(
      byDocumentation.get(section) ?? [],
      (page) => page.slug,
    );
    const place = { id: section, title, published: published === 1 };
    sections.set(slug, { kind: 'documentation', ...place, pages });
  }
  const open = new Set(
    documentations.filter(({ published }) => published === 1).map((each) => each.id),
  );
  return {
    sections,
    pages: rows.map(({ id: page, title, listed, documentationId }) => ({
      id: page,
      title,
      open: listed && open.has(documentationId),
    })),
  };
}
