/** `_nav.yaml`: the order and the categories of one documentation in the repository layout. */
import { grouped } from '../../model/text/sentences.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { MAX_NAVIGATION_ENTRIES } from '../../model/input-limits.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import type { YamlPath } from '../../system/yaml/yaml-text.ts';
import { printNavigation, yamlText } from '../settings/printed-yaml.ts';
import { withoutExtension } from './layout.ts';
import { mapOf, settingsMap } from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';

export const NAV = '_nav.yaml';

/** The keys that determine the kind of an item, which has one of them. */
export const NAV_KINDS: readonly string[] = ['page', 'category', 'label', 'link'];
/** All keys of an item. */
export const NAV_KEYS: readonly string[] = [...NAV_KINDS, 'icon', 'items'];

/** One page of a navigation. */
export interface NavEntry {
  /** Path of the page in its documentation, without extension. */
  readonly page: string;
  /** Title of the nearest category above it. */
  readonly category: string | null;
  /** Path of the page in whose items it is listed. */
  readonly above: string | null;
  /** The path of the entry in the YAML file. */
  readonly at: YamlPath;
}

/** What a navigation says about the pages of its documentation. */
export interface Nav {
  /** Pages in reading order. */
  readonly entries: readonly NavEntry[];
  /** Titles of categories, in order, each once. */
  readonly categories: readonly string[];
}

type Inside = Pick<NavEntry, 'category' | 'above'>;

const TOO_MANY = `A navigation has at most ${grouped(MAX_NAVIGATION_ENTRIES)} entries.`;

const wrong = (file: FilePath, says: string): Failure =>
  new Failure('content', says, {
    place: { file },
    hint: 'An item is a page path, `separator`, or a map with `page`, `category`, `label` or `link`',
  });

