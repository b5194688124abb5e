/** The site for readers, from the store. */
import { REFERENCE_PAGE } from '../../content/darkdown/address.ts';
import { PUBLIC } from '../../content/page/visibility.ts';
import { parseSiteQuery } from '../../content/search/query.ts';
import { SERVED } from '../../site/addresses.ts';
import { operationAnchor } from '../../site/definition.ts';
import { type FoundEntry, shownEntry } from '../../site/search/find.ts';
import { parsedPage } from '../../site/page-body.ts';
import { entriesOfPage } from '../../site/search/index-version.ts';
import type { SitePage, SiteReference, WholeSite, SiteSource } from '../../site/site-source.ts';
import { SiteView } from '../../site/site-view.ts';
import { statement } from '../database/sql.ts';
import { Refusal } from '../refusal.ts';
import { CHANGELOGS, POSTS } from '../resources/changelogs.ts';
import { DOCUMENTATIONS, NAV_MARKS } from '../resources/documentations.ts';
import { REFERENCES } from '../resources/references.ts';
import { searchSections } from '../resources/search.ts';
import type { SectionRow } from '../resources/sections.ts';
import { PROJECT_TITLE, SYNCED_BLOCKS, VARIABLES } from '../resources/shared.ts';
import { VERSIONS } from '../resources/versions.ts';
import type { Store } from '../store.ts';
import type { SiteForReaders, SiteState } from '../platform-options.ts';
import {
  type SiteOutline,
  type SitePageRow,
  type SitePostRow,
  type StoredSite,
  arrangeStored,
} from './arrange.ts';

export const SITE = {
  /** Increases with every change of the project. */
  lastChange: statement<{ readonly id: number | null }>('SELECT max(id) AS id FROM audit'),
  pages: statement<SitePageRow>(`
    SELECT id, documentation_id AS "documentationId", slug, title, listed, header,
      CASE WHEN draft IS NULL THEN NULL ELSE 1 END AS "draft",
      CASE WHEN published IS NULL THEN NULL ELSE 1 END AS "published",
      category_id AS "categoryId", parent_id AS "parentId", position
    FROM page ORDER BY position, id`),
  posts: statement<SitePostRow>(
    'SELECT id, changelog_id AS "changelogId", slug, title, published, created FROM changelog_post',
  ),
  published: statement<{ readonly published: string | null }>(
    'SELECT published FROM page WHERE id = ?',
  ),
  definition: statement<{ readonly published: string | null }>(
    'SELECT published FROM reference WHERE id = ?',
  ),
};

/** A number that changes whenever the project changes, because each change adds an entry to the audit log. */
export function lastChange(store: Store): Promise<number> {
  return store.read(async (sql) => (await sql.get(SITE.lastChange))?.id ?? 0);
}

export function siteOutline(store: Store): Promise<SiteOutline> {
  return store.read(async (sql) => {
    const pairs = async (statements: typeof VARIABLES) =>
      new Map((await sql.all(statements.all)).map(({ name, value }) => [name, value]));
    return {
      change: (await sql.get(SITE.lastChange))?.id ?? 0,
      title: (await sql.get(PROJECT_TITLE.read))?.value ?? null,
      versions: await sql.all(VERSIONS.all),
      documentations: await sql.all(DOCUMENTATIONS.all),
      references: await sql.all(REFERENCES.summaries),
      pages: await sql.all(SITE.pages),
      marks: await sql.all(NAV_MARKS.all),
      changelogs: await sql.all(CHANGELOGS.all),
      posts: await sql.all(SITE.posts),
      variables: await pairs(VARIABLES),
      syncedBlocks: await pairs(SYNCED_BLOCKS),
    };
  });
}

/** The text of a post that is published; `null`: there is none. */
async function publishedPost(store: Store, postId: number): Promise<string | null> {
  const row = await store.read((sql) => sql.get(POSTS.byId, postId));
  return row?.published === 1 ? row.content : null;
}

/** The published text of a page; `null`: there is none. */
export async function publishedText(store: Store, pageId: number): Promise<string | null> {
  const row = await store.read((sql) => sql.get(SITE.published, pageId));
  return row?.published ?? null;
}

/** The published definition of a reference as it was sent; `null`: there is none. */
export async function publishedDefinition(
  store: Store,
  referenceId: number,
): Promise<string | null> {
  const row = await store.read((sql) => sql.get(SITE.definition, referenceId));
  return row?.published ?? null;
}

