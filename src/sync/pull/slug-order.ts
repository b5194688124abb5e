/** The order in which pages take the places that other pages leave. Pure. */
import { foldPath } from '../../content/file-names.ts';
import type { PageKey } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { PageInFile } from '../../model/local.ts';

/** A page that changes its place. If its slug is in the header, its file stays. */
export interface Mover {
  readonly at: PageInFile;
  readonly to: PageInFile;
}

/** What to do next. */
export interface Round<M> {
  /** Pages whose new place is free; they may move now, in any order. */
  readonly go: readonly M[];
  /** Pages that cannot move at all, because another page stays where they would go. */
  readonly blocked: readonly M[];
  /** If no page can move: the page that makes way for the others. It is the same in each run. */
  readonly aside: M | null;
}

/** Decides what to do next. `waiting` is not empty. `staying` are pages that should have moved but could not. */
export function nextRound<M extends Mover>(
  waiting: readonly M[],
  staying: readonly Mover[],
): Round<M> {
  const [there, fixed] = [new Places(waiting), new Places(staying)];
  const blocked = waiting.filter((one) => fixed.others(one).length > 0);
  if (blocked.length > 0) return { go: [], blocked, aside: null };
  const go = waiting.filter((one) => there.others(one).length === 0);
  return { go, blocked: [], aside: go.length > 0 ? null : firstOfCycle(waiting, there) };
}

class Places<M extends Mover> {
  readonly #keys: ReadonlyMap<PageKey, M>;
  readonly #files: ReadonlyMap<string, M>;

  constructor(movers: readonly M[]) {
    this.#keys = new Map(movers.map((one) => [one.at.key, one]));
    this.#files = new Map(movers.map((one) => [foldPath(one.at.file), one]));
  }

  /** The pages that are where `mover` goes. */
  others(mover: Mover): readonly M[] {
    const found = [this.#keys.get(mover.to.key), this.#files.get(foldPath(mover.to.file))];
    return found.filter((one): one is M => one !== undefined && one !== mover);
  }
}

/** Every page waits for another, so following them from any page leads into a cycle. */
function firstOfCycle<M extends Mover>(waiting: readonly M[], there: Places<M>): M | null {
  const byKey = waiting.toSorted((a, b) => byCodeUnit(a.at.key, b.at.key));
  const path: M[] = [];
  for (let one = byKey[0]; one !== undefined; one = there.others(one)[0]) {
    const start = path.indexOf(one);
    if (start !== -1) {
      const cycle = new Set(path.slice(start));
      return byKey.find((other) => cycle.has(other)) ?? null;
    }
    path.push(one);
  }
  return null;
}
