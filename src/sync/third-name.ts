/** The name that a page has for a moment while others that took each other's slugs change places. It says whose it is: a run may end before the next step. */
import type { PageId, PageKey, Slug } from '../model/ids.ts';
import { placeOf } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage } from '../model/sides.ts';
import { documentationKey } from './documentation-key.ts';
import type { Lock } from './lock.ts';

const START = 'docs-cli-moving-';

export const thirdSlug = (id: PageId): Slug => `${START}${id}` as Slug;

/**
 * The lock with pages that a run which was killed left under their third name: it says so of them, as that run would have.
 * `isOneFile`: whether two files are one by two names, as they are in the middle of a move.
 */
export function withThirdNames(
  lock: Lock,
  local: ReadonlyMap<PageKey, LocalPage>,
  isOneFile: (a: LocalPage, b: LocalPage) => boolean,
): Lock {
  const strays = [...local.values()].filter(
    ({ key }) => key.includes(START) && !lock.pages.has(key),
  );
  if (strays.length === 0) return lock;
  const pages = new Map(lock.pages);
  for (const page of strays) {
    const { slug } = placeOf(page.key);
    const line = lineOf(page.key, slug, lock);
    const twin = line && local.get(line.key);
    if (!line || (twin && isOneFile(twin, page))) continue;
    pages.delete(line.key);
    pages.set(page.key, { ...line, key: page.key, slug });
  }
  return { ...lock, pages };
}

function lineOf(key: PageKey, slug: Slug, { pages }: Lock): BasePage | undefined {
  for (const line of pages.values()) {
    const isIts = thirdSlug(line.id) === slug;
    if (isIts && documentationKey(line.key) === documentationKey(key)) return line;
  }
  return undefined;
}
