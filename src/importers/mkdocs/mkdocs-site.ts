/** Sites of MkDocs. */
import { posix } from 'node:path';
import { readToolConfig } from '../config/data.ts';
import { excludedBy, ignoredBy } from '../excluded.ts';
import { type TellSetting, settingsTeller, tellUnread } from '../issues.ts';
import { AROUND_PAGES } from '../model.ts';
import type { Dialect, ImportIssue, NavNode, SourceFolder, SourceSite } from '../model.ts';
import { movesIn } from '../source-redirects.ts';
import { GITHUB, PYTHON } from '../anchors.ts';
import { EMOJI } from '../read/names.ts';
import {
  firstFile,
  isFar,
  isIndex,
  isOutside,
  pagesBelow,
  sourcePath,
  titleOfName,
} from '../source-names.ts';
import { addressIn, folderTree, linkNode, pageNode, siteOf } from '../folder-navigation.ts';
import {
  allUnder,
  isRecord,
  listUnder,
  mayBeOn,
  textUnder,
  textIn,
  valueIn,
} from '../config-values.ts';

const NOTATIONS = [
  // Blocks of PyMdown extensions.
  /^\/{3,}[ \t]*[a-z][^\n]{0,60}/,
  EMOJI,
  // Subscript and superscript.
  /(?<=\w)(?:~[^~\s]{1,20}~(?!~)|\^[^^\s]{1,20}\^)/,
  // Marked and inserted text.
  /(==|\^\^)(?=\S)[^\n=^]{1,200}?\1/,
  // Abbreviations and definitions.
  /^\*\[[^\]\n]{1,100}\]:[^\n]{0,60}/,
  /^: {2,3}\S[^\n]{0,60}/,
];

const DIALECT: Dialect = {
  isPython: true,
  slugs: [PYTHON, GITHUB],
  shownKeys: new Map([
    ['subtitle', 'is below the title in the navigation: it was left out.'],
    ['status', 'is a mark in the navigation: it was left out.'],
  ]),
  notations: new RegExp(NOTATIONS.map(({ source }) => source).join('|'), 'gm'),
};

