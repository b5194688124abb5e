/** Which of the deleted pages were below which, as far as the lock tells. */
import type { Delete } from '../../model/change.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PageKey } from '../../model/ids.ts';
import type { Lock } from '../lock/lock.ts';
import { keysAbove } from '../lock/file-folders.ts';

/** Tells which of the pages to be deleted are below others. */
export class Subpages {
  readonly #above: ReadonlyMap<Delete, readonly PageKey[]>;
  readonly #below = new Map<PageKey, Delete[]>();

  constructor(changes: readonly Delete[], lines: Lock['pages']) {
    this.#above = new Map(
      changes.map((change) => {
        const { key } = change;
        return [change, keysAbove({ ...lines.get(key), key })];
      }),
    );
    for (const [change, above] of this.#above) {
      for (const parent of above) {
        if (parent !== change.key) this.#below.set(parent, [...this.below(parent), change]);
      }
    }
  }

  /** The deletions in levels, deepest first. Those of one level may be sent at once. */
  inOrder(): readonly (readonly Delete[])[] {
    const levels = groupBy([...this.#above], ([, above]) => above.length);
    return [...levels]
      .toSorted(([a], [b]) => b - a)
      .map(([, level]) => level.map(([change]) => change));
  }

  /** The deletions of pages that were below this one. */
  below(key: PageKey): readonly Delete[] {
    return this.#below.get(key) ?? [];
  }
}
