/** What the files say. Made by `sync/folder/scan`, read by `sync/plan`. */
import type { Digest, DocumentationPlace, FilePath, PageKey, Slug } from './ids.ts';

/** Header keys for which the API has no field. */
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

/**
 * Facts in a file that the API cannot write. It can write a category, but only when the page is
 * created.
 */
export type Note = HeaderNote | 'parent' | 'order' | 'category' | 'images';

/**
 * Why a page is not for all readers. `not-yet`: it is not for anybody yet. `gate`: a part of it is
 * for an audience, and the platform would show that part to everybody.
 */
export type RestrictionKind = 'not-yet' | 'audience' | 'hidden' | 'unlisted' | 'gate';

/** Why a page, a version or a documentation is held back. */
export interface Restriction {
  readonly kind: RestrictionKind;
  /** The text in the file that is the reason: `draft: true`. */
  readonly says: string;
  /**
   * The page, documentation or version above that is the reason: `v1/guide/secret`. Left out: the
   * page's own file.
   */
  readonly by?: string;
  /** What the platform says about that version or documentation, if it was requested. */
  readonly there?: 'published' | 'unknown';
}

/** `says` of pages below a page whose file cannot be used: nobody knows what that file says. */
export const UNKNOWN_ABOVE = 'its file cannot be used';

/** Whether the file, or a file above it, says that the page is not for anybody yet. */
export const saysNotYet = (restriction: Restriction | undefined): restriction is Restriction =>
  restriction?.kind === 'not-yet' && restriction.says !== UNKNOWN_ABOVE;

/** Settings that hold back all pages of their version or documentation. */
export interface HeldPlace extends Restriction {
  readonly what: 'version' | 'documentation';
}

/** A restriction in words: `for an audience, by guide/secret`. */
export function restrictionWords({ kind, says, by, there }: Restriction): string {
  const what =
    kind === 'not-yet' ? `${RESTRICTION_WORDS[kind]} (${says})` : RESTRICTION_WORDS[kind];
  return by === undefined ? what : `${what}, by ${heldByWords(by, there)}`;
}

/** The place that holds something back, in words. */
export const heldByWords = (by: string, there?: Restriction['there']): string =>
  `${by}${there === undefined ? '' : THERE[there]}`;

const THERE: Readonly<Record<NonNullable<Restriction['there']>, string>> = {
  published: ', which is published on the platform',
  unknown: ', and the platform does not tell whether readers see that',
};

const RESTRICTION_WORDS: Readonly<Record<RestrictionKind, string>> = {
  'not-yet': 'not for readers yet',
  audience: 'for an audience',
  hidden: 'hidden',
  unlisted: 'unlisted',
  gate: 'the platform would show a part that is for an audience',
};

/** A page by its key and its file. */
export interface PageInFile {
  readonly key: PageKey;
  readonly file: FilePath;
}

/**
 * A page file with its place. Its texts stay on disk, because a project may have more text than
 * fits into memory. Digests are of the body as it is sent: without BOM, with LF, links translated.
 */
export interface LocalPage extends PageInFile {
  readonly title: string;
  /** The newest text: the draft section if the file has one, otherwise its only body. */
  readonly head: Digest;
  /** The text that readers should see. `null` if the file has only a draft. */
  readonly published: Digest | null;
  /** The title of the category to which a new page is appended. */
  readonly category: string | null;
  /**
   * Its text, if the lock says that docs wrote it into a file (`BasePage.foreignDraft`), and not that
   * this page was sent with it: the file is a copy, or the page's line was lost. Null: it no longer
   * has the sentence that the page's line names (`BasePage.copied`).
   */
  readonly foreignDraft?: Digest | null;
  /** What of the draft of another page makes it a copy, if only a part of it does. */
  readonly copied?: {
    readonly words: string;
    /** By its letters. */
    readonly sentence: Digest;
    /** The page of that draft. Left out: no draft has the sentence any more. */
    readonly from?: PageKey;
  };
  /**
   * Why publishing this page might show it to more readers than its file, and the page files above
   * it, intend. Left out: nothing says so.
   */
  readonly restriction?: Restriction;
  /**
   * The settings that hold back all pages of the page's version or documentation. Left out: there
   * are none.
   */
  readonly heldPlaces?: readonly HeldPlace[];
  /**
   * Why the platform would refuse the page's slug, as `UnplacedFile.reason`. Left out: it takes it.
   */
  readonly refusal?: string;
  /** Facts in the file that the API cannot write. */
  readonly notes: readonly Note[];
  /** The digest of everything that `notes` depend on. Notes are shown once per value of it. */
  readonly headerDigest: Digest;
}

