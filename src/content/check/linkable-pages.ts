/** The pages of all content folders, and how links find them. */
import { posix } from 'node:path';
import type { Document } from '../darkdown/read/model.ts';
import { isHiddenPath } from '../../system/files/path.ts';
import type { PlacedPage } from '../layouts/layout.ts';
import { PROJECT_FILE } from '../file-names.ts';
import type { PageFile, FileSection } from '../page/page-file.ts';
import type { FindSample } from '../snippets/sources.ts';
import type { Restrictions } from '../page/page-restriction.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath, PageKey, Slug } from '../../model/ids.ts';
import { nearest } from '../../model/text/nearest.ts';

/** A body of a page file, parsed. */
export interface CheckedBody {
  readonly section: FileSection;
  readonly document: Document;
}

/** As much of a body as its text and lines need. */
export interface TextOfBody {
  readonly section: Pick<FileSection, 'source' | 'line'>;
}

/** The line in the file, from 1, of a line in a body, from 1. */
export const lineIn = ({ section }: TextOfBody, line: number): number => section.line + line - 1;

export interface CheckedPage {
  readonly key: PageKey;
  readonly file: FilePath;
  readonly place: PlacedPage;
  readonly page: PageFile;
  readonly bodies: readonly CheckedBody[];
  /** Who may see it, from its header and the headers of the pages above it. */
  readonly restrictions: Restrictions;
  /** Whether its file contains a text for readers, not only a draft. */
  readonly hasPublished: boolean;
  /** Synced blocks by id; null if the layout has none, so that they cannot be checked. */
  readonly synced: ReadonlyMap<string, string> | null;
  /** Names of the project's variables; `null`: unknown, because the folder defines none. */
  readonly variables: ReadonlySet<string> | null;
}

/** A documentation or a reference that links may name. */
export interface KnownSection {
  readonly version: Slug;
  readonly slug: Slug;
  readonly published: boolean;
}

const at = (version: string, slug: string): string => `${version}/${slug}`;

/**
 * Whether two file names are similar. Compares names only, because a long common folder would make
 * different names similar.
 */
const isNearName = (file: string, near: string): boolean =>
  nearest(posix.basename(file, '.md'), [posix.basename(near, '.md')]) !== undefined;

function foldersAbove(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join('/'));
}

/** All pages of a project, with look-ups for links. */
export class Site {
  readonly #suggestions = new Suggestions();
  readonly #byKey: ReadonlyMap<PageKey, readonly CheckedPage[]>;
  readonly #byFile: ReadonlyMap<string, CheckedPage>;
  readonly #slugs: ReadonlyMap<string, readonly Slug[]>;
  readonly #documentations = new Map<string, KnownSection>();
  readonly #references = new Map<string, KnownSection>();
  readonly #versions: ReadonlySet<Slug>;
  readonly #files: ReadonlySet<string>;
  readonly #folders: readonly string[];
  readonly #isThere: (path: string) => boolean;
  /** The part of a file that a sample is. */
  readonly sampleOf: FindSample;
  /** Whether the platform itself syncs a folder, which has the file for that. */
  readonly isSynced: boolean;
  /** Files by their path in lower case. Built on first use. */
  #folded: ReadonlyMap<string, readonly string[]> | undefined;
  #byName: ReadonlyMap<string, readonly string[]> | undefined;
  #parents: ReadonlySet<string> | undefined;

