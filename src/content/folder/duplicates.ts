/** Files that claim what only one may have. */
import type { PageInFile } from '../../model/local.ts';
import { foldPath } from './file-names.ts';

/** Groups of more than one, each with all who are in it. */
export interface Twins<One> {
  readonly byKey: readonly (readonly One[])[];
  /** Their paths are one where case or Unicode form does not count. */
  readonly byPath: readonly (readonly One[])[];
}

/** Pages that claim one key, and files that claim one path. */
export const twinsOf = <One extends PageInFile>(all: readonly One[]): Twins<One> => ({
  byKey: groups(all, ({ key }) => key),
  byPath: groups(all, ({ file }) => foldPath(file)),
});

/** Most have nobody beside them: they get no list of their own. */
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