/** A file that cannot be put where its path says. Its page is left alone. */
export interface UnplacedFile {
  readonly file: FilePath;
  /** Continues a sentence that starts with the file's name: `is not valid UTF-8`. */
  readonly reason: string;
  /** The key of the page that it would be, if known. */
  readonly key?: PageKey;
  /** The line in the file, from 1, if the reason is about one. */
  readonly line?: number;
}

/** A version as the folder names it. */
export interface LocalVersion {
  readonly slug: Slug;
  readonly name: string;
  readonly published: boolean;
  /** The setting that hides it, as written in the file. */
  readonly heldBy?: string;
}

/** A documentation as the folder names it. */
export interface LocalDocumentation {
  readonly version: Slug;
  readonly slug: Slug;
  readonly title: string;
  /** Titles of its categories, in order. */
  readonly categories: readonly string[];
  /** Its folder, in which new pages are written. */
  readonly folder?: FilePath;
  /**
   * Set if its settings hide it from readers. Only the platform can change that, so a sync does
   * not.
   */
  readonly published?: false;
  /** The setting that hides it, as written in the file. */
  readonly heldBy?: string;
}

/** The documentation of a page, if the files have it. Returns undefined otherwise. */
export function documentationOf<One extends Pick<LocalDocumentation, 'version' | 'slug'>>(
  documentations: readonly One[],
  { version, documentation }: DocumentationPlace,
): One | undefined {
  return documentations.find((one) => one.version === version && one.slug === documentation);
}

/** A definition as the folder names it. */
export interface LocalReference {
  readonly version: Slug;
  readonly slug: Slug;
  readonly file: FilePath;
}

/** How a folder's paths and settings files name versions and documentations. */
export type LayoutKind = 'repository' | 'early' | 'plain';

/** Relative links of a page that do not lead to a page file. */
export interface UnresolvedLinks {
  readonly key: PageKey;
  /** As written but without fragments; at least one. */
  readonly targets: readonly string[];
}

/** Why a page file whose path does not name a documentation has no place. */
export const NOT_IN_FOLDERS = 'is not in a folder of a version and a documentation';

/** The contents of the content folders, except texts. */
export interface LocalProject {
  /** One per content folder, in the order of the configuration. */
  readonly layouts: readonly LayoutKind[];
  readonly versions: readonly LocalVersion[];
  readonly documentations: readonly LocalDocumentation[];
  readonly references: readonly LocalReference[];
  /** In reading order, if the layout has one. Pages are created in this order. */
  readonly pages: ReadonlyMap<PageKey, LocalPage>;
  readonly unplaced: readonly UnplacedFile[];
  /** Files that look like pages but have names that are not read. */
  readonly unread: readonly FilePath[];
  /** Pages with unresolved links. Most pages have none. */
  readonly unresolved: readonly UnresolvedLinks[];
  /** Pages whose texts may have samples of files. Most pages have none. */
  readonly sampled: readonly PageKey[];
}

/** A page's two texts: in its file, as sent, or on the platform. Null: there is no such text. */
export interface PageTexts {
  readonly draft: string | null;
  readonly published: string | null;
}

/** The texts of a page that sends none. */
export const NO_TEXTS: PageTexts = { draft: null, published: null };

/** The newest of a page's texts. */
export const headText = ({ draft, published }: PageTexts): string | null => draft ?? published;
