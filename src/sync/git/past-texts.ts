/** The texts that pages had in commits, at whatever path they were. */
import { fileOfTarget, fileTargetsOf } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { stemOf } from '../../content/layouts/layout.ts';
import { bodiesOf, headerValue, parsePageFile } from '../../content/page/page-file.ts';
import { slugOfTitle } from '../../content/slug.ts';
import { readBlobs } from '../../git/blobs.ts';
import { versionsOf } from '../../git/history.ts';
import type { FileVersion } from '../../git/history.ts';
import type { GitPlace } from '../../git/place.ts';
import { groupBy } from '../../model/group-by.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { PageTexts } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import { PastFolders } from './past-folders.ts';

/** A page whose texts are searched for. */
export interface Sought {
  /** Its file today. */
  readonly file: FilePath;
  /** Its present key and earlier ones, today's first. */
  readonly keys: readonly [PageKey, ...PageKey[]];
  /** The search for this page is finished. */
  readonly isOver: boolean;
  /** Told about a version of its file that git does not have: the next older text is not the one that came before. */
  miss?(): void;
}

/** A text that a file had in a commit. */
export interface PastText {
  /** The full id. */
  readonly commit: string;
  /** The title in the header. */
  readonly title: string | undefined;
  /** The texts as they would have been sent from there. */
  readonly texts: PageTexts;
  /** Whether the file was this page's at the time. A file elsewhere may have been another page's. */
  isOf(): Promise<boolean>;
  /** The key that the file had at the time. Undefined if it had none, or git does not tell. */
  keyThen(): Promise<PageKey | undefined>;
}

/** Goes through the texts that files had in commits, newest first. */
export class PastTexts {
  readonly #folders: PastFolders;
  readonly #place: GitPlace;
  readonly #contents: readonly string[];
  readonly #pages: PageMap;
  /** The keys that missing files had. */
  readonly #gone = new Map<FilePath, PageKey | undefined>();

  /** `pages`: today's map. */
  constructor(place: GitPlace, project: Project, pages: PageMap) {
    this.#place = place;
    this.#contents = project.contents.map(({ path }) => path);
    this.#pages = pages;
    this.#folders = new PastFolders(place, project);
  }

