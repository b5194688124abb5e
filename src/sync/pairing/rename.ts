/** Files whose slug changed: known by what they hold or are called, so that their page keeps its id. Pure. */
import { groupBy } from '../../model/group-by.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { documentationKey } from '../snapshot/documentation-key.ts';

export interface Renames {
  /** New keys to old ones. */
  readonly found: ReadonlyMap<PageKey, PageKey>;
  /** New keys that share a title with a page whose file is gone, and may be that page or another. */
  readonly unclear: readonly PageKey[];
  readonly unpaired: Unpaired;
}

/** What neither text nor title pairs, nor makes doubtful. */
export interface Unpaired {
  readonly orphans: readonly BasePage[];
  readonly strangers: readonly LocalPage[];
}

export interface Candidates {
  /** Pages of the lock whose file is gone and which the platform still has. */
  readonly orphans: readonly BasePage[];
  /** Files that the lock does not know. */
  readonly strangers: readonly LocalPage[];
  /** Titles of all other pages, of either side, in the documentation of a key. */
  readonly isTitleElsewhere: (page: LocalPage) => boolean;
}

/**
 * Pairs pages whose file is gone with new files of the same documentation: first those with the same text, where the title decides among
 * several; then those of the same title, edited as well, where no other page of the documentation has that title. Whatever is less
 * certain is not taken for renamed.
 */
export function renames({ orphans, strangers, isTitleElsewhere }: Candidates): Renames {
  const found = sameText(orphans, strangers);
  const unclear: PageKey[] = [];
  const taken = new Set(found.values());
  const lost = groupBy(
    orphans.filter(({ key }) => !taken.has(key)),
    titleIn,
  );
  const fresh = groupBy(
    strangers.filter(({ key }) => !found.has(key)),
    titleIn,
  );
  for (const [title, pages] of fresh) {
    const candidates = lost.get(title);
    if (candidates === undefined) continue;
    if (pages.some(isTitleElsewhere) || !pair(found, pages, candidates)) {
      unclear.push(...pages.map(({ key }) => key));
    }
  }
  return {
    found,
    unclear,
    unpaired: unpaired({ orphans, strangers, isTitleElsewhere }, found, unclear),
  };
}

function unpaired(
  { orphans, strangers, isTitleElsewhere }: Candidates,
  found: ReadonlyMap<PageKey, PageKey>,
  unclear: readonly PageKey[],
): Unpaired {
  const before = new Set(found.values());
  const doubtful = new Set(unclear);
  const left = strangers.filter(({ key }) => !found.has(key) && !doubtful.has(key));
  return {
    orphans: orphans.filter(({ key }) => !before.has(key)),
    strangers: left.filter((page) => !isTitleElsewhere(page)),
  };
}

const titleIn = ({ key, title }: { readonly key: PageKey; readonly title: string }): string =>
  `${documentationKey(key)} ${title}`;

function sameText(
  orphans: readonly BasePage[],
  strangers: readonly LocalPage[],
): Map<PageKey, PageKey> {
  const old = groupBy(orphans, ({ key, sent }) => `${documentationKey(key)} ${sent}`);
  const fresh = groupBy(strangers, ({ key, head }) => `${documentationKey(key)} ${head}`);
  const found = new Map<PageKey, PageKey>();
  for (const [name, pages] of fresh) {
    const lost = old.get(name) ?? [];
    if (pair(found, pages, lost)) continue;
    const titles = groupBy(lost, ({ title }) => title);
    for (const [title, same] of groupBy(pages, (page) => page.title)) {
      pair(found, same, titles.get(title) ?? []);
    }
  }
  return found;
}

/** Whether there is one of each. */
function pair(
  found: Map<PageKey, PageKey>,
  fresh: readonly LocalPage[],
  lost: readonly BasePage[],
): boolean {
  const [page] = fresh;
  const [orphan] = lost;
  if (!page || !orphan || fresh.length > 1 || lost.length > 1) return false;
  found.set(page.key, orphan.key);
  return true;
}
