/** Sites of VitePress. */
import { posix } from 'node:path';
import { readToolConfig } from '../config/data.ts';
import { excludedBy } from '../excluded.ts';
import { issueIn } from '../model.ts';
import type {
  CardFacts,
  Dialect,
  ImportIssue,
  NavNode,
  PageLead,
  SourceFolder,
  SourceSite,
} from '../model.ts';
import { GITHUB, PRESS } from '../anchors.ts';
import { EMOJI } from '../read/names.ts';
import { fileRoute, firstFile, isFar, pagesBelow, routeKey, sourcePath } from '../source-names.ts';
import { addressIn, filesIn, linkNode, pageNode, separated, siteOf } from '../folder-navigation.ts';
import { isRecord, listUnder, textUnder, textIn, valueIn } from '../config-values.ts';
import { rewriterOf } from './rewrites.ts';

const CONFIGS = ['ts', 'mts', 'js', 'mjs'].flatMap((end) => [
  `config.${end}`,
  `config/index.${end}`,
]);

const DIALECT: Dialect = {
  hasColons: true,
  isVue: true,
  slugs: [PRESS, GITHUB],
  notations: EMOJI,
  leadOf: homeOf,
};

/** Reads the site whose `.vitepress` folder is in `base`. */
export async function readVitePress(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = firstFile(folder, sourcePath(base, '.vitepress'), CONFIGS);
  const tell = (says: string): void => {
    issues.push(issueIn(file ?? base, null, 'config', says));
  };
  const config = await readToolConfig(folder, file, issues);
  const root = sourcePath(base, textUnder(config, 'srcDir') ?? '.');
  const pages = pagesBelow(folder.files, root, excludedIn(config));
  const rewritten = rewriterOf(valueIn(config, 'rewrites'), (from) =>
    tell(
      from === null
        ? 'The rewrites were not applied: there are more than 200.'
        : `The rewrite \`${from}\` was not applied: only \`:name\` and \`:name*\` are read, with \`/\` between two of them.`,
    ),
  );
  const routes = (path: string): string[] => {
    const shown = sourcePath(root, rewritten(posix.relative(root, path)));
    return [...new Set([shown, path].map((each) => fileRoute(root, each, /^index\.md$/i)))];
  };
  const byRoute = new Map<string, string>();
  // A page that is rewritten to an address takes precedence over the page whose own address it is.
  for (const nth of [0, 1]) {
    for (const path of pages) {
      const key = routeKey(routes(path)[nth] ?? routes(path)[0] ?? '');
      if (!byRoute.has(key)) byRoute.set(key, path);
    }
  }
  const below = await configsOfFolders(folder, root, pages, issues);
  const items = separated(
    [config, ...below.values()]
      .flatMap((each) => sidebarsIn(each))
      .map(([under, list]) => itemsOf(list, under, byRoute, 0)),
  );
  const locales = valueIn(config, 'locales');
  const homes = ['', ...Object.keys(isRecord(locales) ? locales : {})].flatMap(
    (name) => byRoute.get(routeKey(name)) ?? [],
  );
  const others = pages.filter((path) => !homes.includes(path));
  const unread = localesWithout(items, locales, root, others);
  for (const name of unread.keys()) tell(`The sidebar of the locale \`${name}\` was not read.`);
  const first = homes.map((path) => pageNode(path));
  return siteOf(DIALECT, root, pages, () => (items.length > 0 ? [...first, ...items] : []), {
    name: textUnder(config, 'title'),
    settings: [...(file === undefined ? [] : [file]), ...below.keys()],
    routes: ({ file: path }) => routes(path),
    publicFolders: [sourcePath(root, 'public')],
    base: (textUnder(config, 'base') ?? '').replace(/\/$/, ''),
    address: addressIn(valueIn(config, 'sitemap'), 'hostname'),
    issues,
  });
}

/** The locales without a page in the sidebars, and their pages. */
function localesWithout(
  items: readonly NavNode[],
  locales: unknown,
  root: string,
  pages: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  if (!isRecord(locales) || items.length === 0) return found;
  const placed = new Set(filesIn(items));
  const names = Object.keys(locales);
  const localeOf = (path: string): string =>
    names.find((name) => posix.relative(root, path).startsWith(`${name}/`)) ?? 'root';
  for (const name of names) {
    const own = pages.filter((path) => localeOf(path) === name);
    if (own.length > 0 && !own.some((path) => placed.has(path))) found.set(name, own);
  }
  return found;
}