/** Reads the site whose `mkdocs.yml` is in `base`. */
export async function readMkDocs(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = firstFile(folder, base, ['mkdocs.yml', 'mkdocs.yaml']);
  const tell = settingsTeller(folder, file ?? base, issues);
  const { config, settings: files } = await readSettings(folder, file, issues);
  const named = sourcePath(base, textUnder(config, 'docs_dir') ?? 'docs');
  const isThere = isOutside(named) || folder.files.some((path) => path.startsWith(`${named}/`));
  const root = isThere ? named : base;
  const linesOf = (key: string): string => {
    const lines = valueIn(config, key);
    return typeof lines === 'string' ? lines : '';
  };
  const isExcluded = ignoredBy(`/templates/\n${linesOf('exclude_docs')}`, 'exclude_docs');
  const isDrafted = ignoredBy(linesOf('draft_docs'), 'draft_docs');
  // If a folder has both `index.md` and `readme.md`, MkDocs uses `index.md`.
  const isTwin = (path: string): boolean =>
    /(?:^|\/)readme\.md$/i.test(path) && folder.has(sourcePath(root, path, '../index.md'));
  const plugins = allUnder(config, 'plugins');
  const excludes = plugins.map((each) => valueIn(each, 'exclude'));
  const isOut = excludedBy(
    excludes.flatMap((each) => allUnder(each, 'glob')).flatMap((glob) => textIn(glob) ?? []),
    'exclude',
    true,
  );
  if (excludes.some((each) => valueIn(each, 'regex') !== undefined)) {
    const says = 'The plugin "exclude" has a regular expression, which was not used.';
    tell('regex', 'config', `${says} Look for pages that it leaves out.`);
  }
  const pages = pagesBelow(
    folder.files,
    root,
    (path) => isExcluded(path) || isOut(path) || isTwin(path),
  );
  const snippets = allUnder(config, 'markdown_extensions')
    .flatMap((each) => allUnder(valueIn(each, 'pymdownx.snippets'), 'base_path'))
    .flatMap((path) => textIn(path) ?? []);
  for (const name of plugins.flatMap(
    (each) => textIn(each) ?? Object.keys(isRecord(each) ? each : {}),
  )) {
    if (MAKERS.has(name.replace(/^material\//, '')))
      tell(name, 'config', `The plugin "${name}" was not run: what it makes was not imported.`);
  }
  if (listUnder(config, 'hooks').length > 0)
    tell('hooks', 'config', 'The hooks were not run: what they make was not imported.');
  for (const [settings, key] of [
    [config, 'copyright'],
    [valueIn(config, 'extra'), 'social'],
  ] as const) {
    if (valueIn(settings, key) !== undefined) tell(key, 'config', `"${key}"${AROUND_PAGES}.`);
  }
  const drafts = plugins.some(isMeta) ? await draftFolders(folder, root, issues) : [];
  const nav = itemsOf(listUnder(config, 'nav'), { root, pages: new Set(pages), tell }, 0);
  return siteOf(DIALECT, root, pages, () => nav, {
    name: textUnder(config, 'site_name'),
    settings: files,
    isDraft: (path) =>
      isDrafted(posix.relative(root, path)) || drafts.some((each) => path.startsWith(each)),
    roots: [root, base, ...snippets.map((path) => sourcePath(base, path))],
    base: (textUnder(config, 'site_url') ?? '').replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, ''),
    redirects: plugins.flatMap((each) =>
      movesIn(valueIn(valueIn(each, 'redirects'), 'redirect_maps')),
    ),
    address: addressIn(config, 'site_url'),
    issues,
  });
}

/** The plugin "meta", whose files in folders have front matter for the pages below. */
const isMeta = (plugin: unknown): boolean =>
  /^(?:material\/)?meta$/.test(
    textIn(plugin) ?? Object.keys(isRecord(plugin) ? plugin : {}).join(),
  );

/** The folders whose pages are drafts. One whose file cannot be read is. */
async function draftFolders(
  folder: SourceFolder,
  root: string,
  issues: ImportIssue[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of folder.files) {
    if (!file.startsWith(`${root}/`) || posix.basename(file) !== '.meta.yml') continue;
    const meta = await readToolConfig(folder, file, issues);
    if (meta === null || mayBeOn(valueIn(meta, 'draft')))
      found.push(file.slice(0, -'.meta.yml'.length));
  }
  return found;
}

/** The settings, with those of the file that `INHERIT` names below them, and all their files. */
async function readSettings(
  folder: SourceFolder,
  file: string | undefined,
  issues: ImportIssue[],
  above: readonly string[] = [],
): Promise<{ readonly config: unknown; readonly settings: readonly string[] }> {
  const own = await readToolConfig(folder, file, issues);
  if (file === undefined) return { config: own, settings: above };
  const settings = [...above, file];
  const named = textUnder(own, 'INHERIT');
  if (named === null) return { config: own, settings };
  const parent = sourcePath(posix.dirname(file), named);
  if (folder.has(parent) && !settings.includes(parent)) {
    const others = await readSettings(folder, parent, issues, settings);
    if (isRecord(others.config)) return { ...others, config: merged(others.config, own) };
  }
  tellUnread(settingsTeller(folder, file, issues), named);
  return { config: own, settings };
}

/** As MkDocs merges settings: maps by their keys; lists are not merged. */
const merged = (below: unknown, own: unknown): unknown =>
  isRecord(below) && isRecord(own)
    ? Object.fromEntries(
        [...new Set([...Object.keys(below), ...Object.keys(own)])].map((key) => [
          key,
          Object.hasOwn(own, key) ? merged(valueIn(below, key), own[key]) : below[key],
        ]),
      )
    : own;

/** Plugins that make pages, their order, or parts of their text. */
const MAKERS: ReadonlySet<string> = new Set(
  'awesome-nav awesome-pages blog gen-files i18n include-markdown literate-nav macros meta mkdocs-jupyter monorepo multirepo section-index'.split(
    ' ',
  ),
);

interface Around {
  readonly root: string;
  readonly pages: ReadonlySet<string>;
  readonly tell: TellSetting;
}

function itemsOf(items: readonly unknown[], around: Around, depth: number): NavNode[] {
  if (depth > 30) return [];
  return items.flatMap((item): NavNode[] => {
    if (typeof item === 'string') return leafOf(item, null, around);
    if (!isRecord(item)) return [];
    return Object.entries(item).flatMap(([label, value]): NavNode[] => {
      if (typeof value === 'string') return leafOf(value, label, around);
      if (!Array.isArray(value)) return [];
      const children = itemsOf(value, around, depth + 1);
      // The theme shows the first page of a section, if it is an index, as the section itself.
      const [first, ...rest] = children;
      if (first?.kind === 'page' && first.label === null && isIndex(first.file) && depth > 0) {
        return [pageNode(first.file, label, rest)];
      }
      return [{ kind: 'group', label, children }];
    });
  });
}

function leafOf(path: string, label: string | null, { root, pages, tell }: Around): NavNode[] {
  const file = sourcePath(root, path.replace(/#.*$/, ''));
  if (pages.has(file)) return [pageNode(file, label)];
  const below = isFar(path) ? [] : [...pages].filter((page) => page.startsWith(`${file}/`));
  if (below.length === 0) return [linkNode(path, label)];
  tell(path, 'navigation', `"${path}" is a folder: its pages follow in the order of their names.`);
  const children = folderTree(file, below, new Map());
  const index = children.find((child) => child.kind === 'page' && isIndex(child.file));
  if (index?.kind !== 'page')
    return [{ kind: 'group', label: label ?? titleOfName(posix.basename(file)), children }];
  return [
    pageNode(
      index.file,
      label,
      children.filter((child) => child !== index),
    ),
  ];
}
