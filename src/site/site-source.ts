/** What a site is made of, kept in a folder or in a store. `site-view.ts` decides what readers see. */
import type { PageKey, Slug } from '../model/ids.ts';
import type { Colour } from './brand-colour.ts';
import type { PictureSize } from '../content/darkdown/write/resolver.ts';
import type { VisibilityInput } from '../content/page/visibility.ts';

/** The title of a site that has none. */
export const UNTITLED = 'Documentation';

/** A file that a page shows. */
export interface SiteFile {
  /** Relative to the source's files, with `/`. Also the file's name in the site. */
  readonly path: string;
  /** Changes with the file's bytes; empty: changes are not noticed. */
  readonly stamp: string;
}

export interface WholeSite {
  readonly title: string;
  /** The colour of the project's theme; `null`: the site's own. */
  readonly colour: Colour | null;
  /** Pictures that replace the title and the browser's icon; left out: the project has none. */
  readonly logo?: SiteFile | undefined;
  readonly favicon?: SiteFile | undefined;
  /** A picture for links to the site on other sites; left out: the project has none. */
  readonly picture?: SiteFile | undefined;
  /** In the order of their menu. The site begins in the first version that the reader sees. */
  readonly versions: readonly SiteVersion[];
  /** Changelogs, each at its path, independent of versions. Their pages are posts. */
  readonly changelogs: readonly SiteDocumentation[];
}

/** Replaces the slug of a version for changelogs, which do not belong to one. */
export const NO_VERSION = '' as Slug;

export interface SiteVersion {
  readonly slug: Slug;
  readonly name: string;
  readonly published: boolean;
  /** In the order of the top navigation. */
  readonly documentations: readonly SiteDocumentation[];
  readonly references: readonly SiteReference[];
}

export interface SiteDocumentation {
  readonly version: Slug;
  readonly slug: Slug;
  readonly title: string;
  readonly description: string;
  readonly published: boolean;
  /** A BCP 47 tag: `en`, `pt-BR`. */
  readonly language: string;
  /** Whether pages say when they were last changed. */
  readonly showsLastChange: boolean;
  /** Whether categories of the sidebar are closed at first. */
  readonly collapsesCategories: boolean;
  /** Each page once, whoever may see it. */
  readonly navigation: readonly SidebarEntry[];
}

/** An API reference. */
export interface SiteReference {
  readonly version: Slug;
  readonly slug: Slug;
  readonly title: string;
  readonly published: boolean;
}

export interface SitePage {
  readonly key: PageKey;
  readonly version: Slug;
  readonly documentation: Slug;
  readonly slug: Slug;
  readonly title: string;
  /** The page's title in the sidebar. */
  readonly navTitle: string;
  /** Empty if it has none. */
  readonly description: string;
  readonly visibilityInput: VisibilityInput;
}

/** An entry that may have an icon in front of its title. */
export interface WithIcon {
  /** A name or classes of Font Awesome, as the author wrote them. */
  readonly icon: string | null;
}

/** An entry of a navigation, for any type of page. Pages below a page are its `items`. */
export type NavigationEntry<Page> =
  | (WithIcon & {
      readonly kind: 'page';
      readonly page: Page;
      readonly items: readonly NavigationEntry<Page>[];
    })
  | (WithIcon & {
      readonly kind: 'category';
      readonly title: string;
      readonly items: readonly NavigationEntry<Page>[];
    })
  | (WithIcon & { readonly kind: 'label'; readonly title: string })
  | (WithIcon & { readonly kind: 'link'; readonly title: string; readonly url: string })
  | { readonly kind: 'separator' };

export type SidebarEntry = NavigationEntry<SitePage>;

/** The pages of a navigation, in reading order. */
export function* pagesOf(items: readonly SidebarEntry[]): Generator<SitePage> {
  for (const item of items) {
    if (item.kind === 'page') yield item.page;
    if (item.kind !== 'page' && item.kind !== 'category') continue;
    // Most pages have no items, and a generator for each would take longer than everything else.
    if (item.items.length > 0) yield* pagesOf(item.items);
  }
}

/** How a page uses a file. */
export type FileUse = 'shown' | 'linked';

/** The file of a page. */
export interface PageFileFacts {
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** The day of its last change, as `2026-03-04`; undefined: not known. */
  readonly changed: string | undefined;
}

export interface SiteSource {
  readonly site: WholeSite;
  /**
   * A page's text with links as the platform has them. With `drafts`: its draft, if there is one.
   * `null`: the page is gone.
   */
  body(page: SitePage, drafts: boolean): Promise<string | null>;
  /** The file that a page is in; undefined: it is not in a file. */
  fileFacts(page: SitePage): PageFileFacts | undefined;
  /** The value of `%name%`. */
  variable(name: string): string | undefined;
  /** The body of a synced block, as darkdown. */
  synced(id: string): string | undefined;
  /** What a glossary term means. */
  glossary(term: string): string | undefined;
  /**
   * The file of an image or a link of the page. Undefined if the address does not lead to a file of
   * the source.
   */
  file(page: SitePage, url: string, use: FileUse): SiteFile | undefined;
  /** The size of a picture that `file` found. Undefined if it cannot be told. */
  pictureSize(file: SiteFile): PictureSize | undefined;
  /** A parsed definition; `null` if it cannot be read. */
  definition(reference: SiteReference): Promise<unknown>;
}
