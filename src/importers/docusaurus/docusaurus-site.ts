/** Sites of Docusaurus. */
import { posix } from 'node:path';
import { readToolConfig } from '../config/data.ts';
import { excludedBy } from '../excluded.ts';
import { settingsTeller, tellUnread } from '../issues.ts';
import { issueIn } from '../model.ts';
import type {
  Dialect,
  ImportIssue,
  NavNode,
  SourceFolder,
  SourcePage,
  SourceSection,
  SourceSite,
} from '../model.ts';
import { redirectsIn } from '../source-redirects.ts';
import { GITHUB, PRESS } from '../anchors.ts';
import {
  firstFile,
  isIndex,
  isOutside,
  pagesBelow,
  sourcePath,
  withoutEnding,
  withoutNumber,
} from '../source-names.ts';
import { addressIn, separated, siteOf, treeOf } from '../folder-navigation.ts';
import type { FolderFacts } from '../folder-navigation.ts';
import {
  NO_CATEGORY,
  NO_LABELS,
  categoriesIn,
  itemsOf,
  labelsIn,
  tellGenerated,
  translated,
} from './sidebars.ts';
import type { Labels, SidebarContext } from './sidebars.ts';
import { isRecord, listUnder, textUnder, textIn, valueIn } from '../config-values.ts';

const CONFIGS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((end) => `docusaurus.config.${end}`);

/** The options of one set of documents. */
interface Instance {
  readonly id: string | null;
  readonly path: string;
  readonly route: string;
  readonly sidebars: string | null;
  readonly numbered: boolean;
  readonly isExcluded: (path: string) => boolean;
  /** The option by which the site leaves out a version. */
  readonly leftOutBy: (version: string) => string | undefined;
}

const DIALECT: Dialect = {
  isMdx: true,
  hasColons: true,
  slugs: [GITHUB, PRESS],
  hidesBy: ['draft', 'unlisted'],
  ownModules: /^@theme\/|^@docusaurus\//,
};

/** Reads the site whose configuration is in `base`. */
export async function readDocusaurus(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const config = await readToolConfig(folder, firstFile(folder, base, CONFIGS), issues);
  const instances = instancesIn(config);
  const sections: SourceSection[] = [];
  const settings: string[] = [];
  for (const instance of instances) {
    sections.push(...(await sectionsOf(folder, base, instance, issues, settings)));
  }
  const outside = instances.map(({ path }) => sourcePath(base, path)).find(isOutside) ?? null;
  if (outside === null && sections.every(({ pages }) => pages.length === 0)) {
    const [only] = await sectionsOf(folder, base, { ...DEFAULT, path: '.' }, issues, settings);
    if (only) sections.splice(0, sections.length, only);
  }
  for (const other of ['blog', 'src/pages']) {
    const found = pagesBelow(folder.files, sourcePath(base, other)).length;
    if (found === 0) continue;
    const says =
      found === 1
        ? `The Markdown file in ${other} is not documentation, so it was not imported.`
        : `The ${found} Markdown files in ${other} are not documentation, so they were not imported.`;
    issues.push(issueIn(sourcePath(base, other), null, 'file', says));
  }
  const statics = valueIn(config, 'staticDirectories');
  const names = Array.isArray(statics) ? statics.flatMap((name) => textIn(name) ?? []) : ['static'];
  return siteOf(DIALECT, base, [], () => [], {
    name: textUnder(config, 'title'),
    sections,
    settings,
    outside,
    publicFolders: names.map((name) => sourcePath(base, name)),
    base: (textUnder(config, 'baseUrl') ?? '').replace(/\/$/, ''),
    // The redirects in the options of the plugin `client-redirects`.
    redirects: pluginsIn(config, 'plugins').flatMap(([name, options]) =>
      name.includes('client-redirects')
        ? redirectsIn(listUnder(options, 'redirects'), 'from', 'to')
        : [],
    ),
    address: addressIn(config, 'url'),
    issues,
  });
}

