/** What a link has to know of a page. */
export interface LinkTarget {
  readonly title: string;
  readonly url: string;
}

/** What a conversion asks about the project around the page. Each method returns undefined if it does not know; then the source's own text stays. */
export interface Resolver {
  /** The page that a link names, without its fragment: `/doc/slug`, `/version/doc/slug`, `../x/y.md`. */
  page(link: string): LinkTarget | undefined;
  /** The value of `%name%`. */
  variable(name: string): string | undefined;
  /** The body of a synced block, in darkdown. */
  synced(id: string): string | undefined;
  /** The address of an asset, by the path or URL on the page. */
  asset(url: string): string | undefined;
  /** What a glossary term means. */
  glossary(term: string): string | undefined;
  /** The page's child pages, in order. */
  children(): readonly LinkTarget[];
  /** Whether the reader belongs to the audience. The public reader belongs to none. */
  audience(id: string): boolean;
}

/** Knows nothing: for a page without a project. */
export const NO_PROJECT: Resolver = {
  page: () => undefined,
  variable: () => undefined,
  synced: () => undefined,
  asset: () => undefined,
  glossary: () => undefined,
  children: () => [],
  audience: () => false,
};
