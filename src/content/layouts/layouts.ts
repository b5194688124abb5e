/**
 * The layouts of content folders: how their pages are arranged, and which one a folder has, with the
 * roles of its files, decided by paths alone. An export is converted before it is used.
 */
import type { FilePath, Slug } from '../../model/ids.ts';
import type { ContentFolder } from '../../model/project.ts';
import {
  innermostOf,
  join,
  mappingOf,
  stemOf,
  folderOf,
  isPage,
  withoutExtension,
} from './layout.ts';
import type { Layout, ArrangedDocumentation, DocumentationFolder, PlacedPage } from './layout.ts';
import { NAV, readNav, pagePath } from './nav.ts';
import { settingsHold, settingsText } from '../settings/settings-file.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { EntryFacts } from '../page/page-facts.ts';
import {
  parseArchiveName,
  CHANGELOGS_FOLDER,
  PROJECT_FILE,
  isLikeNavigation,
  isLikeReferenceSettings,
  isLikeSettings,
  isReserved,
} from '../file-names.ts';
import { besidePages, isAboveAll } from './beside-pages.ts';
import { NOT_IN_FOLDERS } from '../../model/local.ts';

/**
 * The repository layout (manual, "Layouts"): paths are the structure, file names are the slugs,
 * `_nav.yaml` contains order and categories. Ignores `slug` in headers.
 */
const repositoryLayout: Layout = {
  kind: 'repository',
  settingsName: '_settings.yaml',
  version: (folder, settings) => {
    const heldBy = settingsHold(settings);
    const name = settingsText(settings, 'name') ?? folder;
    const version = { slug: folder as Slug, name, published: heldBy === null };
    return heldBy === null ? version : { ...version, heldBy };
  },
  documentation: (folder, settings) => ({
    slug: folder,
    title: settingsText(settings, 'title') ?? folder,
  }),
  arrange: (documentation) => {
    const { entries, categories } = readNav(documentation.nav, documentation.navFile);
    const listed = new Map<string, Listed>();
    for (const [position, { page, category }] of entries.entries()) {
      if (!listed.has(page)) listed.set(page, { position, category });
    }
    const { pages, categories: own } = arrangeTree(documentation, stemOf, listed);
    return { pages, categories: [...new Set([...categories, ...own])] };
  },
  reference: (name) => {
    if (isLikeReferenceSettings(name) || (name.startsWith('_') && isLikeSettings(name)))
      return null;
    return /\.(?:ya?ml|json)$/.test(name) ? name.replace(/\.[^.]+$/, '') : null;
  },
};

/**
 * The early repository layout (manual, "Layouts"): folders and headers have the slugs. No order, no
 * categories, no references. A documentation's title is not stored, so its slug is used.
 */
const earlyLayout: Layout = {
  kind: 'early',
  settingsName: 'settings.yaml',
  version: (folder, settings) => repositoryLayout.version(folder, settings),
  documentation: (folder) => ({ slug: folder, title: folder }),
  arrange: (documentation) => arrangeTree(documentation, (path, { slug }) => slug ?? stemOf(path)),
  reference: () => null,
};

/** A folder mapped to one documentation: as in the early layout, but without settings files. */
const plainLayout: Layout = { ...earlyLayout, kind: 'plain', settingsName: null };

type SlugOf = (path: string, facts: EntryFacts) => string;

/** The position and the category of a page in a navigation. */
export interface Listed {
  readonly position: number;
  readonly category: string | null;
}

/**
 * The slug of the page whose children are in the folder of `path`: its file is next to that folder
 * and has the same name. Null if there is none.
 */
function parentOf(
  path: string,
  { folder: top, pages }: DocumentationFolder,
  slugOf: SlugOf,
): Slug | null {
  const folder = folderOf(path);
  const parent = folder === top ? undefined : pages.get(`${folder}.md`);
  return parent ? (slugOf(`${folder}.md`, parent.facts) as Slug) : null;
}

/** `a.md` sorts before `a/b.md`, and both before `a-b.md`. */
const sortKey = (path: string): string => withoutExtension(path).replaceAll('/', '\0');

/**
 * Pages placed by folders: the `listed` (by path in their documentation, without extension) in
 * their order, then the others by path. A page comes before those below it.
 */
function arrangeTree(
  documentation: DocumentationFolder,
  slugOf: SlugOf,
  listed: ReadonlyMap<string, Listed> = new Map(),
): ArrangedDocumentation {
  const { folder, pages, version, documentation: slug } = documentation;
  const inside = folder === '' ? 0 : folder.length + 1;
  const categories = new Set<string>();
  const placed: { readonly page: PlacedPage; readonly position: number; readonly key: string }[] =
    [];
  for (const [path, { facts }] of pages) {
    if (!isPage(facts)) continue;
    const entry = listed.size === 0 ? undefined : listed.get(pagePath(path.slice(inside)));
    if (facts.category) categories.add(facts.category);
    const page = {
      path,
      slug: slugOf(path, facts) as Slug,
      title: facts.title ?? stemOf(path),
      category: facts.category ?? entry?.category ?? null,
      parent: parentOf(path, documentation, slugOf),
      ordered: entry !== undefined,
      version,
      documentation: slug,
    };
    const position = entry?.position ?? Number.MAX_SAFE_INTEGER;
    placed.push({ page, position, key: sortKey(path) });
  }
  placed.sort((a, b) => a.position - b.position || byCodeUnit(a.key, b.key));
  return { pages: placed.map(({ page }) => page), categories: [...categories] };
}

/** Layouts that are identified by a settings file; the first match wins. */
const MARKED: readonly Layout[] = [repositoryLayout, earlyLayout];