/** The plugins or presets with options, as pairs of name and options. */
const pluginsIn = (config: unknown, list: string): readonly (readonly [string, unknown])[] =>
  listUnder(config, list).flatMap((entry) => {
    if (!Array.isArray(entry)) return [];
    const [name, options] = entry as readonly unknown[];
    return [[String(name), options]];
  });

const DEFAULT: Instance = {
  id: null,
  path: 'docs',
  route: '/docs',
  sidebars: null,
  numbered: true,
  isExcluded: () => false,
  leftOutBy: () => undefined,
};

function instancesIn(config: unknown): readonly Instance[] {
  const all = [
    ...pluginsIn(config, 'presets').map(([, options]) => valueIn(options, 'docs') ?? {}),
    ...pluginsIn(config, 'plugins').flatMap(([name, options]) =>
      name.includes('content-docs') ? [options] : [],
    ),
  ];
  const found = all.filter(isRecord).map((options): Instance => {
    const route = textUnder(options, 'routeBasePath');
    return {
      id: textUnder(options, 'id'),
      path: posix.normalize(textUnder(options, 'path') ?? 'docs').replace(/\/$/, ''),
      route:
        route === null ? '/docs' : `/${route.replaceAll(/^\/+|\/+$/g, '')}`.replace(/^\/$/, ''),
      sidebars: textUnder(options, 'sidebarPath'),
      numbered: valueIn(options, 'numberPrefixParser') !== false,
      isExcluded: excludedBy(
        listUnder(options, 'exclude').flatMap((glob) => textIn(glob) ?? []),
        'exclude',
      ),
      leftOutBy: (version) => leavingOption(options, version),
    };
  });
  return found.length === 0 ? [DEFAULT] : found;
}

/** The option by which the site leaves out a version; undefined: it does not. */
function leavingOption(
  options: Readonly<Record<string, unknown>>,
  version: string,
): string | undefined {
  const only = valueIn(options, 'onlyIncludeVersions');
  if (Array.isArray(only) && only.every((each) => textIn(each) !== version))
    return 'onlyIncludeVersions';
  if (version !== 'current')
    return valueIn(options, 'disableVersioning') === true ? 'disableVersioning' : undefined;
  // Its value may be code, which is not known: then the version is not clearly shown.
  const key = 'includeCurrentVersion';
  return Object.hasOwn(options, key) && options[key] !== true ? key : undefined;
}

const isPartial = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('_')) || /\.(?:test|spec)\.mdx?$/.test(path);

async function sectionsOf(
  folder: SourceFolder,
  base: string,
  instance: Instance,
  issues: ImportIssue[],
  settings: string[],
): Promise<SourceSection[]> {
  const read = (file: string | undefined): Promise<unknown> => readToolConfig(folder, file, issues);
  const sidebarsOf = async (file: string | undefined): Promise<unknown> => {
    const found = await read(file);
    if (file === undefined) return found;
    settings.push(file);
    tellGenerated(found, settingsTeller(folder, file, issues));
    return found;
  };
  const config = firstFile(folder, base, CONFIGS) ?? base;
  const isOnly = instance.id === null || instance.id === 'default';
  const prefix = isOnly ? '' : `${instance.id}_`;
  const list = await read(sourcePath(base, `${prefix}versions.json`));
  const versions = (Array.isArray(list) ? list : []).flatMap((name) => textIn(name) ?? []);
  const sections: SourceSection[] = [];
  const add = async (path: string, version: string | null, route: string, sidebars: unknown) => {
    const name = version === null || version === 'current' ? 'current' : `version-${version}`;
    const originals = { path, version, route, locale: null, sidebars, labels: NO_LABELS };
    const places: SectionPlace[] = [originals];
    for (const [locale, texts] of translations(folder, base, isOnly ? '' : `-${instance.id}`)) {
      const labels = labelsIn(await read(sourcePath(texts, `${name}.json`)));
      places.push({ ...originals, path: sourcePath(texts, name), locale, labels });
    }
    for (const place of places) sections.push(await section(folder, instance, place, issues));
    const option = version === null ? undefined : instance.leftOutBy(version);
    if (option !== undefined) {
      const says = `"${option}" leaves out the version "${version}": its pages were imported as drafts.`;
      settingsTeller(folder, config, issues)(option, 'config', says);
    }
  };
  const isVersioned = versions.length > 0;
  const { sidebars: named } = instance;
  const sidebars = named === null ? SIDEBARS : ['', ...ENDS].map((end) => named + end);
  const file = firstFile(folder, base, sidebars);
  if (named !== null && named !== 'false' && file === undefined)
    tellUnread(settingsTeller(folder, config, issues), named);
  await add(
    sourcePath(base, instance.path),
    isVersioned ? 'current' : null,
    isVersioned ? `${instance.route}/next` : instance.route,
    await sidebarsOf(file),
  );
  for (const [index, version] of versions.entries()) {
    await add(
      sourcePath(base, `${prefix}versioned_docs`, `version-${version}`),
      version,
      // The first version is the latest one, which has no version in its address.
      index === 0 ? instance.route : `${instance.route}/${version}`,
      await sidebarsOf(
        sourcePath(base, `${prefix}versioned_sidebars`, `version-${version}-sidebars.json`),
      ),
    );
  }
  return sections.filter(({ pages }) => pages.length > 0);
}

