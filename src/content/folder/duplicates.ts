/** Files that claim something that only one file may have. */
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import type { PageInFile, UnplacedFile } from '../../model/local.ts';
import { foldPath } from '../file-names.ts';

/** Groups of at least two, each with all its members. */
export interface Duplicates<One> {
  readonly byKey: readonly (readonly One[])[];
  /** Files whose paths are the same if case and Unicode form are ignored. */
  readonly byPath: readonly (readonly One[])[];
}

/** Pages with the same key, and files with the same path. */
export const duplicatesOf = <One extends PageInFile>(all: readonly One[]): Duplicates<One> => ({
  byKey: groups(all, ({ key }) => key),
  byPath: groups(all, ({ file }) => foldPath(file)),
});

/** Groups of those that share a value with another one. Mostly there are none. */
function groups<One>(all: readonly One[], by: (one: One) => string): One[][] {
  if (new Set(all.map(by)).size === all.length) return [];
  return [...groupBy(all, by).values()].filter(({ length }) => length > 1);
}

const others = (group: readonly PageInFile[], { file }: PageInFile): string =>
  group
    .filter((candidate) => candidate.file !== file)
    .map((candidate) => `"${candidate.file}"`)
    .join(', ');

/** For names that look the same: says in which Unicode form this one is. Else empty. */
function unicodeForm(group: readonly PageInFile[], file: FilePath): string {
  if (group.some((other) => other.file.normalize() !== file.normalize())) return '';
  const form = file === file.normalize() ? 'NFC' : 'NFD';
  return `: the names differ only in Unicode form, this one is in ${form}`;
}

/** The candidates whose key and, on every system, path is unique. All others become unplaced. */
export function withoutDuplicates<T extends PageInFile>(
  candidates: readonly T[],
  unplaced: UnplacedFile[],
): readonly T[] {
  const out = new Set<T>();
  const { byKey, byPath } = duplicatesOf(candidates);
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
