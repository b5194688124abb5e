/** Sites of Docusaurus. */
import { posix } from 'node:path';
import { readToolConfig } from '../config/data.ts';
import type {
  Dialect,
  ImportIssue,
  NavNode,
  Redirect,
  SourcePage,
  SourceFolder,
  SourceSection,
  SourceSite,
} from '../model.ts';
import { isRecord, textIn, valueIn } from '../read/front-matter.ts';
import { redirectsIn } from '../redirects.ts';
import {
  isOutside,
  sourcePath,
  withoutEnding,
  isIndex,
  withoutNumber,
  titleOfName,
  pagesBelow,
} from '../source-names.ts';
import { GITHUB, PRESS } from '../slugs.ts';
import { treeOf, pageNode, addressIn, separated } from '../tree.ts';
import type { FolderFacts } from '../tree.ts';

const CONFIGS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((end) => `docusaurus.config.${end}`);

/** The options of one set of documents. */
interface Instance {
  readonly id: string | null;
  readonly path: string;
  readonly route: string;
  readonly sidebars: string | null;
  readonly numbered: boolean;
}

const DIALECT: Dialect = { isMdx: true, hasColons: true, slugs: [GITHUB, PRESS] };

/** Reads the site whose configuration is in `base`. */
export async function readDocusaurus(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = CONFIGS.map((name) => sourcePath(base, name)).find((path) => folder.has(path));
  const config = file === undefined ? null : await readToolConfig(folder, file, issues);
  const instances = instancesIn(config);
  const sections: SourceSection[] = [];
  for (const instance of instances) {
    sections.push(...(await sectionsOf(folder, base, instance, issues)));
  }
  const outside = instances.map(({ path }) => sourcePath(base, path)).find(isOutside) ?? null;
  if (outside === null && sections.every(({ pages }) => pages.length === 0)) {
    const [only] = await sectionsOf(folder, base, { ...DEFAULT, path: '.' }, issues);
    if (only) sections.splice(0, sections.length, only);
  }
  for (const other of ['blog', 'src/pages']) {
    const found = pagesBelow(folder.files, sourcePath(base, other)).length;
    if (found === 0) continue;
    const says =
      found === 1
        ? `The Markdown file in ${other} is not documentation, so it was not imported.`
        : `The ${found} Markdown files in ${other} are not documentation, so they were not imported.`;
    issues.push({ file: sourcePath(base, other), line: null, kind: 'file', says });
  }
  const statics = valueIn(config, 'staticDirectories');
  const names = Array.isArray(statics) ? statics.map((name) => textIn(name)) : ['static'];
  return {
    dialect: DIALECT,
    name: textIn(valueIn(config, 'title')),
    sections,
    outside,
    publicFolders: names.filter((name) => name !== null).map((name) => sourcePath(base, name)),
    roots: [base],
    base: (textIn(valueIn(config, 'baseUrl')) ?? '').replace(/\/$/, ''),
    redirects: redirectsOf(config),
    address: addressIn(config, 'url'),
    issues,
  };
}

/** Of the plugin for redirects. */
function redirectsOf(config: unknown): Redirect[] {
  const plugins = valueIn(config, 'plugins');
  return (Array.isArray(plugins) ? (plugins as readonly unknown[]) : []).flatMap((entry) => {
    if (!Array.isArray(entry)) return [];
    const [name, options] = entry as readonly unknown[];
    const isIt = typeof name === 'string' && name.includes('client-redirects');
    return isIt ? redirectsIn(valueIn(options, 'redirects'), 'from', 'to') : [];
  });
}

const DEFAULT: Instance = {
  id: null,
  path: 'docs',
  route: '/docs',
  sidebars: null,
  numbered: true,
};

