declare const brand: unique symbol;

/** `T` with a name, so that a page id cannot be used as a version id. No cost at run time. */
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** The platform's number for a page. */
export type PageId = Brand<number, 'PageId'>;
/** The platform's number for a documentation. */
export type DocumentationId = Brand<number, 'DocumentationId'>;
/** The platform's number for a version. */
export type VersionId = Brand<number, 'VersionId'>;
/** The platform's number for a reference. */
export type ReferenceId = Brand<number, 'ReferenceId'>;

/** A version, documentation, page or reference in a URL. Compared exactly; never contains `/`. */
export type Slug = Brand<string, 'Slug'>;

/** `version/documentation/slug`: the identity of a page in every layout, and its name on the command line. */
export type PageKey = Brand<string, 'PageKey'>;

/** SHA-256 of a text in UTF-8, in base64url (43 characters). */
export type Digest = Brand<string, 'Digest'>;

/**
 * A date as the platform wrote it. It does not show which text is newer.
 */
export type Instant = Brand<string, 'Instant'>;

/** A path relative to the project folder, with `/` on every system. */
export type FilePath = Brand<string, 'FilePath'>;

/** Where a documentation is on the platform. */
export interface DocumentationPlace {
  readonly version: Slug;
  readonly documentation: Slug;
}

/** Where a page is on the platform. */
export interface PagePlace extends DocumentationPlace {
  readonly slug: Slug;
}

/** The key of the page at this place. */
export const pageKey = ({ version, documentation, slug }: PagePlace): PageKey =>
  // `join` makes a flat string. With a template literal, the parts of every page's key would stay
  // in memory.
  [version, documentation, slug].join('/') as PageKey;

/** The three slugs of a key. Keys are made only by `pageKey`, so there are always three. */
export function placeOf(key: PageKey): PagePlace {
  const [version, documentation, slug] = key.split('/') as [Slug, Slug, Slug];
  return { version, documentation, slug };
}

/** The key of another page in the same documentation. */
export const withSlug = (key: PageKey, slug: Slug): PageKey => pageKey({ ...placeOf(key), slug });

/** The `version/documentation` of a key. */
export const documentationKey = (key: PageKey): string => key.slice(0, key.lastIndexOf('/'));

/**
 * The documentations of these pages, each once. Makes no new string for consecutive pages of the
 * same one.
 */
export function documentationsOf(keys: Iterable<PageKey>): ReadonlySet<string> {
  const found = new Set<string>();
  let last = '';
  for (const key of keys) {
    if (isDirectlyIn(key, last)) continue;
    last = documentationKey(key);
    found.add(last);
  }
  return found;
}

/** Whether the key's page is in `documentation`, given as `version/documentation`. */
export const isDirectlyIn = (key: PageKey, documentation: string): boolean =>
  key.lastIndexOf('/') === documentation.length && key.startsWith(documentation);
