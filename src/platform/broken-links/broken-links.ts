/** Finds the links of a version without a target, or with one that readers cannot open. */
import { referencesOf } from '../../content/check/references.ts';
import { decoded, parseAddress } from '../../content/darkdown/address.ts';
import { parse } from '../../content/darkdown/read/parse.ts';
import { groupBy } from '../../model/group-by.ts';
import { inTurns } from '../in-turns.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { decodeQuery, integer } from '../request/decode.ts';
import { CHANGELOGS } from '../resources/changelogs.ts';
import { DOCUMENTATIONS } from '../resources/documentations.ts';
import { PAGES } from '../resources/pages.ts';
import { REFERENCES } from '../resources/references.ts';
import { VERSIONS, findVersion } from '../resources/versions.ts';
import { listedInApi } from '../revision.ts';
import { type Store, type VisibleVersions, sees } from '../store.ts';
import {
  ISSUES,
  type LinkIssue,
  type LinkablePlaces,
  type LinkableSection,
  type LinkingPage,
  judgeLink,
} from './judge.ts';
import type { ReadLink } from './read-links.ts';

interface FoundLink {
  readonly page: OwnPage;
  readonly isDraft: boolean;
  readonly link: ReadLink;
  readonly verdict: LinkIssue;
}

/** A page of the version whose links are checked. */
interface OwnPage extends LinkingPage {
  readonly title: string;
}

/** All places of the project that a link can lead to, as the caller sees them. */
interface Places extends LinkablePlaces {
  /** Of the version, in order. */
  readonly pages: readonly OwnPage[];
}

/** Whether readers can open a page once its surroundings are published. */
type IsListed = (page: { readonly listed: boolean; readonly hasPublished: boolean }) => boolean;

/**
 * Links in published texts and drafts, page by page. The places are read in one transaction. Texts
 * are read one page at a time, and a page that is deleted in the meantime is left out.
 */
async function findBrokenLinks(
  store: Store,
  versionId: number,
  isListed: IsListed,
  scope: VisibleVersions,
): Promise<readonly FoundLink[]> {
  const places = await readPlaces(store, versionId, isListed, scope);
  const found: FoundLink[] = [];
  await inTurns(places.pages, async (page) => {
    const texts = await store.read((sql) => sql.get(PAGES.byId, page.id));
    for (const isDraft of [false, true]) {
      const body = isDraft ? texts?.draft : texts?.published;
      for (const each of await brokenIn(body ?? '', page, places)) {
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
  places: LinkablePlaces,
): Promise<readonly Pick<FoundLink, 'link' | 'verdict'>[]> {
  if (body === '') return [];
  const document = parse(body);
  const isBroken = ({ kind, target }: { readonly kind: string; readonly target: string }) =>
    kind === 'link' && judgeLink(target, from, places) !== null;
  if (!referencesOf(document).some(isBroken)) return [];
  const { readLinks } = await import('./read-links.ts');
  return readLinks(document).flatMap((link) => {
    const verdict = judgeLink(link.href, from, places);
    return verdict ? [{ link, verdict }] : [];
  });
}

function readPlaces(
  store: Store,
  versionId: number,
  isListed: IsListed,
  scope: VisibleVersions,
): Promise<Places> {
  return store.read(async (sql) => {
    const own = await findVersion(sql, { id: versionId }, scope);
    const visible = (await sql.all(VERSIONS.all)).filter(({ id }) => sees(scope, id));
    const sections = new Map(visible.map(({ id }) => [id, new Map<string, LinkableSection>()]));
    const bySlug = new Map(visible.map(({ id, slug }) => [slug, sections.get(id)]));
    for (const row of await sql.all(REFERENCES.summaries)) {
      const { id, title, hasPublished } = row;
      const reference = { kind: 'reference', id, title, published: hasPublished === 1 } as const;
      sections.get(row.versionId)?.set(row.slug, { ...reference, pages: new Map() });
    }
    const rows = groupBy(await sql.all(PAGES.summaries), ({ documentationId }) => documentationId);
    const pages: OwnPage[] = [];
    for (const row of await sql.all(DOCUMENTATIONS.all)) {
      const published = row.published === 1;
      const inside = (rows.get(row.id) ?? []).map(({ id, slug, title, listed, hasPublished }) => ({
        id,
        slug,
        title,
        listed: isListed({ listed: listed === 1, hasPublished: hasPublished === 1 }),
      }));
      const documentation = { kind: 'documentation', id: row.id, title: row.title } as const;
      const section = { ...documentation, published, pages: groupBy(inside, ({ slug }) => slug) };
      sections.get(row.versionId)?.set(row.slug, section);
      if (row.versionId !== own.id) continue;
      for (const { id, title, listed } of inside)
        pages.push({ id, title, open: listed && published });
    }
    const changelogs = await sql.all(CHANGELOGS.all);
    return {
      own: own.slug,
      limited: scope !== null,
      changelogs: new Set(changelogs.map(({ path }) => path)),
      pages,
      sections: (version) => bySlug.get(version),
    };
  });
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
