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
  const old = new Map<string, BasePage[]>();
  for (const page of orphans) push(old, nameOf(page.key, page.sent), page);
  const fresh = new Map<string, LocalPage[]>();
  for (const page of strangers) push(fresh, nameOf(page.key, page.head), page);

  const found = new Map<PageKey, PageKey>();
  for (const [name, pages] of fresh) {
    const lost = old.get(name) ?? [];
    if (pages.length === 1 && lost.length === 1) pair(found, pages, lost);
    else for (const { title } of pages) pair(found, bearing(pages, title), bearing(lost, title));
  }
  return found;
}

const nameOf = (key: PageKey, text: string): string => `${documentationKey(key)} ${text}`;

function push<T>(groups: Map<string, T[]>, name: string, item: T): void {
  const group = groups.get(name);
  if (group) group.push(item);
  else groups.set(name, [item]);
}

const bearing = <T extends { readonly title: string }>(pages: readonly T[], title: string): T[] =>
  pages.filter((page) => page.title === title);

function pair(
  found: Map<PageKey, PageKey>,
  fresh: readonly LocalPage[],
  lost: readonly BasePage[],
): void {
  const [page, ...more] = fresh;
  const [orphan, ...others] = lost;
  if (page && orphan && more.length === 0 && others.length === 0) found.set(page.key, orphan.key);
}
