/** Which commits have which: what dates of commits cannot tell. */
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';

/**
 * Of the parents of a merge, the commits that the first one has and the others do not: what arrived
 * on the branch while the others were made.
 */
export type MadeMeanwhile = (parents: readonly string[]) => ReadonlySet<string>;

const FIRST = 1;
const OTHERS = 2;

/** Reads all commits of HEAD once, because a process for each merge would take longer. */
export async function madeMeanwhile(place: GitPlace): Promise<MadeMeanwhile> {
  const git = await openGit(place);
  const list = await git?.read(['rev-list', '--topo-order', '--parents', 'HEAD']);
  return meanwhileIn((list ?? '').split('\n').map((line) => line.split(' ')));
}

/** @param commits ids, each with those of its parents; children come before their parents */
export function meanwhileIn(commits: readonly (readonly string[])[]): MadeMeanwhile {
  const placeOf = new Map(commits.map(([id = ''], at) => [id, at]));
  return ([first = '', ...others]) => {
    const sides = new Uint8Array(commits.length);
    /** How many commits of the first side alone were not looked at. */
    let left = 0;
    const reach = (id: string, side: number): void => {
      const at = placeOf.get(id);
      if (at === undefined) return;
      const before = sides[at] ?? 0;
      sides[at] = before | side;
      if (sides[at] === FIRST && before === 0) left += 1;
      if (sides[at] !== FIRST && before === FIRST) left -= 1;
    };
    reach(first, FIRST);
    for (const id of others) reach(id, OTHERS);
    const found = new Set<string>();
    const top = Math.min(...[first, ...others].map((id) => placeOf.get(id) ?? commits.length));
    for (let at = top; left > 0 && at < commits.length; at += 1) {
      const [id = '', ...parents] = commits[at] ?? [];
      const side = sides[at] ?? 0;
      if (side === 0) continue;
      for (const parent of parents) reach(parent, side === FIRST ? FIRST : OTHERS);
      if (side !== FIRST) continue;
      left -= 1;
      found.add(id);
    }
    return found;
  };
}
