/** Turns rows of the store into a site. The store has no icons for navigation entries. Pure. */
import { groupBy } from '../../model/group-by.ts';
import { type PageKey, type Slug, pageKey } from '../../model/ids.ts';
import { siteChangelog } from '../../site/changelog.ts';
import { titleWith } from '../../site/definition.ts';
import { languageOfLocale } from '../../site/language.ts';
import {
  NO_VERSION,
  type SidebarEntry,
  type SiteDocumentation,
  type SitePage,
  type SiteReference,
  UNTITLED,
  type WholeSite,
} from '../../site/site-source.ts';
import type { ChangelogRow, PostRow } from '../resources/changelogs.ts';
import {
  type DocumentationRow,
  type NavMarkRow,
  documentationSettings,
} from '../resources/documentations.ts';
import type { ReferenceSummaryRow } from '../resources/references.ts';
import type { VersionRow } from '../resources/versions.ts';
import { type StandingColumns, headerFields, visibilityInputOf } from '../resources/visibility.ts';

/** A page with its place, without its texts. */
export interface SitePageRow extends StandingColumns {
  readonly id: number;
  readonly documentationId: number;
  readonly slug: string;
  readonly title: string;
  readonly categoryId: number | null;
  readonly parentId: number | null;
  readonly position: number;
}

/** A post without its text. */
export interface SitePostRow extends Pick<
  PostRow,
  'id' | 'slug' | 'title' | 'published' | 'created'
> {
  readonly changelogId: number;
}

/** The whole project without its texts, as one state. It does not decide who may see what. */
export interface SiteOutline {
  readonly change: number;
  /** `null`: it has no title. */
  readonly title: string | null;
  readonly versions: readonly VersionRow[];
  readonly documentations: readonly DocumentationRow[];
  readonly references: readonly ReferenceSummaryRow[];
  /** In the order of their positions. */
  readonly pages: readonly SitePageRow[];
  readonly marks: readonly NavMarkRow[];
  readonly changelogs: readonly ChangelogRow[];
  readonly posts: readonly SitePostRow[];
  readonly variables: ReadonlyMap<string, string>;
  readonly syncedBlocks: ReadonlyMap<string, string>;
}

export interface StoredSite {
  readonly site: WholeSite;
  readonly pageIds: ReadonlyMap<PageKey, number>;
  readonly postIds: ReadonlyMap<PageKey, number>;
  readonly referenceIds: ReadonlyMap<SiteReference, number>;
}

export function arrangeStored(outline: SiteOutline): StoredSite {
  const title = outline.title ?? UNTITLED;
  const pageIds = new Map<PageKey, number>();
  const referenceIds = new Map<SiteReference, number>();
  const pages = groupBy(outline.pages, ({ documentationId }) => documentationId);
  const marks = groupBy(outline.marks, ({ documentationId }) => documentationId);
  const versions = outline.versions.map(({ id, slug, name, published }) => {
    const version = slug as Slug;
    const documentations = outline.documentations
      .filter(({ versionId }) => versionId === id)
      .map((row): SiteDocumentation => {
        const settings = documentationSettings(row.settings);
        const own = { rows: pages.get(row.id) ?? [], marks: marks.get(row.id) ?? [] };
        return {
          version,
          slug: row.slug as Slug,
          title: row.title,
          description: settings.description ?? '',
          published: row.published === 1,
          language: languageOfLocale(settings.locale),
          showsLastChange: settings.showPagesLastUpdated,
          collapsesCategories: settings.hasExpandableCategories,
          navigation: new Navigation(version, row, own.rows, pageIds).build(own.marks),
        };
      });
    const references = outline.references
      .filter(({ versionId }) => versionId === id)
      .map((row): SiteReference => {
        const published = row.hasPublished === 1;
        const named = titleWith(row.title, outline.variables);
        const reference = { version, slug: row.slug as Slug, title: named, published };
        referenceIds.set(reference, row.id);
        return reference;
      });
    return { slug: version, name, published: published === 1, documentations, references };
  });
  const postIds = new Map<PageKey, number>();
  const posts = groupBy(outline.posts, ({ changelogId }) => changelogId);
  const changelogs = outline.changelogs.map(({ id, path, title: name, description, published }) => {
    const own = posts.get(id) ?? [];
    for (const { id: postId, slug } of own) {
      const place = { version: NO_VERSION, documentation: path as Slug, slug: slug as Slug };
      postIds.set(pageKey(place), postId);
    }
    return siteChangelog({
      path,
      title: name,
      description,
      published: published === 1,
      posts: own.map((post) => ({
        slug: post.slug,
        title: post.title,
        date: post.created,
        published: post.published === 1,
      })),
    });
  });
  // The store has no theme.
  const site = { title, colour: null, versions, changelogs };
  return { site, pageIds, postIds, referenceIds };
}

