/** Which of the deleted pages were below which, as far as the lock tells. */
import type { Delete } from '../../model/change.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PageKey } from '../../model/ids.ts';
import { withSlug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { slugsAbove } from '../lock/file-folders.ts';

export class Subpages {
  readonly #lines: ReadonlyMap<PageKey, Pick<BasePage, 'folder'>>;
  readonly #below = new Map<PageKey, PageKey[]>();
  readonly #gone = new Set<PageKey>();

  constructor(changes: readonly Delete[], lines: ReadonlyMap<PageKey, Pick<BasePage, 'folder'>>) {
    this.#lines = lines;
    const deleted = new Set(changes.map(({ key }) => key));
    for (const { key } of changes) {
      for (const slug of this.#above(key)) {
        const parent = withSlug(key, slug);
        if (parent === key || !deleted.has(parent)) continue;
        this.#below.set(parent, [...(this.#below.get(parent) ?? []), key]);
      }
    }
  }

  /** The deletions in levels, deepest first. Those of one level may be sent at once. */
  inOrder(changes: readonly Delete[]): readonly (readonly Delete[])[] {
    const levels = groupBy(changes, ({ key }) => this.#above(key).length);
    return [...levels].toSorted(([a], [b]) => b - a).map(([, level]) => level);
  }

  /** Records that the page was deleted. */
  went(key: PageKey): void {
    this.#gone.add(key);
  }

  /** A page that was below this one and is not deleted yet. */
  leftBelow(key: PageKey): PageKey | undefined {
    return this.#below.get(key)?.find((child) => !this.#gone.has(child));
  }

  #above(key: PageKey): ReturnType<typeof slugsAbove> {
    const folder = this.#lines.get(key)?.folder;
    return folder === undefined ? [] : slugsAbove(folder);
  }
}
