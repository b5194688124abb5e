/** A changelog as a documentation whose pages are its posts, the newest first. */
import { pageKey } from '../model/ids.ts';
import type { Slug } from '../model/ids.ts';
import { NO_VERSION } from './site-source.ts';
import type { SidebarEntry, SiteDocumentation } from './site-source.ts';

/** What a site needs to know about a changelog, from a folder or a store. */
interface Changelog {
  /** Its public path. */
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly published: boolean;
  readonly posts: readonly ChangelogEntry[];
}

interface ChangelogEntry {
  readonly slug: string;
  readonly title: string;
  /** Unix time in seconds; `null`: that of its push. */
  readonly date: number | null;
  readonly published: boolean;
}

export function siteChangelog({
  path,
  title,
  description,
  published,
  posts,
}: Changelog): SiteDocumentation {
  return {
    version: NO_VERSION,
    slug: path as Slug,
    title,
    description: description ?? '',
    published,
    language: 'en',
    showsLastChange: false,
    collapsesCategories: false,
    navigation: posts.toSorted(byDate).map((post) => postEntry(path, post)),
  };
}

const byDate = (a: ChangelogEntry, b: ChangelogEntry): number =>
  (b.date ?? Infinity) - (a.date ?? Infinity) || (a.slug < b.slug ? 1 : -1);

function postEntry(path: string, { slug, title, date, published }: ChangelogEntry): SidebarEntry {
  const place = { version: NO_VERSION, documentation: path as Slug, slug: slug as Slug };
  const description = date === null ? '' : new Date(date * 1000).toISOString().slice(0, 10);
  const visibilityInput = {
    listed: true,
    hidden: false,
    audience: null,
    hasPublished: published,
    hasDraft: true,
  };
  const page = {
    key: pageKey(place),
    ...place,
    title,
    navTitle: title,
    description,
    visibilityInput,
  };
  return { kind: 'page', page, icon: null, items: [] };
}
