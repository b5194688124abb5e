/** The links of a version that lead nowhere, or to something that readers cannot open. */
import { referencesOf } from '../../content/check/references.ts';
import { statement } from '../database/sql.ts';
import { decoded, parseAddress } from '../../content/darkdown/address.ts';
import { parse } from '../../content/darkdown/read/parse.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Sql } from '../database/sql.ts';
import { inTurns } from '../in-turns.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { decodeQuery, integer } from '../request/decode.ts';
import { CHANGELOGS } from '../resources/changelogs.ts';
import { DOCUMENTATIONS } from '../resources/documentations.ts';
import { REFERENCES } from '../resources/references.ts';
import { VERSIONS, type VersionRow, findVersion } from '../resources/versions.ts';
import { listedInApi } from '../revision.ts';
import { type Store, type VisibleVersions, sees } from '../store.ts';
import {
  ISSUES,
  type LinkIssue,
  type LinkablePage,
  type LinkablePlaces,
  type LinkableSection,
  type LinkingPage,
  judgeLink,
} from './judge.ts';
import type { ReadLink } from './read-links.ts';

interface LinkablePageRow {
  readonly id: number;
  readonly documentationId: number;
  readonly slug: string;
  readonly title: string;
  readonly listed: number;
  readonly hasPublished: number;
}

export const LINKS = {
  linkable: statement<LinkablePageRow>(`
    SELECT page.id, page.documentation_id AS "documentationId", page.slug, page.title, page.listed, CASE WHEN page.published IS NULL THEN 0 ELSE 1 END AS "hasPublished"
    FROM page JOIN documentation ON documentation.id = page.documentation_id
    WHERE documentation.version_id = ? ORDER BY documentation.ordr, documentation.id, page.id`),
  texts: statement<{ readonly draft: string | null; readonly published: string | null }>(
    'SELECT draft, published FROM page WHERE id = ?',
  ),
};

interface FoundLink {
  readonly page: Pick<LinkablePageRow, 'id' | 'title'>;
  readonly isDraft: boolean;
  readonly link: ReadLink;
  readonly verdict: LinkIssue;
}

/** Whether readers can open a page once its surroundings are published. */
type IsListed = (page: { readonly listed: boolean; readonly hasPublished: boolean }) => boolean;

/**
 * Links in published texts and drafts, page by page. The places of this version are read in one transaction. Texts
 * are read one page at a time, and a page that is deleted in the meantime is left out.
 */
async function findBrokenLinks(
  store: Store,
  versionId: number,
  isListed: IsListed,
  scope: VisibleVersions,
): Promise<readonly FoundLink[]> {
  const places = await loadPlaces(store, versionId, isListed, scope);
  const found: FoundLink[] = [];
  await inTurns(places.pages, async (page) => {
    const texts = await store.read((sql) => sql.get(LINKS.texts, page.id));
    const from = { id: page.id, open: page.open };
    for (const isDraft of [false, true]) {
      const body = isDraft ? texts?.draft : texts?.published;
      for (const each of await brokenIn(body ?? '', from, places)) {
        found.push({ page, isDraft, ...each });
      }
    }
  });
  return found;
}

/** The broken links of one body. Most bodies have none, and are not read as a whole. */
async function brokenIn(
  body: string,
  from: LinkingPage,
  places: LoadedPlaces,
): Promise<readonly Pick<FoundLink, 'link' | 'verdict'>[]> {
  if (body === '') return [];
  const document = parse(body);
  const targets = referencesOf(document).flatMap(({ kind, target }) =>
    kind === 'link' ? [target] : [],
  );
  await places.learn(targets.map(firstName));
  if (!targets.some((target) => judgeLink(target, from, places))) return [];
  const { readLinks } = await import('./read-links.ts');
  return readLinks(document).flatMap((link) => {
    const verdict = judgeLink(link.href, from, places);
    return verdict ? [{ link, verdict }] : [];
  });
}

/** The part that may be a version's slug. */
const firstName = (target: string): string =>
  decoded(parseAddress(target).path.split('/')[1] ?? '') ?? '';

type Sections = ReadonlyMap<string, LinkableSection>;

/** A page of the version whose links are checked. */
interface OwnPage extends Pick<LinkablePageRow, 'id' | 'title'> {
  /** Whether readers can open it once the version is published. */
  readonly open: boolean;
}

/** The places of one version, and of others once a link names them. */
class LoadedPlaces implements LinkablePlaces {
  readonly own: string;
  readonly limited: boolean;
  readonly changelogs: ReadonlySet<string>;
  readonly pages: readonly OwnPage[];
  readonly #store: Store;
  readonly #isListed: IsListed;
  /** Those that the caller may see. */
  readonly #versions: ReadonlyMap<string, VersionRow>;
  readonly #sections: Map<string, Sections>;

  constructor(
    store: Store,
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
    this.#store = store;
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
      const { sections } = await this.#store.read((sql) =>
        readVersion(sql, version, this.#isListed),
      );
      this.#sections.set(slug, sections);
    }
  }
}

function loadPlaces(
  store: Store,
  versionId: number,
  isListed: IsListed,
  scope: VisibleVersions,
): Promise<LoadedPlaces> {
  return store.read(async (sql) => {
    const version = await findVersion(sql, { id: versionId }, scope);
    const all = await sql.all(VERSIONS.all);
    const changelogs = await sql.all(CHANGELOGS.all);
    return new LoadedPlaces(store, isListed, {
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
  const rows = (await sql.all(LINKS.linkable, id)).map(
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

export const brokenLinkRoutes = (
  store: Store,
  { revision }: ProjectRules,
): Handlers<'listBrokenLinks'> => ({
  async listBrokenLinks({ id, query, scope }: Call) {
    decodeQuery(query, {});
    const isListed = (page: Parameters<typeof listedInApi>[1]): boolean =>
      listedInApi(revision, page);
    const found = await findBrokenLinks(store, integer(id, 'id'), isListed, scope);
    return json(found.map(encodeLink));
  },
});

function encodeLink({ page, isDraft, link, verdict }: FoundLink) {
  const { severity, message } = ISSUES[verdict.issue];
  const written = parseAddress(link.href).fragment.slice(1);
  return {
    severity,
    issue: verdict.issue,
    message,
    isDraft,
    page: { id: page.id, title: page.title },
    link: {
      text: link.text,
      href: link.href,
      type: verdict.type,
      fragment: written === '' ? null : (decoded(written) ?? written),
      targetId: verdict.targetId,
    },
    target: { title: verdict.title, section: verdict.section },
  };
}