/** Whether a file below the root is excluded. VitePress ignores negative patterns here. */
function excludedIn(config: unknown): (path: string) => boolean {
  const globs = listUnder(config, 'srcExclude').flatMap((glob) => textIn(glob) ?? []);
  return excludedBy(
    globs.filter((glob) => !/^!(?!\()/.test(glob)),
    'srcExclude',
  );
}

type Sidebar = readonly [under: string, items: unknown];

/** Configurations in folders of pages that contain sidebars, by their files. */
async function configsOfFolders(
  folder: SourceFolder,
  root: string,
  pages: readonly string[],
  issues: ImportIssue[],
): Promise<ReadonlyMap<string, unknown>> {
  const prefix = root === '.' ? '' : `${root}/`;
  const found = new Map<string, unknown>();
  for (const file of folder.files) {
    const [, dir] = /^(.+\/|)config\.(?:ts|mts|js|mjs)$/.exec(file) ?? [];
    if (dir === undefined || !dir.startsWith(prefix)) continue;
    if (!pages.some((path) => path.startsWith(dir))) continue;
    const said: ImportIssue[] = [];
    const config = await readToolConfig(folder, file, said);
    // Other programs also have files with this name.
    const sidebar = valueIn(valueIn(config, 'themeConfig'), 'sidebar');
    if (!isRecord(sidebar) && !Array.isArray(sidebar)) continue;
    found.set(file, config);
    issues.push(...said);
  }
  return found;
}

/** The sidebars of the site and of its languages, each with the base of its links. */
function sidebarsIn(config: unknown): readonly Sidebar[] {
  const found: Sidebar[] = [];
  const add = (theme: unknown): void => {
    const sidebar = valueIn(theme, 'sidebar');
    if (Array.isArray(sidebar)) found.push(['', sidebar]);
    else if (isRecord(sidebar)) {
      for (const value of Object.values(sidebar)) {
        if (Array.isArray(value)) found.push(['', value]);
        else if (isRecord(value))
          found.push([textUnder(value, 'base') ?? '', valueIn(value, 'items')]);
      }
    }
  };
  add(valueIn(config, 'themeConfig'));
  const locales = valueIn(config, 'locales');
  if (isRecord(locales)) {
    for (const locale of Object.values(locales)) add(valueIn(locale, 'themeConfig'));
  }
  return found;
}

function itemsOf(
  items: unknown,
  base: string,
  byRoute: ReadonlyMap<string, string>,
  depth: number,
): NavNode[] {
  if (!Array.isArray(items) || depth > 30) return [];
  return (items as readonly unknown[]).flatMap((item) => itemOf(item, base, byRoute, depth));
}

function itemOf(
  item: unknown,
  base: string,
  byRoute: ReadonlyMap<string, string>,
  depth: number,
): NavNode[] {
  if (typeof item === 'string') {
    const file = byRoute.get(routeKey(item));
    return [file === undefined ? linkNode(item) : pageNode(file)];
  }
  const own = textUnder(item, 'base') ?? base;
  const label =
    textUnder(item, 'text')
      ?.replaceAll(/<[^<>]*>/g, '')
      .trim() ?? null;
  const link = textUnder(item, 'link');
  const children = itemsOf(valueIn(item, 'items'), own, byRoute, depth + 1);
  const file =
    link === null || isFar(link)
      ? undefined
      : (byRoute.get(routeKey(own + link)) ?? byRoute.get(routeKey(link)));
  if (file !== undefined) return [pageNode(file, label, children)];
  const isWhole = link === null || isFar(link) || link.startsWith('/');
  const links = link === null ? [] : [linkNode(isWhole ? link : own + link, label)];
  if (children.length === 0 && (label === null || links.length > 0)) return links;
  return [...links, { kind: 'group', label: label ?? 'Pages', children }];
}

/** The hero and features in a home page's front matter; null if it is not a home page. */
function homeOf(data: ReadonlyMap<string, unknown>): PageLead | null {
  if (data.get('layout') !== 'home') return null;
  const hero = data.get('hero');
  const actions = cardsIn(listUnder(hero, 'actions'), 'text', '');
  return {
    heading: textUnder(hero, 'name'),
    lines: ['text', 'tagline'].flatMap((key) => textUnder(hero, key) ?? []),
    cards: [actions, cardsIn(listUnder(Object.fromEntries(data), 'features'), 'title', 'details')],
  };
}

const cardsIn = (list: readonly unknown[], title: string, text: string): readonly CardFacts[] =>
  list
    .filter((item) => isRecord(item))
    .map((item) => ({
      title: textUnder(item, title),
      text: [text, 'linkText'].flatMap((key) => textUnder(item, key) ?? []).join(' ') || null,
      link: textUnder(item, 'link'),
    }));
