/** The outcome of a scan in a compact form, kept so that a scan of files that did not change need not work it out again. */
import { digestOf } from '../content/digest.ts';
import type { Listing } from '../content/list-files.ts';
import type { Digest, PageKey } from '../model/ids.ts';
import type { LocalPage, LocalProject, Note } from '../model/local.ts';
import type { Project } from '../model/project.ts';

type PageRow = readonly [
  key: PageKey,
  file: LocalPage['file'],
  title: string,
  head: Digest,
  published: Digest | null,
  category: string | null,
  restricted: LocalPage['restricted'],
  noted: number,
];

interface Noted {
  readonly notes: readonly Note[];
  readonly headerDigest: Digest;
}

export interface LastScan {
  /** Of what the scan was told and which files there were. */
  readonly signature: Digest;
  /** Whether all files that it read are known by their stat data. */
  readonly isComplete: boolean;
  readonly outline: Omit<LocalProject, 'pages'>;
  readonly noted: readonly Noted[];
  readonly pages: readonly PageRow[];
}

/** Equal for two scans that were told the same and found the same names of files. */
export function signatureOf({ contents, references }: Project, lists: readonly Listing[]): Digest {
  const told = JSON.stringify([contents, references]);
  const found = lists.map(
    ({ files, refused }) => `${files.join('\n')}\0${JSON.stringify(refused)}`,
  );
  return digestOf([told, ...found].join('\0'));
}

export function packed(
  { pages, ...outline }: LocalProject,
  signature: Digest,
  isComplete: boolean,
): LastScan {
  const noted = new Map<Digest, { readonly at: number; readonly value: Noted }>();
  const rows = [...pages.values()].map((page): PageRow => {
    const { key, file, title, head, published, category, restricted, notes, headerDigest } = page;
    const found = noted.get(headerDigest) ?? { at: noted.size, value: { notes, headerDigest } };
    noted.set(headerDigest, found);
    return [key, file, title, head, published, category, restricted, found.at];
  });
  const values = [...noted.values()].map(({ value }) => value);
  return { signature, isComplete, outline, noted: values, pages: rows };
}

export function unpacked({ outline, noted, pages }: LastScan): LocalProject {
  const found = new Map<PageKey, LocalPage>();
  for (const [key, file, title, head, published, category, restricted, at] of pages) {
    const { notes, headerDigest } = noted[at] as Noted;
    found.set(key, {
      key,
      file,
      title,
      head,
      published,
      category,
      restricted,
      notes,
      headerDigest,
    });
  }
  return { ...outline, pages: found };
}
