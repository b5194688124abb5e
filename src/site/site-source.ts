/** What a site is made of, kept in a folder or in a store. `site-view.ts` decides what readers see. */
import type { PageKey, Slug } from '../model/ids.ts';
import type { Colour } from './theme.ts';
import type { VisibilityInput } from '../content/page/visibility.ts';

/** The title of a site that was given none. */
export const UNTITLED = 'Documentation';

/** A file that a page shows. */
export interface SiteFile {
  /** With `/`, relative to wherever the source keeps files; its name in the site. */
  readonly path: string;
  /** Changes with its bytes; empty: nobody looks again. */
  readonly stamp: string;
}

export interface WholeSite {
  readonly title: string;
  /** Of the project's theme; `null`: the site's own. */
  readonly colour: Colour | null;
  /** In place of the title, and in front of the browser's; left out: the project has none. */
  readonly logo?: SiteFile | undefined;
  readonly favicon?: SiteFile | undefined;
  /** In the order of their menu: the first that readers see is where the site begins. */
  readonly versions: readonly SiteVersion[];
  /** Each at its path, whatever the version. Their pages are posts. */
  readonly changelogs: readonly SiteDocumentation[];
}

/** In place of a version's slug: changelogs belong to none. */
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
  /** All pages, whoever may see them: each once. */
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
  /** What the sidebar calls it. */
  readonly navTitle: string;
  /** Empty if it has none. */
  readonly description: string;
  readonly visibilityInput: VisibilityInput;
}

/** What may have an icon in front of its title. */
export interface WithIcon {
  /** A name or classes of Font Awesome, as the author wrote them. */
  readonly icon: string | null;
}

/** An entry of a navigation, for any form of a page. Pages below a page are its `items`. */
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
    // Most pages have nothing below them, and a generator for each takes longer than all else.
    if (item.items.length > 0) yield* pagesOf(item.items);
  }
}

/** What a page does with a file. */
export type FileUse = 'shown' | 'linked';

export interface SiteSource {
  readonly site: WholeSite;
  /** A page's text with the platform's links: with `drafts`, its draft if any. `null`: gone. */
  body(page: SitePage, drafts: boolean): Promise<string | null>;
  /** The value of `%name%`. */
  variable(name: string): string | undefined;
  /** The body of a synced block, as darkdown. */
  synced(id: string): string | undefined;
  /** What a glossary term means. */
  glossary(term: string): string | undefined;
  /** The file of an image or a link of the page; `undefined` if the address leads elsewhere. */
  file(page: SitePage, url: string, use: FileUse): SiteFile | undefined;
  /** A parsed definition; `null` if it cannot be read. */
  definition(reference: SiteReference): Promise<unknown>;
}