  /** Texts of the files that the pages have today, newest first. Links are resolved as they lead today. */
  async inFiles<T extends Sought>(pages: readonly T[], hear: Hear<T>): Promise<void> {
    const byFile = groupBy(pages, ({ file }) => file);
    const versions = await versionsOf(this.#place, [...byFile.keys()], undefined);
    const uses = groupBy(versions, ({ blob }) => blob);
    for await (const { blob, text } of readBlobs(this.#place, [...uses.keys()])) {
      for (const { file, commit } of uses.get(blob) ?? []) {
        if (text === null) {
          for (const page of byFile.get(file as FilePath) ?? []) page.miss?.();
          continue;
        }
        for (const page of byFile.get(file as FilePath) ?? []) {
          if (!page.isOver) await hear(page, this.#pastText(text, commit, page, page.file));
        }
      }
      if (pages.every(({ isOver }) => isOver)) return;
    }
  }

  /**
   * Texts of all files in which the pages may have been, newest first. Links are resolved from there; if
   * their target is gone, to the page that it was.
   */
  async everywhere<T extends Sought>(pages: readonly T[], hear: Hear<T>): Promise<void> {
    const all = await versionsOf(this.#place, this.#contents, undefined);
    const versions = all.filter(({ file }) => file.endsWith('.md'));
    const newest = new Map<string, string>();
    for (const { file, commit } of versions) if (!newest.has(file)) newest.set(file, commit);
    const uses = groupBy(once(versions), ({ blob }) => blob);
    const mayBeIn = whoMayBeIn(pages);
    const map: PageMap = {
      keyOf: (file) => this.#gone.get(file) ?? this.#pages.keyOf(file),
      fileOf: (key) => this.#pages.fileOf(key),
    };
    for await (const { blob, text } of readBlobs(this.#place, [...uses.keys()])) {
      if (text === null) continue;
      for (const { file, commit } of uses.get(blob) ?? []) {
        const at = file as FilePath;
        for (const page of mayBeIn(at, text)) {
          if (page.isOver) continue;
          await this.#followLinks(text, at, newest);
          await hear(page, this.#pastText(text, commit, page, at, map));
        }
      }
      if (pages.every(({ isOver }) => isOver)) return;
    }
  }

  #pastText(
    text: string,
    commit: string,
    { file, keys }: Sought,
    at: FilePath,
    pages = this.#pages,
  ): PastText {
    const keyThen = async (): Promise<PageKey | undefined> =>
      (await this.#folders.at(commit)).keyOf(at.normalize('NFC') as FilePath);
    return {
      commit,
      title: headerValue(parsePageFile(text), 'title'),
      texts: textsAsSent(text, { key: keys[0], file: at }, pages),
      async isOf() {
        if (at === file) return true;
        const key = await keyThen();
        return key !== undefined && keys.map(inVersion).includes(inVersion(key));
      },
      keyThen,
    };
  }

  /** Whether a page has this file today. Checks both directions of the map, because `keyOf` may lead from a missing file to its page's new key. */
  #isThere(file: FilePath): boolean {
    const key = this.#pages.keyOf(file);
    return key !== undefined && this.#pages.fileOf(key)?.normalize('NFC') === file;
  }

  /** Finds out which pages the missing files were that a text links to. */
  async #followLinks(
    text: string,
    file: FilePath,
    newest: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (!text.includes('.md')) return;
    const { draft, published } = bodiesOf(parsePageFile(text));
    for (const body of [draft, published]) {
      for (const target of body === null ? [] : fileTargetsOf(body).pages) {
        const to = fileOfTarget(file, target);
        if (!to || this.#gone.has(to) || this.#isThere(to)) continue;
        const commit = newest.get(to);
        this.#gone.set(
          to,
          commit === undefined ? undefined : (await this.#folders.at(commit)).keyOf(to),
        );
      }
    }
  }
}

/** The page in its version: a version may be a copy of another one. */
const inVersion = (key: PageKey): string => key.slice(key.indexOf('/') + 1);

type Hear<T> = (page: T, text: PastText) => void | Promise<void>;

/** The pages that a file may have been, judging by its name or header. A cheap test: the exact page is looked up only if the text matches. */
function whoMayBeIn<T extends Sought>(
  pages: readonly T[],
): (at: FilePath, text: string) => readonly T[] {
  const byFile = groupBy(pages, ({ file }) => file);
  const named = pages.flatMap((page) => {
    const slugs = new Set<string>(page.keys.map((key) => placeOf(key).slug));
    return Array.from(slugs, (slug) => ({ slug, page }));
  });
  const bySlug = groupBy(named, ({ slug }) => slug);
  return (at, text) => [
    ...new Set([
      ...(byFile.get(at) ?? []),
      ...slugsIn(at, text).flatMap((slug) => bySlug.get(slug)?.map(({ page }) => page) ?? []),
    ]),
  ];
}

/** The slugs that a file with this text may have had. */
function slugsIn(at: FilePath, text: string): readonly string[] {
  const stem = stemOf(at);
  const header = parsePageFile(text);
  const slug = headerValue(header, 'slug');
  const title = headerValue(header, 'title');
  return [stem, slugOfTitle(stem), slug || (title ? slugOfTitle(title) : '')];
}

/** The newest of each group of versions with the same file and the same text. */
function once(versions: readonly FileVersion[]): readonly FileVersion[] {
  const seen = new Set<string>();
  return versions.filter(({ blob, file }) => {
    const name = `${blob} ${file}`;
    return seen.size < seen.add(name).size;
  });
}
