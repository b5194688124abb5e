/** Sites of VitePress. */
import { posix } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { areTooMany, globProblem } from '../../model/text/globs.ts';
import { readToolConfig } from '../config/data.ts';
import type { Dialect, ImportIssue, NavNode, SourceFolder, SourceSite } from '../model.ts';
import { isRecord, textIn, valueIn } from '../read/front-matter.ts';
import { isOutside, sourcePath, fileRoute, pagesBelow } from '../source-names.ts';
import { GITHUB, PRESS } from '../slugs.ts';
import { homeOf } from './home.ts';
import { rewriterOf } from './rewrites.ts';
import { pageNode, folderTree, addressIn, separated } from '../tree.ts';

const CONFIGS = ['ts', 'mts', 'js', 'mjs'].flatMap((end) => [
  `config.${end}`,
  `config/index.${end}`,
]);

const DIALECT: Dialect = {
  hasColons: true,
  hasCodeFiles: true,
  slugs: [PRESS, GITHUB],
  leadOf: homeOf,
};

/** Reads the site whose `.vitepress` folder is in `base`. */
export async function readVitePress(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = CONFIGS.map((name) => sourcePath(base, '.vitepress', name)).find((path) =>
    folder.has(path),
  );
  const config = file === undefined ? null : await readToolConfig(folder, file, issues);
  const root = sourcePath(base, textIn(valueIn(config, 'srcDir')) ?? '.');
  const excluded = valueIn(config, 'srcExclude');
  const globs = globsIn(Array.isArray(excluded) ? excluded : []);
  const pages = pagesBelow(folder.files, root, (path) => globs.some((glob) => glob.test(path)));
  const sidebars = [
    ...sidebarsIn(config),
    ...(await configsOfFolders(folder, root, pages, issues)).flatMap((each) => sidebarsIn(each)),
  ];
  const prefix = textIn(valueIn(config, 'base')) ?? '/';
  const rewritten = rewriterOf(valueIn(config, 'rewrites'));
  const routes = (path: string): string[] => {
    const shown = sourcePath(root, rewritten(posix.relative(root, path)));
    return [...new Set([fileRoute(root, shown), fileRoute(root, path)])];
  };
  const byRoute = new Map<string, string>();
  // What is shown at an address comes before what would be without a rewrite.
  for (const nth of [0, 1]) {
    for (const path of pages) {
      const key = routeKey(routes(path)[nth] ?? routes(path)[0] ?? '');
      if (!byRoute.has(key)) byRoute.set(key, path);
    }
  }
  return {
    dialect: DIALECT,
    name: textIn(valueIn(config, 'title')),
    sections: [
      {
        version: null,
        documentation: null,
        pages,
        root,
        routes: ({ file: path }) => routes(path),
        navigation: (read) => {
          const items = separated(
            sidebars.map(([under, list]) => itemsOf(list, under, byRoute, 0)),
          );
          const home = byRoute.get('');
          const first = home === undefined ? [] : [pageNode(home)];
          if (items.length > 0) return [...first, ...items];
          return folderTree(root, pages, read);
        },
      },
    ],
    outside: isOutside(root) ? root : null,
    publicFolders: [sourcePath(root, 'public')],
    roots: [root],
    base: prefix.replace(/\/$/, ''),
    redirects: [],
    address: addressIn(valueIn(config, 'sitemap'), 'hostname'),
    issues,
  };
}

const routeKey = (route: string): string =>
  route
    .replace(/[?#].*$/, '')
    .replace(/(?:^|\/)index(?:\.html|\.md)?$/, '')
    .replace(/\.(?:md|html)$/, '')
    .replaceAll(/^\/+|\/+$/g, '')
    .toLowerCase();

function globsIn(excluded: readonly unknown[]): RegExp[] {
  const globs = excluded.map((glob) => textIn(glob) ?? '');
  if (areTooMany(globs) || globs.some((glob) => globProblem(glob) !== undefined)) {
    throw new Failure('content', '`srcExclude` has too many wildcards.', {
      hint: 'Shorten the list in the configuration of VitePress for the import',
    });
  }
  return globs.map(globOf);
}

/** A glob of the configuration, without braces. */
function globOf(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/?|\*|\?/g, (mark) =>
      mark.startsWith('**') ? '.{0,300}?' : mark === '*' ? '[^/]{0,200}' : '[^/]',
    );
  return new RegExp(`^${source}$`);
}

type Sidebar = readonly [under: string, items: unknown];

/** Configurations in folders with pages: they have sidebars of their own. */
async function configsOfFolders(
  folder: SourceFolder,
  root: string,
  pages: readonly string[],
  issues: ImportIssue[],
): Promise<readonly unknown[]> {
  const prefix = root === '.' ? '' : `${root}/`;
  const found: unknown[] = [];
  for (const file of folder.files) {
    const [, dir] = /^(.+\/)config\.(?:ts|mts|js|mjs)$/.exec(file) ?? [];
    if (dir === undefined || !dir.startsWith(prefix)) continue;
    if (!pages.some((path) => path.startsWith(dir))) continue;
    const said: ImportIssue[] = [];
    const config = await readToolConfig(folder, file, said);
    // Other programs have files of that name as well.
    const sidebar = valueIn(valueIn(config, 'themeConfig'), 'sidebar');
    if (!isRecord(sidebar) && !Array.isArray(sidebar)) continue;
    found.push(config);
    issues.push(...said);
  }
  return found;
}

/** The sidebars of the site and of its languages, with the base that their links have. */
function sidebarsIn(config: unknown): readonly Sidebar[] {
  const found: Sidebar[] = [];
  const add = (theme: unknown): void => {
    const sidebar = valueIn(theme, 'sidebar');
    if (Array.isArray(sidebar)) found.push(['', sidebar]);
    else if (isRecord(sidebar)) {
      for (const value of Object.values(sidebar)) {
        if (Array.isArray(value)) found.push(['', value]);
        else if (isRecord(value))
          found.push([textIn(valueIn(value, 'base')) ?? '', valueIn(value, 'items')]);
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
    return file === undefined ? [] : [pageNode(file)];
  }
  const own = textIn(valueIn(item, 'base')) ?? base;
  const label =
    textIn(valueIn(item, 'text'))
      ?.replaceAll(/<[^<>]*>/g, '')
      .trim() ?? null;
  const link = textIn(valueIn(item, 'link'));
  const children = itemsOf(valueIn(item, 'items'), own, byRoute, depth + 1);
  const isFar = link !== null && /^[a-z][a-z\d+.-]*:/i.test(link);
  if (link === null || isFar) {
    const far: NavNode[] =
      isFar && link !== null ? [{ kind: 'link', label: label ?? link, url: link }] : [];
    if (children.length === 0) return far;
    return [...far, { kind: 'group', label: label ?? 'Pages', children }];
  }
  const file = byRoute.get(routeKey(own + link)) ?? byRoute.get(routeKey(link));
  if (file !== undefined) return [pageNode(file, label, children)];
  return children.length === 0 ? [] : [{ kind: 'group', label: label ?? 'Pages', children }];
}
