/** Which pages follow what: by `follows:` in their headers, and as translations. */
import picomatch from 'picomatch';
import { followsOf, isGlob } from '../../../content/page/follows.ts';
import { headerValue } from '../../../content/page/page-file.ts';
import type { PageFile } from '../../../content/page/page-file.ts';
import type { Translations } from '../../../model/project.ts';
import type { FilePath, PageKey } from '../../../model/ids.ts';

export interface FollowingPage {
  readonly key: PageKey;
  readonly file: FilePath;
  /** Paths and globs. */
  readonly follows: readonly string[];
  /** What it names and cannot follow. */
  readonly unusable: readonly string[];
  /** The digest of what was seen; of earlier versions, the beginning of a blob's id. */
  readonly seen: string | null;
}

/** A path that an original has, or a translation alone. */
export interface TranslatedPath {
  readonly path: string;
  readonly of: FilePath;
  readonly original: FilePath | null;
  readonly translations: readonly { readonly folder: FilePath; readonly file: FilePath | null }[];
}

interface Page {
  readonly key: PageKey;
  readonly file: FilePath;
  readonly page: PageFile;
}

/** The pages that follow something: what `follows:` names, and the original of a translation. */
export function followersIn(
  pages: readonly Page[],
  translated: readonly TranslatedPath[],
): readonly FollowingPage[] {
  const originals = new Map<FilePath, FilePath>();
  for (const { original, translations } of translated) {
    if (original === null) continue;
    for (const { file } of translations) if (file !== null) originals.set(file, original);
  }
  return pages.flatMap(({ key, file, page }) => {
    const { names, unusable } = followsOf(page);
    const original = originals.get(file);
    const follows = [...new Set([...names, ...(original === undefined ? [] : [original])])];
    if (follows.length + unusable.length === 0) return [];
    const seen =
      /^[\da-f]{7,64}(?=\s|$)/.exec(headerValue(page, 'followed')?.trim() ?? '')?.[0] ?? null;
    return [{ key, file, follows, unusable: unusable.map(({ name }) => name), seen }];
  });
}

/** The pages of originals and of their translations, paired by their paths. */
export function translatedPaths(
  files: readonly FilePath[],
  settings: readonly Translations[],
): readonly TranslatedPath[] {
  const below = (folder: string): ReadonlyMap<string, FilePath> =>
    new Map(
      files.flatMap((file) =>
        file.startsWith(`${folder}/`) ? [[file.slice(folder.length + 1), file]] : [],
      ),
    );
  return settings.flatMap(({ of, in: folders }) => {
    const originals = below(of);
    const others = folders.map((folder) => ({ folder, files: below(folder) }));
    const all = [originals, ...others.map((each) => each.files)];
    const paths = new Set(all.flatMap((each) => Array.from(each.keys())));
    return [...paths].toSorted().map((path) => ({
      path,
      of,
      original: originals.get(path) ?? null,
      translations: others.map((each) => ({
        folder: each.folder,
        file: each.files.get(path) ?? null,
      })),
    }));
  });
}

/** Whether a path is a file that the page follows, or in a folder that it follows. */
export function matcher({ follows }: Pick<FollowingPage, 'follows'>): (path: string) => boolean {
  const globs = follows.filter(isGlob);
  const paths = follows.filter((each) => !isGlob(each)).map((each) => each.replace(/\/$/, ''));
  const isMatch = globs.length === 0 ? () => false : picomatch(globs, { dot: true });
  return (path) =>
    paths.some((each) => path === each || path.startsWith(`${each}/`)) || isMatch(path);
}
