/** The outcome of a scan in a compact form, kept so that a scan of files that did not change need not work it out again. */
import { digestOf } from '../../../content/digest.ts';
import type { Listing } from '../../../content/folder/list-files.ts';
import type { Digest, PageKey } from '../../../model/ids.ts';
import type { LocalPage, LocalProject } from '../../../model/local.ts';
import type { Project } from '../../../model/project.ts';

/** A page, one of many. `noted`: which of `LastScan.noted` it has. */
export type PageRow = readonly [
  key: PageKey,
  file: LocalPage['file'],
  title: string,
  head: Digest,
  /** `true`: the same as `head`. */
  published: Digest | true | null,
  category: string | null,
  restricted: LocalPage['restricted'],
  noted: number,
];

interface Noted {
  readonly notes: LocalPage['notes'];
  readonly headerDigest: Digest;
}

/** What is kept of a scan, but for its pages. */
export interface LastScan {
  /** The digest of what the scan was told and which files there were. */
  readonly signature: Digest;
  /** Whether all files that it read are known by their stat data. */
  readonly isComplete: boolean;
  readonly outline: Omit<LocalProject, 'pages'>;
  readonly noted: readonly Noted[];
}

/** Equal for two scans that were told the same and found the same names of files. */
export function signatureOf({ contents, references }: Project, lists: readonly Listing[]): Digest {
  const told = JSON.stringify([contents, references]);
  const found = lists.map(
    ({ files, refused }) => `${files.join('\n')}\0${JSON.stringify(refused)}`,
  );
  return digestOf([told, ...found].join('\0'));
}

/** A scan in its compact form. */
export interface Packed {
  readonly about: LastScan;
  readonly rows: readonly PageRow[];
}

/** The compact form of a scan. `isComplete`: all files that it read are known by their stat data. */
export function packed(
  { pages, ...outline }: LocalProject,
  signature: Digest,
  isComplete: boolean,
): Packed {
  const places = new Map<Digest, number>();
  const noted: Noted[] = [];
  for (const { notes, headerDigest } of pages.values()) {
    if (places.has(headerDigest)) continue;
    places.set(headerDigest, noted.length);
    noted.push({ notes, headerDigest });
  }
  const rows = Array.from(pages.values(), (page): PageRow => {
    const { key, file, title, head, published, category, restricted, headerDigest } = page;
    const shown = published === head ? true : published;
    const at = places.get(headerDigest) ?? 0;
    return [key, file, title, head, shown, category, restricted, at];
  });
  return { about: { signature, isComplete, outline, noted }, rows };
}

/** The scan that was packed. */
export function unpacked(
  { outline, noted }: LastScan,
  rows: readonly PageRow[],
): LocalProject & { readonly pages: Map<PageKey, LocalPage> } {
  const pages = new Map<PageKey, LocalPage>();
  for (const [key, file, title, head, shown, category, restricted, at] of rows) {
    const published = shown === true ? head : shown;
    const { notes, headerDigest } = noted[at] as Noted;
    const said = { key, file, title, head, published, category, restricted, notes, headerDigest };
    pages.set(key, said);
  }
  return { ...outline, pages };
}