function instancesIn(config: unknown): readonly Instance[] {
  const found: Instance[] = [];
  const add = (options: unknown): void => {
    if (!isRecord(options)) return;
    const route = textIn(valueIn(options, 'routeBasePath'));
    found.push({
      id: textIn(valueIn(options, 'id')),
      path: posix.normalize(textIn(valueIn(options, 'path')) ?? 'docs').replace(/\/$/, ''),
      route:
        route === null ? '/docs' : `/${route.replaceAll(/^\/+|\/+$/g, '')}`.replace(/^\/$/, ''),
      sidebars: textIn(valueIn(options, 'sidebarPath')),
      numbered: valueIn(options, 'numberPrefixParser') !== false,
    });
  };
  for (const list of ['presets', 'plugins']) {
    const entries = valueIn(config, list);
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (!Array.isArray(entry)) continue;
      const [name, options] = entry as readonly unknown[];
      const isDocs = typeof name === 'string' && /content-docs/.test(name);
      if (list === 'presets') add(valueIn(options, 'docs') ?? {});
      else if (isDocs) add(options);
    }
  }
  return found.length === 0 ? [DEFAULT] : found;
}

const isPartial = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('_')) || /\.(?:test|spec)\.mdx?$/.test(path);

async function sectionsOf(
  folder: SourceFolder,
  base: string,
  instance: Instance,
  issues: ImportIssue[],
): Promise<SourceSection[]> {
  const prefix = instance.id === null || instance.id === 'default' ? '' : `${instance.id}_`;
  const list = await readConfigIfThere(folder, sourcePath(base, `${prefix}versions.json`), issues);
  const versions = Array.isArray(list)
    ? list.map((name) => textIn(name)).filter((name) => name !== null)
    : [];
  const sections: SourceSection[] = [];
  const current = sourcePath(base, instance.path);
  const sidebarFile = sidebarsFile(folder, base, instance);
  const own = sidebarFile === null ? null : await readToolConfig(folder, sidebarFile, issues);
  const add = (path: string, sidebars: unknown, version: string | null, route: string): void => {
    const place = { version, route, locale: null, labels: NO_LABELS };
    const plain = section(folder, path, instance, sidebars, place);
    sections.push(plain);
    const name = version === null || version === 'current' ? 'current' : `version-${version}`;
    for (const [locale, texts] of translations(folder, base, instance)) {
      const labels = labelsIn(folder, sourcePath(texts, `${name}.json`));
      const there = { version, route, locale, labels };
      sections.push(section(folder, sourcePath(texts, name), instance, sidebars, there));
    }
  };
  const isVersioned = versions.length > 0;
  const next = isVersioned ? `${instance.route}/next` : instance.route;
  add(current, own, isVersioned ? 'current' : null, next);
  for (const [index, version] of versions.entries()) {
    const path = sourcePath(base, `${prefix}versioned_docs`, `version-${version}`);
    const sidebars = await readConfigIfThere(
      folder,
      sourcePath(base, `${prefix}versioned_sidebars`, `version-${version}-sidebars.json`),
      issues,
    );
    // The first version is the latest one, which has no version in its address.
    const route = index === 0 ? instance.route : `${instance.route}/${version}`;
    add(path, sidebars, version, route);
  }
  return sections.filter(({ pages }) => pages.length > 0);
}

const readConfigIfThere = async (
  folder: SourceFolder,
  file: string,
  issues: ImportIssue[],
): Promise<unknown> => (folder.has(file) ? readToolConfig(folder, file, issues) : null);

function sidebarsFile(folder: SourceFolder, base: string, { sidebars }: Instance): string | null {
  const named = sidebars === null ? [] : [sourcePath(base, sidebars)];
  const usual = ['sidebars.ts', 'sidebars.js', 'sidebars.mjs', 'sidebars.cjs', 'sidebars.json'];
  const all = [...named, ...usual.map((name) => sourcePath(base, name))];
  return all.find((path) => folder.has(path)) ?? null;
}

/** Folders of translated documents, by their locales. */
function translations(
  folder: SourceFolder,
  base: string,
  { id }: Instance,
): ReadonlyMap<string, string> {
  const root = `${sourcePath(base, 'i18n')}/`;
  const plugin = `docusaurus-plugin-content-docs${id === null || id === 'default' ? '' : `-${id}`}`;
  const found = new Map<string, string>();
  for (const file of folder.files) {
    if (!file.startsWith(root)) continue;
    const [locale = '', below] = file.slice(root.length).split('/');
    if (below === plugin) found.set(locale, `${root}${locale}/${plugin}`);
  }
  return found;
}