/** A page's path in the form of navigations: in Unicode's composed form, without extension. */
export const pagePath = (text: string): string =>
  withoutExtension(text.normalize('NFC').replace(/^\.?\//, ''));

/** The entry of a page: with its extension if the entry would else be another page, or a separator. */
export const navEntry = (page: string): string =>
  pagePath(page) === page && page !== SEPARATOR ? page : `${page}.md`;

const SEPARATOR = 'separator';

const isList = (value: SettingsValue | undefined): value is readonly SettingsValue[] =>
  Array.isArray(value);

/** Ignores items of unknown kinds. Throws `Failure('content')` if the shape is wrong. */
export function readNav(value: SettingsValue | undefined, file: FilePath): Nav {
  const entries: NavEntry[] = [];
  const categories = new Set<string>();
  const { items = null } = settingsMap(value, file);
  let count = 0;
  walk(items, { category: null, above: null }, ['items']);
  return { entries, categories: [...categories] };

  function walk(list: SettingsValue, inside: Inside, path: YamlPath): void {
    if (list === null || list === '') return;
    if (!isList(list)) throw wrong(file, '`items` must be a list.');
    count += list.length;
    if (count > MAX_NAVIGATION_ENTRIES) throw wrong(file, TOO_MANY);
    for (const [index, item] of list.entries()) {
      const at = [...path, index];
      if (item === SEPARATOR) continue;
      if (typeof item === 'string') addPage(item, inside, at);
      else if (item !== null) addMap(item, inside, at);
    }
  }

  function addPage(text: string, inside: Inside, at: YamlPath): void {
    entries.push({ page: pagePath(text), ...inside, at });
  }

  function addMap(item: SettingsValue, inside: Inside, at: YamlPath): void {
    if (isList(item)) throw wrong(file, 'there is a list where an item should be.');
    const { page, category: title, items = null } = item as SettingsMap;
    if (typeof page === 'string') addPage(page, inside, [...at, 'page']);
    if (typeof title === 'string') categories.add(title);
    const below = {
      category: typeof title === 'string' ? title : inside.category,
      above: typeof page === 'string' ? pagePath(page) : inside.above,
    };
    walk(items, below, [...at, 'items']);
  }
}

/**
 * The file with `page` added at its end, or at that of `category` if it exists. All else stays.
 * A file that lists the page already is not changed.
 */
export const withNavEntry = (
  text: string,
  page: string,
  category: string | null,
): Promise<string> => withNavEntries(text, [page], category);

/** The same for several pages of one category, in the given order. */
export async function withNavEntries(
  text: string,
  pages: readonly string[],
  category: string | null,
): Promise<string> {
  const [{ YamlText }, { withItems }] = await Promise.all([
    import('../../system/yaml/yaml-text.ts'),
    import('../../system/yaml/edit-yaml.ts'),
  ]);
  const read = new YamlText(text, 'failsafe').value();
  if ('message' in read) return text;
  const value = read.value as SettingsValue;
  const known = new Set(readNav(value, '_nav.yaml' as FilePath).entries.map(({ page }) => page));
  const added = pages.filter((page) => !known.has(page)).map(navEntry);
  if (added.length === 0) return text;
  if (value === null || value === '') return printNav(added);
  const { items } = settingsMap(value, '_nav.yaml' as FilePath);
  const group =
    isList(items) && category !== null
      ? items.findIndex((item) => mapOf(item)?.['category'] === category)
      : -1;
  return withItems(text, group === -1 ? ['items'] : ['items', group, 'items'], added, {
    written: yamlText,
    indentsLists: indentsLists(text),
  });
}

/** The file with new paths and addresses; `undefined` keeps the current one. All else stays. */
export async function withNavTargets(
  text: string,
  newPath: (page: string) => string | undefined,
  newUrl: (url: string) => string | undefined = () => undefined,
): Promise<string> {
  const { withScalars } = await import('../../system/yaml/edit-yaml.ts');
  return withScalars(
    text,
    (value, path) => {
      if (path.some((part) => typeof part !== 'number' && !NAV_TARGETS.has(part))) return undefined;
      const key = path.at(-1);
      if (key === 'url') return newUrl(value);
      const isOther = key === 'link' || key === 'links' || (key !== 'page' && value === SEPARATOR);
      const page = isOther ? undefined : newPath(pagePath(value));
      return page === undefined ? undefined : navEntry(page);
    },
    yamlText,
  );
}

/** An icon in a navigation. A solid one has no prefix. */
const ICON = /^(?:(?:far|fab):)?[a-z\d]+(?:-[a-z\d]+)*$/;
/**
 * Classes of Font Awesome that choose a style, and the prefix with the same meaning in a
 * navigation.
 */
const ICON_STYLES: Readonly<Record<string, string>> = {
  far: 'far:',
  'fa-regular': 'far:',
  fab: 'fab:',
  'fa-brands': 'fab:',
};

/**
 * Whether the platform accepts the form of an item's icon. Does not check that an icon with this
 * name exists.
 */
export const isNavIcon = (icon: string): boolean =>
  /^https:\/\/\S+$/.test(icon) || (ICON.test(icon) && !icon.startsWith('fa-'));

/** The icon that its classes (`far fa-bell`) probably mean; undefined if that is not clear. */
export function navIcon(icon: string): string | undefined {
  if (isNavIcon(icon)) return icon;
  const words = icon
    .toLowerCase()
    .split(/[\s:]+/)
    .filter((word) => word !== '');
  const style = words.map((word) => ICON_STYLES[word]).find((each) => each !== undefined) ?? '';
  const names = words
    .filter((word) => !/^(?:fa[bdlrst]?|fa-(?:solid|regular|brands|fw|lg|\d+x))$/.test(word))
    .map((word) => word.replace(/^fa-/, ''));
  const [name = '', other] = names;
  const meant = `${style}${name}`;
  return other === undefined && isNavIcon(meant) ? meant : undefined;
}

/** The keys below which a navigation contains targets. */
const NAV_TARGETS: ReadonlySet<unknown> = new Set([
  'items',
  'page',
  'link',
  'url',
  // The following are keys of the project's settings.
  'navigation',
  'links',
]);

const indentsLists = (text: string): boolean => !/^items:[ \t]*\r?\n- /m.test(text);

/** An item of `_nav.yaml`. */
export type WrittenNavItem =
  | string
  | {
      readonly page: string;
      readonly icon?: string;
      readonly items?: readonly WrittenNavItem[];
    }
  | { readonly category: string; readonly items: readonly WrittenNavItem[] }
  | { readonly label: string }
  | { readonly link: { readonly title: string; readonly url: string } };

/** The text of a `_nav.yaml` with these items. */
export const printNav = (items: readonly WrittenNavItem[]): string => printNavigation({ items });
