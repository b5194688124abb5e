/** Files whose slug changed: known by what they hold, so that their page keeps its id. Pure. */
import type { PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage } from '../model/sides.ts';
import { documentationKey } from './lock.ts';

/**
 * New keys to old ones: pages of the lock whose file is gone, and files that the lock does not know, with the same text in the same
 * documentation. Where several have that text, the title decides; where it does not, nothing is taken for renamed.
 */
export function renames(
  orphans: Iterable<BasePage>,
  strangers: Iterable<LocalPage>,
): ReadonlyMap<PageKey, PageKey> {
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

function groupBy<T>(items: Iterable<T>, nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
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
