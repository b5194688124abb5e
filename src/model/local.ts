/** What the files say. Made by `sync/scan`, read by `sync/plan`. */
import type { Digest, FilePath, PageKey, Slug } from './ids.ts';

/** Keys of a header that the API has no field for. */
export const HEADER_NOTES = [
  'listed',
  'hidden',
  'audience',
  'description',
  'index_title',
  'keywords',
  'tags',
] as const;
export type HeaderNote = (typeof HEADER_NOTES)[number];

/** What a file says of a page and the API cannot write. A category can be written, but only when the page is created. */
export type Note = HeaderNote | 'parent' | 'order' | 'category' | 'images';

/** A page by its key and its file. */
export interface PageInFile {
  readonly key: PageKey;
  readonly file: FilePath;
}

/**
 * One page file, placed. Texts stay on disk: a project has more of them than memory should hold. Digests are of the body
 * as it is sent: without BOM, with LF, links translated.
 */
export interface LocalPage extends PageInFile {
  readonly title: string;
  /** The newest text: the draft section where the file has one, else its only body. */
  readonly head: Digest;
  /** The text that readers should see; `null` if the file holds a draft only. */
  readonly published: Digest | null;
  /** Title of the category that a new page is appended to. */
  readonly category: string | null;
  /** Why publishing this page might show it to more readers than its file intends. */
  readonly restricted: 'unlisted' | 'hidden' | 'audience' | null;
  /** What the file says and the API cannot write. */
  readonly notes: readonly Note[];
  /** Digest of all that `notes` were made of: a note is shown once per value of it. */
  readonly headerDigest: Digest;
}

/** A file that cannot be put where its path says. Its page is left alone. */
export interface UnplacedFile {
  readonly file: FilePath;
  /** Reads on after the file's name: `is not valid UTF-8`. */
  readonly reason: string;
  /** Of the page that it would be, if that is known. */
  readonly key?: PageKey;
  /** Where in the file, from 1, if it is about a place in it. */
  readonly line?: number;
}

export interface LocalVersion {
  readonly slug: Slug;
  readonly name: string;
  readonly published: boolean;
}

export interface LocalDocumentation {
  readonly version: Slug;
  readonly slug: Slug;
  readonly title: string;
  /** Titles of its categories, in order. */
  readonly categories: readonly string[];
  /** Its folder: where new pages of it are written. */
  readonly folder?: FilePath;
  /** The slug was made of the folder's name, which is its title: only the platform knows the slug. */
  readonly isNamed?: true;
}

export interface LocalReference {
  readonly version: Slug;
  readonly slug: Slug;
  readonly file: FilePath;
}

export type LayoutKind = 'repository' | 'early' | 'export' | 'plain';

/** Relative links of a page that lead to no page file. */
export interface LooseLinks {
  readonly key: PageKey;
  /** As they are written, without fragments; at least one. */
  readonly targets: readonly string[];
}

/** What the content folders hold, beside the texts. */
export interface LocalProject {
  /** One per content folder, in the order of the configuration. */
  readonly layouts: readonly LayoutKind[];
  readonly versions: readonly LocalVersion[];
  readonly documentations: readonly LocalDocumentation[];
  readonly references: readonly LocalReference[];
  /** In reading order, as far as the layout has one: pages are made in it. */
  readonly pages: ReadonlyMap<PageKey, LocalPage>;
  readonly unplaced: readonly UnplacedFile[];
  /** Most pages have none. */
  readonly loose: readonly LooseLinks[];
}

/** The texts of one page file as they are sent. `draft` is null if the file has one body only; at least one is there. */
export interface PageTexts {
  readonly draft: string | null;
  readonly published: string | null;
}

/** The texts of a page that has none to send. */
export const NO_TEXTS: PageTexts = { draft: null, published: null };

/** The newest of a page's texts. */
export const headText = ({ draft, published }: PageTexts): string | null => draft ?? published;
