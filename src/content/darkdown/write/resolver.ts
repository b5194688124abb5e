/** What a link needs from its target page. */
export interface LinkTarget {
  readonly title: string;
  readonly url: string;
}

/** How large a picture is, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Whether it is as wide as the text, and only its shape is known. */
  readonly isFluid: boolean;
}

/** What a conversion needs from the project. `undefined`: unknown; the source's text then stays. */
export interface Resolver {
  /** The page of a link without fragment: `/doc/slug`, `/version/doc/slug`, `../x/y.md`. */
  page(link: string): LinkTarget | undefined;
  /** The value of `%name%`. */
  variable(name: string): string | undefined;
  /** The body of a synced block, in darkdown. */
  synced(id: string): string | undefined;
  /** The address of an asset, by the path or URL on the page. */
  asset(url: string): string | undefined;
  /** The size of an asset. Left out: never known. */
  size?(url: string): PictureSize | undefined;
  /** The address of a file that a link leads to and that is not a page, by the path on the page. */
  file(url: string): string | undefined;
  /** What a glossary term means. */
  glossary(term: string): string | undefined;
  /** The page's child pages, in order. */
  children(): readonly LinkTarget[];
  /** Whether the reader belongs to the audience. The public reader belongs to none. */
  audience(id: string): boolean;
}

/** In characters, per conversion, so that a short page does not become a huge one. */
const MAX_FROM_VARIABLES = 4_000_000;

/** `valueOf` for one conversion of one page. Values that make it too long count as unknown. */
export function boundedVariables(
  valueOf: (name: string) => string | undefined,
): Resolver['variable'] {
  let room = MAX_FROM_VARIABLES;
  return (name) => {
    const value = valueOf(name);
    if (value === undefined || value.length > room) return undefined;
    room -= value.length;
    return value;
  };
}

/** Resolves nothing: for a page without a project. */
export const NO_PROJECT: Resolver = {
  page: () => undefined,
  variable: () => undefined,
  synced: () => undefined,
  asset: () => undefined,
  file: () => undefined,
  glossary: () => undefined,
  children: () => [],
  audience: () => false,
};
