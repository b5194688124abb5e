/** The order of a documentation as its layout writes it down, with all that stands between pages. Pages that it leaves out come later. */
import { parseArchiveName } from '../../content/layouts/archive-name.ts';
import { pagePath } from '../../content/layouts/nav.ts';
import type { SettingsMap, SettingsValue } from '../../content/settings/settings-file.ts';
import type { NavigationEntry } from '../site.ts';
import type { SeenPageFile } from './page-about.ts';

/** Its pages are paths in the documentation, without extension. */
export type NavItem = NavigationEntry<string>;

const isMap = (value: SettingsValue | undefined): value is SettingsMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (map: SettingsMap, key: string): string | null => {
  const value = Object.hasOwn(map, key) ? map[key] : null;
  return typeof value === 'string' ? value : null;
};

/** Deeper than any navigation. */
const MAX_DEPTH = 20;

/** The items of a parsed `_nav.yaml`. What has another shape is passed over: `docs check` says so. */
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
    if (label !== null) return [{ kind: 'label', title: label, icon }];
    const { link = null } = item;
    if (!isMap(link)) return Object.hasOwn(item, 'separator') ? [{ kind: 'separator' }] : items;
    const url = textIn(link, 'url') ?? '';
    return [{ kind: 'link', title: textIn(link, 'title') ?? url, url, icon }];
  });
}

/**
 * The same of an export, whose entries are numbered files at the top of the documentation.
 *
 * @param files by path in the documentation
 */
export function numberedItems(files: ReadonlyMap<string, SeenPageFile>): NavItem[] {
  const entries = [...files]
    .filter(([path]) => !path.includes('/'))
    .flatMap(([path, file]) => {
      const number = parseArchiveName(path)?.number ?? null;
      return number === null ? [] : [{ path, file, number }];
    })
    .toSorted((a, b) => a.number - b.number);
  const top: NavItem[] = [];
  let into = top;
  for (const { path, file } of entries) {
    const { type, title } = file.facts;
    const name = title ?? pagePath(path);
    if (type === 'page') into.push({ kind: 'page', page: pagePath(path), icon: null, items: [] });
    else if (type === 'category') {
      into = [];
      top.push({ kind: 'category', title: name, icon: null, items: into });
    } else if (type === 'separator') {
      into = top;
      top.push({ kind: 'separator' });
    } else if (type === 'link') into.push({ kind: 'link', title: name, url: file.url, icon: null });
    else if (type === 'label') into.push({ kind: 'label', title: name, icon: null });
  }
  return top;
}