/** Translated labels of a sidebar, by the labels. */
type Labels = ReadonlyMap<string, string>;

const NO_LABELS: Labels = new Map();

function labelsIn(folder: SourceFolder, file: string): Labels {
  const texts = folder.has(file) ? looseFacts(folder.text(file) ?? '', file) : null;
  const labels = new Map<string, string>();
  for (const [key, value] of Object.entries(isRecord(texts) ? texts : {})) {
    const label = /^sidebar\..+?\.(?:category|link|doc)\.(.+)$/.exec(key)?.[1];
    const message = textIn(valueIn(value, 'message'));
    if (label !== undefined && message !== null) labels.set(label, message);
  }
  return labels;
}

function translated(nodes: readonly NavNode[], labels: Labels): NavNode[] {
  if (labels.size === 0) return [...nodes];
  const of = (label: string): string => labels.get(label) ?? label;
  return nodes.map((node): NavNode => {
    if (node.kind === 'separator') return node;
    if (node.kind === 'link') return { ...node, label: of(node.label) };
    const children = translated(node.children, labels);
    if (node.kind === 'group') return { ...node, label: of(node.label), children };
    return { ...node, label: node.label === null ? null : of(node.label), children };
  });
}

/** Where the documents of a section are, on the site. */
interface SectionPlace {
  readonly version: string | null;
  readonly route: string;
  readonly locale: string | null;
  readonly labels: Labels;
}

function section(
  folder: SourceFolder,
  path: string,
  { id, numbered }: Instance,
  sidebars: unknown,
  { version, route, locale, labels }: SectionPlace,
): SourceSection {
  const pages = pagesBelow(folder.files, path, isPartial);
  const categories = new Map<string, FolderFacts>();
  const below = (file: string): string => posix.relative(path, file);
  const idOf = (page: SourcePage): string => {
    const relative = below(page.file);
    const parts = withoutEnding(relative).split('/');
    const names = numbered ? parts.map(withoutNumber) : parts;
    if (page.head.id !== null) names[names.length - 1] = page.head.id;
    return names.join('/');
  };
  return {
    version,
    documentation: id,
    locale,
    pages,
    root: path,
    routes: (page) => {
      const own = routesOf(page, idOf(page), route);
      return locale === null ? own : [...own.map((each) => `/${locale}${each}`), ...own];
    },
    navigation: (read) => {
      const byId = new Map<string, string>();
      for (const file of pages) {
        const page = read.get(file);
        byId.set(withoutEnding(below(file)), file);
        if (page) byId.set(idOf(page), file);
      }
      const facts = (dir: string): FolderFacts => {
        const known = categories.get(dir);
        if (known) return known;
        const found = categoryIn(folder, dir, pages, byId, below);
        categories.set(dir, found);
        return found;
      };
      const tree = (dir: string): NavNode[] =>
        treeOf({
          folder: dir,
          pages: pages.filter((file) => dir === '.' || file.startsWith(`${dir}/`)),
          read,
          facts,
          numbered,
        });
      const roots = isRecord(sidebars)
        ? Object.values(sidebars).filter((items) => Array.isArray(items) || isRecord(items))
        : [];
      if (roots.length === 0) return tree(path);
      const context: SidebarContext = {
        byId,
        tree: (dir) => tree(sourcePath(path, dir)),
        depth: 0,
      };
      return translated(separated(roots.map((items) => itemsOf(items, context))), labels);
    },
  };
}

function routesOf({ head, file }: SourcePage, id: string, base: string): string[] {
  const folder = posix.dirname(id) === '.' ? '' : `/${posix.dirname(id)}`;
  const name = posix.basename(id);
  const parent = posix.basename(posix.dirname(file));
  const isFolder = isIndex(file) || withoutNumber(parent).toLowerCase() === name.toLowerCase();
  const own = isFolder ? folder : `${folder}/${name}`;
  if (head.slug === null) return [`${base}${own}`, `${base}/${id}`];
  const slug = head.slug.replace(/\/$/, '');
  return [`${base}${slug.startsWith('/') || slug === '' ? slug : `${folder}/${slug}`}`];
}