const ENDS = ['.ts', '.js', '.mjs', '.cjs', '.json'];
const SIDEBARS = ENDS.map((end) => `sidebars${end}`);

/**
 * The folders of translated documents, by locale. `suffix`: the ending of the plugin's name for
 * this set of documents.
 */
function translations(
  folder: SourceFolder,
  base: string,
  suffix: string,
): ReadonlyMap<string, string> {
  const root = `${sourcePath(base, 'i18n')}/`;
  const plugin = `docusaurus-plugin-content-docs${suffix}`;
  const found = new Map<string, string>();
  for (const file of folder.files) {
    if (!file.startsWith(root)) continue;
    const [locale = '', below] = file.slice(root.length).split('/');
    if (below === plugin) found.set(locale, `${root}${locale}/${plugin}`);
  }
  return found;
}

/** The place of a section's documents: in the folder, and on the site. */
interface SectionPlace {
  readonly path: string;
  readonly version: string | null;
  readonly route: string;
  readonly locale: string | null;
  readonly sidebars: unknown;
  readonly labels: Labels;
}

async function section(
  folder: SourceFolder,
  { id, numbered, isExcluded, leftOutBy }: Instance,
  { path, version, route, locale, sidebars, labels }: SectionPlace,
  issues: ImportIssue[],
): Promise<SourceSection> {
  const pages = pagesBelow(folder.files, path, (file) => isPartial(file) || isExcluded(file));
  const categories = await categoriesIn(folder, path, issues);
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
    isDraft: () => version !== null && leftOutBy(version) !== undefined,
    routes: (page) => {
      const own = routesOf(page, idOf(page), route);
      return locale === null ? own : [...own.map((each) => `/${locale}${each}`), ...own];
    },
    navigation: (read) => {
      const byId = new Map<string, string>();
      for (const file of pages) {
        const page = read.get(file);
        const ids = [withoutEnding(below(file)), ...(page ? [idOf(page)] : [])];
        // Old sidebars have the version in the ids of documents.
        for (const name of ids) byId.set(name, file).set(`version-${version}/${name}`, file);
      }
      const facts = (dir: string): FolderFacts => {
        const { id: linked, label, position } = categories.get(dir) ?? NO_CATEGORY;
        const name = withoutNumber(posix.basename(dir)).toLowerCase();
        const same = pages.find(
          (file) =>
            posix.dirname(file) === dir &&
            withoutNumber(withoutEnding(posix.basename(file))).toLowerCase() === name,
        );
        const named = byId.get(linked ?? '') ?? byId.get(`${below(dir)}/${linked}`);
        return { label, position, page: named ?? same ?? null };
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