/** The current site of a store. */
export class StoreSite implements SiteForReaders {
  readonly #store: Store;
  #known: { readonly change: number; readonly state: SiteState } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async now(): Promise<SiteState> {
    if (this.#known?.change === (await lastChange(this.#store))) return this.#known.state;
    const outline = await siteOutline(this.#store);
    const source = new StoreSource(this.#store, outline);
    const state = { source, view: new SiteView(source.site, PUBLIC) };
    this.#known = { change: outline.change, state };
    return state;
  }

  async find(
    query: string,
    version: string,
    everywhere: boolean,
    limit: number,
  ): Promise<readonly FoundEntry[]> {
    const { source, view } = await this.now();
    const terms = parseSiteQuery(query);
    try {
      const within = everywhere ? undefined : version;
      const asked = { terms, unfinished: true, version: within, offset: 0, limit };
      const { sections } = await searchSections(this.#store, asked, null);
      const found: FoundEntry[] = [];
      for (const section of sections) {
        found.push(...(await entryOf(section, query, { source, view, version })));
      }
      return found;
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  }
}

/** A section as an entry of the results, with the name of its version if that is not `own`. Empty if the reader cannot see its place. */
async function entryOf(
  section: SectionRow,
  query: string,
  { source, view, version: own }: SiteState & { readonly version: string },
): Promise<FoundEntry[]> {
  const { versionSlug: version, parentSlug, pageSlug, fragment, content } = section;
  const place = { version, section: parentSlug, page: pageSlug ?? REFERENCE_PAGE };
  const found = view.find(place);
  if (found === undefined || (found.kind === 'page') !== (pageSlug !== null)) return [];
  if (found.kind === 'page' && !view.visibility(found.page).inSearch) return [];
  const anchor = fragment !== null && pageSlug === null ? operationAnchor(fragment) : fragment;
  const isNumbered = /^(?:-\d+)?$/.test(fragment ?? '') && section.title !== section.pageTitle;
  // For headings without Latin letters, anchors of the site have numbers, and fragments do not.
  const numbered =
    found.kind === 'page' && isNumbered
      ? entriesOfPage(
          found,
          await parsedPage(found, source, view),
          { source, view, addresses: SERVED },
          2,
        ).find((entry) => entry.section === section.title && entry.text === content)
      : undefined;
  const url =
    numbered?.url ??
    SERVED.place(place) + (anchor === null ? '' : `#${encodeURIComponent(anchor)}`);
  const name = section.pageTitle ?? section.parentTitle;
  const page = version === own ? name : `${name} · ${section.versionName}`;
  const isTop = section.pageId !== null && fragment === null && numbered === undefined;
  const title = isTop ? '' : section.title;
  return [shownEntry({ url, page, section: title, text: content }, query)];
}

/** The store at one moment. Texts are read on demand. */
class StoreSource implements SiteSource {
  readonly #store: Store;
  readonly #outline: SiteOutline;
  readonly #arranged: StoredSite;

  constructor(store: Store, outline: SiteOutline) {
    this.#store = store;
    this.#outline = outline;
    this.#arranged = arrangeStored(outline);
  }

  get site(): WholeSite {
    return this.#arranged.site;
  }

  /** Readers never see drafts here. */
  async body(page: SitePage): Promise<string | null> {
    const postId = this.#arranged.postIds.get(page.key);
    if (postId !== undefined) return publishedPost(this.#store, postId);
    const id = this.#arranged.pageIds.get(page.key);
    return id === undefined ? null : publishedText(this.#store, id);
  }

  variable(name: string): string | undefined {
    return this.#outline.variables.get(name);
  }

  synced(id: string): string | undefined {
    return this.#outline.syncedBlocks.get(id);
  }

  /** The store has no glossary. */
  glossary(): undefined {
    return undefined;
  }

  /** The store has no files; pictures have their own addresses. */
  file(): undefined {
    return undefined;
  }

  fileFacts(): undefined {
    return undefined;
  }

  pictureSize(): undefined {
    return undefined;
  }

  async definition(reference: SiteReference): Promise<unknown> {
    const id = this.#arranged.referenceIds.get(reference);
    const text = id === undefined ? null : await publishedDefinition(this.#store, id);
    if (text === null) return null;
    const { parseText } = await import('../../definitions/read-definition.ts');
    const parsed = await parseText(text, 'definition');
    return parsed.ok ? parsed.value : null;
  }
}