  constructor(site: {
    readonly pages: readonly CheckedPage[];
    readonly documentations: readonly KnownSection[];
    readonly references: readonly KnownSection[];
    /** All files of the content folders, including those that are not pages. */
    readonly files: ReadonlySet<string>;
    /** The content folders, relative to the project. `.` is the project itself. */
    readonly folders: readonly string[];
    /** Whether there is something at a path below the project. */
    readonly isThere: (path: string) => boolean;
    readonly sampleOf: FindSample;
  }) {
    this.#isThere = site.isThere;
    this.sampleOf = site.sampleOf;
    this.#folders = site.folders.map((folder) =>
      folder === '.' || folder === '' ? '' : `${folder}/`,
    );
    for (const each of site.documentations) {
      this.#documentations.set(at(each.version, each.slug), each);
    }
    for (const each of site.references) this.#references.set(at(each.version, each.slug), each);
    this.#versions = new Set(site.documentations.map(({ version }) => version));
    this.#files = new Set([...site.files].map((file) => file.normalize('NFC')));
    this.isSynced = this.#folders.some((folder) => this.#files.has(folder + PROJECT_FILE));
    this.#byFile = new Map(site.pages.map((page) => [page.file.normalize('NFC'), page]));
    this.#byKey = groupBy(site.pages, ({ key }) => key);
    const places = groupBy(
      site.pages.map(({ place }) => place),
      ({ version, documentation }) => at(version, documentation),
    );
    this.#slugs = new Map(Array.from(places, ([name, own]) => [name, own.map(({ slug }) => slug)]));
  }

  withKey(key: PageKey): readonly CheckedPage[] {
    return this.#byKey.get(key) ?? [];
  }

  inFile(file: string): CheckedPage | undefined {
    return this.#byFile.get(file.normalize('NFC'));
  }

  hasFile(file: string): boolean {
    return this.#files.has(file.normalize('NFC'));
  }

  /** Whether nothing is known about the path: it is in no content folder, or hidden in one. */
  isOutside(path: string): boolean {
    return isHiddenPath(path) || !this.#isBelow(path);
  }

  /** Whether something is there, content or not. Nobody looks outside the project: there it may be. */
  isThere(path: string): boolean {
    return path.startsWith('../') || this.#isThere(path);
  }

  /** Whether it is in a content folder but not content, because a name in the path is hidden. */
  isHidden(path: string): boolean {
    return isHiddenPath(path) && this.#isBelow(path);
  }

  #isBelow(path: string): boolean {
    return !path.startsWith('../') && this.#folders.some((folder) => path.startsWith(folder));
  }

  /** Whether any file is below the path. */
  hasFolder(path: string): boolean {
    this.#parents ??= new Set([...this.#files].flatMap(foldersAbove));
    return this.#parents.has(path.replace(/\/$/, ''));
  }

  /** The only file whose path differs just in letter case; null if there is none or several. */
  inOtherCase(file: string): string | null {
    this.#folded ??= groupBy(this.#files, (each) => each.toLowerCase());
    const [only, ...more] = this.#folded.get(file.normalize('NFC').toLowerCase()) ?? [];
    return only !== undefined && more.length === 0 && only !== file ? only : null;
  }

  /** Page files whose paths end in these segments. */
  filesEnding(tail: string): readonly string[] {
    this.#byName ??= groupBy(this.#byFile.keys(), (each) => posix.basename(each));
    const named = this.#byName.get(posix.basename(tail).normalize('NFC')) ?? [];
    return named.filter((each) => `/${each}`.endsWith(`/${tail.normalize('NFC')}`));
  }

  /** Files, pages or not, whose paths end in this one, which begins with `/`. */
  othersEnding(path: string): readonly string[] {
    const wanted = path.normalize('NFC');
    return [...this.#files].filter((file) => `/${file}`.endsWith(wanted));
  }

  /** The file with the same extension and the most similar name; `null` if no name is similar. */
  nearestOther(file: string): string | null {
    const ending = posix.extname(file);
    const others = [...this.#files].filter((each) => each.endsWith(ending));
    const near = this.#suggestions.nearest(ending, file, others);
    return near !== null && isNearName(file, near) ? near : null;
  }

  /** The page file with the most similar name; `null` if no name is similar. */
  nearestFile(file: string): string | null {
    const near = this.#suggestions.nearest('', file, this.#byFile.keys());
    return near !== null && isNearName(file, near) ? near : null;
  }

  /** The most similar slug in a documentation; `null` if none is similar. */
  nearestSlug(version: string, documentation: string, slug: string): string | null {
    const scope = at(version, documentation);
    return this.#suggestions.nearest(scope, slug, this.#slugs.get(scope) ?? []);
  }

  /** The documentation's only slug that differs just in letter case; null if none or several. */
  slugInOtherCase(version: string, documentation: string, slug: string): string | null {
    const wanted = slug.toLowerCase();
    const all = this.#slugs.get(at(version, documentation)) ?? [];
    const [only, ...more] = all.filter((each) => each.toLowerCase() === wanted);
    return only !== undefined && more.length === 0 && only !== slug ? only : null;
  }

  /** Slugs of the documentations of a version. */
  sectionsOf(version: string): readonly Slug[] {
    return [...this.#documentations.values()]
      .filter((each) => each.version === version)
      .map(({ slug }) => slug);
  }

  /** Versions that have documentations in this project. */
  get versions(): readonly Slug[] {
    return [...this.#versions];
  }

  hasVersion(slug: string): boolean {
    return this.#versions.has(slug as Slug);
  }

  documentation(version: string, slug: string): KnownSection | undefined {
    return this.#documentations.get(at(version, slug));
  }

  reference(version: string, slug: string): KnownSection | undefined {
    return this.#references.get(at(version, slug));
  }
}

/**
 * The limit for a run. A folder with thousands of broken links does not need a suggestion for each.
 */
const MAX_COMPARISONS = 30_000;

/** Finds the most similar name. Looks up each word once, in bounded total time. */
class Suggestions {
  readonly #known = new Map<string, string | null>();
  #left = MAX_COMPARISONS;

  /** @param scope a name for the set of candidates, used as a cache key */
  nearest(scope: string, word: string, candidates: Iterable<string>): string | null {
    const key = `${scope}\n${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const list = [...candidates];
    this.#left -= list.length;
    const found = this.#left < 0 ? null : (nearest(word, list) ?? null);
    this.#known.set(key, found);
    return found;
  }
}
