/** Keys in a `_nav.yaml` that mean "not for readers": the platform does not read them there. */
import { type Restrictions, storedRestrictions } from '../page/page-restriction.ts';
import { mapOf, textOfSetting } from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';
import { verdictOf } from '../settings/reader-keys.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { NAV_KEYS, pagePath } from '../layouts/nav.ts';

/** What a navigation says of the pages in it. */
export interface NavHolds {
  readonly holds: readonly NavHold[];
  /** Pages in the items of others, by their paths. */
  readonly nested: readonly { readonly page: string; readonly above: string }[];
}

/** What a navigation says of the readers of a page. */
export interface NavHold {
  /** Path of the page in its documentation, without extension. Null: any of them. */
  readonly page: string | null;
  readonly restrictions: Restrictions;
}

/** Behind a title, it makes a word the value of a key that has such values. */
const OF_TITLE = '.status';

/**
 * The restrictions in the keys of an item, as in a header. Null if it has none. In other tools, the
 * key of an item is the title of its page: `Plans: draft` may be what the page is.
 */
export function navRestrictions(item: SettingsMap): Restrictions | null {
  const others = Object.entries(item).filter(
    ([key, value]) => !NAV_KEYS.includes(key) || (key !== 'items' && typeof value === 'object'),
  );
  if (others.length === 0) return null;
  const said = storedRestrictions(
    Object.fromEntries(
      others.map(([key, value]) => {
        const text = textOfSetting(value);
        const isWord =
          [value].flat().every((each) => typeof each === 'string') &&
          verdictOf('status', text)?.says === 'holds' &&
          verdictOf(key, text) === null;
        return [isWord ? key + OF_TITLE : key, text];
      }),
    ),
  );
  const reasons = said.reasons.map(({ says, ...reason }) => ({
    ...reason,
    says: says.replace(OF_TITLE, ''),
  }));
  return reasons.length === 0 ? null : { ...said, reasons };
}

/** Deeper than any navigation. */
const MAX_DEPTH = 10;

const listOf = (value: SettingsValue): readonly SettingsValue[] =>
  Array.isArray(value) ? value : [];

/** An item with one of these need not name a page. */
const NOT_PAGES = ['category', 'label', 'link', 'items'];

/** What the items say of their pages, and of those that they list. */
export function navHolds(nav: SettingsValue): NavHolds {
  const holds: NavHold[] = [];
  const nested: { page: string; above: string }[] = [];
  const own = navRestrictions(mapOf(nav) ?? {});
  if (own !== null) holds.push({ page: null, restrictions: own });
  walk(nav, [], null, 0);
  return { holds, nested };

  function walk(
    around: SettingsValue,
    above: readonly Restrictions[],
    parent: string | null,
    depth: number,
  ): void {
    const { items = null, ...others } = mapOf(around) ?? {};
    // Other tools list pages under other keys.
    const lists = depth < MAX_DEPTH ? [items, ...Object.values(others)] : [items];
    for (const item of lists.flatMap(listOf)) {
      // Nearly all items are a path and nothing else.
      if (typeof item === 'string' && above.length === 0 && parent === null) continue;
      const map = mapOf(item) ?? {};
      const page = typeof item === 'string' ? item : map['page'];
      const own = navRestrictions({ ...mapOf(page ?? null), ...map });
      const all = above.concat(own ?? []);
      const path = typeof page === 'string' && page.trim() !== '' ? pagePath(page.trim()) : null;
      if (path !== null) {
        for (const restrictions of all) holds.push({ page: path, restrictions });
        if (parent !== null) nested.push({ page: path, above: parent });
      } else if (own !== null && (page !== undefined || !NOT_PAGES.some((key) => key in map))) {
        // A misspelt key, or another tool's: nobody knows which page is meant.
        holds.push({ page: null, restrictions: own });
      }
      walk(map, all, path ?? parent, depth + 1);
    }
  }
}