/** Something at the top of a documentation, or in a category. */
interface Placed {
  readonly category: number | null;
  readonly position: number;
  readonly entry: SidebarEntry;
}

/** The navigation of one documentation, with every page once. */
class Navigation {
  readonly #version: Slug;
  readonly #documentation: DocumentationRow;
  readonly #rows: readonly SitePageRow[];
  readonly #below: ReadonlyMap<number | null, readonly SitePageRow[]>;
  readonly #ids: Map<PageKey, number>;

  constructor(
    version: Slug,
    documentation: DocumentationRow,
    rows: readonly SitePageRow[],
    ids: Map<PageKey, number>,
  ) {
    this.#version = version;
    this.#documentation = documentation;
    this.#rows = rows;
    this.#below = groupBy(rows, ({ parentId }) => parentId);
    this.#ids = ids;
  }

  build(marks: readonly NavMarkRow[]): SidebarEntry[] {
    const categories = new Set(marks.filter(({ kind }) => kind === 'category').map(({ id }) => id));
    const pages = this.#rows
      .filter(({ parentId }) => parentId === null)
      .map((row): Placed => {
        const { categoryId, position } = row;
        // If the category no longer exists, its pages are at the top.
        const category = categoryId !== null && categories.has(categoryId) ? categoryId : null;
        return { category, position, entry: this.#entry(row) };
      });
    const inside = groupBy(
      [...pages, ...marks.flatMap(withinCategory)],
      ({ category }) => category,
    );
    const ordered = (placed: readonly Placed[]): SidebarEntry[] =>
      placed.toSorted((a, b) => a.position - b.position).map(({ entry }) => entry);
    const others = marks.flatMap(({ id, kind, title, position }): Placed[] => {
      if (kind === 'link' || kind === 'label') return [];
      const entry: SidebarEntry =
        kind === 'category'
          ? { kind, title, icon: null, items: ordered(inside.get(id) ?? []) }
          : { kind: 'separator' };
      return [{ category: null, position, entry }];
    });
    return ordered([...(inside.get(null) ?? []), ...others]);
  }

  #entry(row: SitePageRow): SidebarEntry {
    const items = (this.#below.get(row.id) ?? []).map((child) => this.#entry(child));
    return { kind: 'page', page: this.#page(row), icon: null, items };
  }

  #page(row: SitePageRow): SitePage {
    const { slug, title, header } = row;
    const place = {
      version: this.#version,
      documentation: this.#documentation.slug as Slug,
      slug: slug as Slug,
    };
    const key = pageKey(place);
    this.#ids.set(key, row.id);
    const fields = headerFields(header);
    const said = (name: string): string =>
      Object.hasOwn(fields, name) ? (fields[name] ?? '').trim() : '';
    return {
      key,
      ...place,
      title,
      navTitle: said('index_title') || title,
      description: said('description'),
      visibilityInput: visibilityInputOf(row),
    };
  }
}

/** A link or a label, with its place; nothing for other marks. */
function withinCategory({ kind, categoryId, position, title, url }: NavMarkRow): Placed[] {
  if (kind !== 'link' && kind !== 'label') return [];
  const entry: SidebarEntry =
    kind === 'link' ? { kind, title, url, icon: null } : { kind, title, icon: null };
  return [{ category: categoryId, position, entry }];
}
