/** Files that claim something that only one file may have. */
import type { PageInFile } from '../../model/local.ts';
import { foldPath } from '../file-names.ts';

/** Groups of at least two, each with all its members. */
export interface Twins<One> {
  readonly byKey: readonly (readonly One[])[];
  /** Files whose paths are the same if case and Unicode form are ignored. */
  readonly byPath: readonly (readonly One[])[];
}

/** Pages with the same key, and files with the same path. */
export const twinsOf = <One extends PageInFile>(all: readonly One[]): Twins<One> => ({
  byKey: groups(all, ({ key }) => key),
  byPath: groups(all, ({ file }) => foldPath(file)),
});

/** Most values occur once: those get no list. */
function groups<One>(all: readonly One[], by: (one: One) => string): One[][] {
  const found = new Map<string, One>();
  const shared = new Map<string, One[]>();
  for (const one of all) {
    const value = by(one);
    const first = found.get(value);
    if (first === undefined) {
      found.set(value, one);
      continue;
    }
    const group = shared.get(value);
    if (group) group.push(one);
    else shared.set(value, [first, one]);
  }
  return [...shared.values()];
}
