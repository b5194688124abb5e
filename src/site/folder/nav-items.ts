/** The entries of a `_nav.yaml`, in order. Pages that it does not list are added later. */
import { navRestrictions } from '../../content/folder/nav-holds.ts';
import { pagePath } from '../../content/layouts/nav.ts';
import type { SettingsMap } from '../../content/settings/settings-file.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import type { NavigationEntry } from '../site-source.ts';

/** An entry whose pages are paths in the documentation, without extension. */
export type NavItem = NavigationEntry<string>;

const isMap = (value: SettingsValue | undefined): value is SettingsMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (map: SettingsMap, key: string): string | null => {
  const value = Object.hasOwn(map, key) ? map[key] : null;
  return typeof value === 'string' ? value : null;
};

/** Deeper than any navigation. */
const MAX_DEPTH = 20;

/** The items of a parsed `_nav.yaml`. Skips items of another shape, which `docs check` reports. */
export function navItems(nav: SettingsValue | undefined, depth = 0): NavItem[] {
  const list = isMap(nav) && Object.hasOwn(nav, 'items') ? nav['items'] : null;
  if (!Array.isArray(list) || depth > MAX_DEPTH) return [];
  return (list as readonly SettingsValue[]).flatMap((item): NavItem[] => {
    if (item === 'separator') return [{ kind: 'separator' }];
    if (typeof item === 'string')
      return [{ kind: 'page', page: pagePath(item), icon: null, items: [] }];
    if (!isMap(item)) return [];
    const page = textIn(item, 'page');
    const category = textIn(item, 'category');
    const label = textIn(item, 'label');
    const icon = textIn(item, 'icon');
    const items = navItems(item, depth + 1);
    if (page !== null) return [{ kind: 'page', page: pagePath(page), icon, items }];
    if (category !== null) return [{ kind: 'category', title: category, icon, items }];
    // Pages are held back themselves, and sites show no category without pages.
    if (navRestrictions(item) !== null) return items;
    if (label !== null) return [{ kind: 'label', title: label, icon }];
    const { link = null } = item;
    if (!isMap(link)) return Object.hasOwn(item, 'separator') ? [{ kind: 'separator' }] : items;
    const url = textIn(link, 'url') ?? '';
    return [{ kind: 'link', title: textIn(link, 'title') ?? url, url, icon }];
  });
}