function categoryIn(
  folder: SourceFolder,
  dir: string,
  pages: readonly string[],
  byId: ReadonlyMap<string, string>,
  below: (file: string) => string,
): FolderFacts {
  const name = withoutNumber(posix.basename(dir)).toLowerCase();
  const same = pages.find(
    (file) =>
      posix.dirname(file) === dir &&
      withoutNumber(withoutEnding(posix.basename(file))).toLowerCase() === name,
  );
  const file = ['json', 'yml', 'yaml']
    .map((end) => `${dir}/_category_.${end}`)
    .find((path) => folder.has(path));
  const facts = file === undefined ? null : looseFacts(folder.text(file) ?? '', file);
  const link = valueIn(facts, 'link');
  const id = textIn(valueIn(link, 'id'));
  const linked = id === null ? undefined : (byId.get(id) ?? byId.get(`${below(dir)}/${id}`));
  const position = valueIn(facts, 'position');
  return {
    label: textIn(valueIn(facts, 'label')),
    position: position === undefined || position === null ? null : Number(position),
    page: linked ?? same ?? null,
  };
}

/** `_category_` files are flat: JSON, or lines of YAML with a link below. */
function looseFacts(text: string, file: string): unknown {
  if (file.endsWith('.json')) {
    try {
      return JSON.parse(text.replace(/^\u{feff}/u, '')) as unknown;
    } catch {
      return null;
    }
  }
  const facts = new Map<string, unknown>();
  const link = new Map<string, string>();
  for (const line of text.split('\n')) {
    const match = /^(\s*)([\w-]+):\s*(.*?)\s*$/.exec(line);
    if (match === null) continue;
    const value = (match[3] ?? '').replace(/^(["'])(.*)\1$/, '$2');
    if (match[1] === '') facts.set(match[2] ?? '', value);
    else link.set(match[2] ?? '', value);
  }
  facts.set('link', Object.fromEntries(link));
  return Object.fromEntries(facts);
}

interface SidebarContext {
  readonly byId: ReadonlyMap<string, string>;
  readonly tree: (dir: string) => NavNode[];
  readonly depth: number;
}

function itemsOf(items: unknown, context: SidebarContext): NavNode[] {
  if (context.depth > 30) return [];
  const deeper = { ...context, depth: context.depth + 1 };
  if (isRecord(items) && textIn(valueIn(items, 'type')) === null) {
    return Object.entries(items).map(([label, inner]) => ({
      kind: 'group',
      label,
      children: itemsOf(inner, deeper),
    }));
  }
  const list = Array.isArray(items) ? (items as readonly unknown[]) : [items];
  return list.flatMap((item) => itemOf(item, deeper));
}

function itemOf(item: unknown, context: SidebarContext): NavNode[] {
  const page = (id: string | null, label: string | null = null): NavNode[] => {
    const file = id === null ? undefined : context.byId.get(id);
    return file === undefined ? [] : [pageNode(file, label)];
  };
  if (typeof item === 'string') return page(item);
  if (!isRecord(item)) return [];
  const label = textIn(valueIn(item, 'label'));
  switch (textIn(valueIn(item, 'type'))) {
    case 'doc':
    case 'ref':
      return page(textIn(valueIn(item, 'id')), label);
    case 'autogenerated':
      return context.tree(textIn(valueIn(item, 'dirName')) ?? '.');
    case 'link': {
      const url = textIn(valueIn(item, 'href'));
      return url === null ? [] : [{ kind: 'link', label: label ?? url, url }];
    }
    case 'category': {
      const children = itemsOf(valueIn(item, 'items') ?? [], context);
      const id = textIn(valueIn(valueIn(item, 'link'), 'id'));
      const file = id === null ? undefined : context.byId.get(id);
      const rest = children.filter((child) => child.kind !== 'page' || child.file !== file);
      if (file !== undefined) return [pageNode(file, label, rest)];
      return [{ kind: 'group', label: label ?? titleOfName(id ?? 'Pages'), children }];
    }
    case null:
      return itemsOf(item, context);
    default:
      return [];
  }
}
