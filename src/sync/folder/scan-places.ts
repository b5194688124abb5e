/** Turns placed files into pages. No two files may claim the same key, or the same path on some system. */
import { digestOf } from '../../content/digest.ts';
import type { Candidate as PlacedFile } from '../../content/folder/read-folder.ts';
import { twinsOf } from '../../content/folder/duplicates.ts';
import { noteKey, notesOf } from '../../content/page/page-facts.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import type {
  LocalPage,
  LocalProject,
  LooseLinks,
  Note,
  PageInFile,
  UnplacedFile,
} from '../../model/local.ts';
import type { KnownPage } from './scan-files.ts';
import type { DigestsToday } from './scan-links.ts';

/** A file with a place that another file may claim too. */
export type ScannedFile = PlacedFile<KnownPage>;

const others = (group: readonly PageInFile[], { file }: PageInFile): string =>
  group
    .filter((candidate) => candidate.file !== file)
    .map((candidate) => `"${candidate.file}"`)
    .join(', ');

/** Says how names differ that look the same. */
function unicodeForm(group: readonly PageInFile[], file: FilePath): string {
  if (group.some((other) => other.file.normalize() !== file.normalize())) return '';
  const form = file === file.normalize() ? 'NFC' : 'NFD';
  return `: the names differ only in Unicode form, this one is in ${form}`;
}

/** The candidates that share neither a key nor, on some system, a path with another. All others become unplaced. */
export function withoutTwins<T extends PageInFile>(
  candidates: readonly T[],
  unplaced: UnplacedFile[],
): readonly T[] {
  const out = new Set<T>();
  const { byKey, byPath } = twinsOf(candidates);
  for (const group of byKey) {
    for (const candidate of group) {
      const { key, file } = candidate;
      out.add(candidate);
      unplaced.push({
        file,
        key,
        reason: `claims the key ${key}, as does ${others(group, candidate)}${unicodeForm(group, file)}`,
      });
    }
  }
  for (const group of byPath) {
    for (const candidate of group.filter((one) => !out.has(one))) {
      out.add(candidate);
      const reason = `differs from ${others(group, candidate)} only in case or Unicode form, so that they are the same file on some systems`;
      unplaced.push({ file: candidate.file, key: candidate.key, reason });
    }
  }
  return out.size === 0 ? candidates : candidates.filter((candidate) => !out.has(candidate));
}

interface Noted {
  readonly notes: readonly Note[];
  readonly headerDigest: Digest;
}

/** `digestsOf` must return digests for today's link targets. */
export function localPages(
  candidates: readonly ScannedFile[],
  digestsOf: (candidate: ScannedFile) => DigestsToday,
): Pick<LocalProject, 'pages' | 'loose'> {
  const pages = new Map<PageKey, LocalPage>();
  const looseLinks: LooseLinks[] = [];
  const noted = new Map<string, Noted>();
  for (const candidate of candidates) {
    const { key, file, page, known } = candidate;
    const { head, published, loose } = digestsOf(candidate);
    if (loose.length > 0) looseLinks.push({ key, targets: loose });
    const { title, category } = page;
    const { restricted } = known.facts;
    const id = noteKey(known.facts, page);
    const found = noted.get(id) ?? {
      notes: notesOf(known.facts, page),
      headerDigest: digestOf(id),
    };
    noted.set(id, found);
    const { notes, headerDigest } = found;
    const said = { key, file, title, head, published, category, restricted, notes, headerDigest };
    pages.set(key, said);
  }
  return { pages, loose: looseLinks };
}