const isMarkedBy = (layout: Layout, name: string): boolean =>
  name === layout.settingsName ||
  (layout === repositoryLayout && (name === NAV || name === PROJECT_FILE));

/** The settings file of a documentation in an export. */
const EXPORT_SETTINGS = 'settings.json';

/**
 * `mapped`: whether the folder is one documentation. Without settings files, a mapped folder is
 * plain, any other is in the repository layout. It is an export if all its pages are numbered, or
 * if some are and it contains an export's settings.
 */
export function detectLayout(files: readonly string[], mapped: boolean): Layout | 'export' {
  const depth = mapped ? 1 : 3;
  const names = new Set<string>();
  let pages = 0;
  let numbered = 0;
  for (const file of files) {
    // Changelogs, with their settings, are the same in all layouts.
    if (!mapped && file.startsWith(`${CHANGELOGS_FOLDER}/`)) continue;
    const level = file.split('/').length;
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (!name.endsWith('.md')) {
      if (level <= depth) names.add(name);
    } else if (level >= depth) {
      pages += 1;
      if (/^\d/.test(name) && parseArchiveName(name)?.number) numbered += 1;
    }
  }
  const marked = MARKED.find((layout) => [...names].some((name) => isMarkedBy(layout, name)));
  if (marked === repositoryLayout) return marked;
  if (numbered > 0 && names.has(EXPORT_SETTINGS)) return 'export';
  if (marked) return marked;
  if (pages > 0 && numbered === pages) return 'export';
  return mapped ? plainLayout : repositoryLayout;
}

/** Whether these are the files of an export, or of one documentation of an export. */
export const isExport = (files: readonly string[]): boolean =>
  [true, false].some((mapped) => detectLayout(files, mapped) === 'export');

/** Whether these are the files of one documentation of an export. */
export const isExportOfOne = (files: readonly string[]): boolean =>
  files.some((file) => !file.includes('/') && parseArchiveName(file)?.number) &&
  detectLayout(files, true) === 'export';

/** The role of a file of a content folder in its layout. */
export type FileRole =
  | { readonly role: 'page' | 'settings' | 'reference' | 'other' }
  | { readonly role: 'misplaced'; readonly reason: string };

const OTHER = { role: 'other' } as const;
const PAGE = { role: 'page' } as const;
const SETTINGS = { role: 'settings' } as const;
const REFERENCE = { role: 'reference' } as const;

/** Files about a repository. They may be in a content folder but are not content. */
const ABOUT_REPOSITORY =
  /^(?:readme|license|licence|contributing|changelog|code_of_conduct|security|support|agents|claude)\.md$/i;

/** The role of the file at `path`, relative to its content folder, in this layout. */
export function roleOf(path: string, layout: Layout, mapped: boolean): FileRole {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  const inside = mapped ? 0 : 2;
  const above = segments.slice(0, Math.min(inside, segments.length - 1));
  const isTop = segments.length - 1 <= inside && segments.length > (mapped ? 0 : 1);
  if (
    isTop &&
    !above.some(isReserved) &&
    isSettings(name, segments.length - 1 === inside, layout)
  ) {
    return SETTINGS;
  }
  const isReference = !mapped && segments.length === 3 && segments[1] === 'refs';
  if (isReference && !isReserved(segments[0] ?? '')) {
    return layout.reference(name) === null ? OTHER : REFERENCE;
  }
  if (!name.endsWith('.md')) return OTHER;
  if (above.some(isReserved) || (segments.length <= inside && ABOUT_REPOSITORY.test(name)))
    return OTHER;
  if (segments.length <= inside) {
    return { role: 'misplaced', reason: NOT_IN_FOLDERS };
  }
  const reserved =
    layout === repositoryLayout && segments.slice(inside).find((part) => part.startsWith('_'));
  if (!reserved) return PAGE;
  return {
    role: 'misplaced',
    reason: `is below "${reserved}": names that begin with _ are reserved`,
  };
}

/**
 * Whether these are settings that nobody reads: for their name, or because none are read in their
 * folder, such as one of subpages.
 */
export const isStraySettings = (path: string, layout: Layout, mapped: boolean): boolean =>
  isLikeSettings(path) &&
  roleOf(path, layout, mapped).role === 'other' &&
  (mapped || besidePages(path)?.kind !== 'settings');

/** The same of a navigation. */
export const isStrayNavigation = (path: string, layout: Layout, mapped: boolean): boolean =>
  isLikeNavigation(path) && roleOf(path, layout, mapped).role === 'other';

/**
 * The folder of a stray file if a file of this name is read there: settings in that of a version or a
 * documentation. Null if it is not.
 */
export function placeOfStray(
  path: string,
  mapped: boolean,
  name: '_settings.yaml' | typeof NAV = '_settings.yaml',
): string | null {
  const folder = folderOf(path);
  const inPlace = join(folder, name);
  return roleOf(inPlace, repositoryLayout, mapped).role === 'settings' ? folder : null;
}

/**
 * Whether a file is in the folder of a version or a documentation, or beside the versions: settings
 * there hold these back.
 */
export function isInPlace(file: FilePath, contents: readonly ContentFolder[]): boolean {
  const folder = contents[innermostOf(file, contents)];
  if (folder === undefined) return false;
  const path = folder.path === '.' ? file : file.slice(folder.path.length + 1);
  const mapped = mappingOf(folder) !== null;
  return placeOfStray(path, mapped) !== null || (!mapped && isAboveAll(path));
}

const isSettings = (name: string, isDocumentation: boolean, layout: Layout): boolean =>
  name === layout.settingsName || (layout === repositoryLayout && isDocumentation && name === NAV);
