/**
 * A layout: how files of a content folder become pages. Pure: takes files and facts, returns
 * places.
 */
import type { DocumentationPlace, FilePath, PagePlace, Slug } from '../../model/ids.ts';
import type {
  LayoutKind,
  LocalDocumentation,
  LocalReference,
  LocalVersion,
} from '../../model/local.ts';
import type { ContentFolder } from '../../model/project.ts';
import type { EntryFacts } from '../page/page-facts.ts';
import { settingsHold, settingsMap } from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { byCodeUnit } from '../../model/order.ts';
import { slugOfTitle, slugProblem } from '../slug.ts';

/** The version and documentation that the configuration gives a folder; null if none. */
export const mappingOf = ({ version, documentation }: ContentFolder): DocumentationPlace | null =>
  version !== null && documentation !== null ? { version, documentation } : null;

/** Whether a path of the project is this folder, or inside it. */
export const isInFolder = (path: string, folder: string): boolean =>
  folder === '.' || path === folder || path.startsWith(`${folder}/`);

/** The index of the innermost content folder around a file; -1 if there is none. */
export function innermostOf(file: FilePath, contents: readonly ContentFolder[]): number {
  let found = -1;
  let depth = -1;
  for (const [index, { path }] of contents.entries()) {
    const length = path === '.' ? 0 : path.length;
    if (isInFolder(file, path) && length > depth) [found, depth] = [index, length];
  }
  return found;
}

/** A content folder with everything that its layout needs. Paths are relative to the folder. */
export interface LayoutInput {
  readonly path: FilePath;
  readonly mapping: DocumentationPlace | null;
  readonly pages: ReadonlyMap<string, { readonly facts: EntryFacts }>;
  readonly settings: ReadonlyMap<string, SettingsValue>;
  readonly references: readonly string[];
  /**
   * What holds versions and documentations back besides their settings, by their folders: settings
   * that nobody reads. In a folder of several versions, what is at its top holds all of them back.
   */
  readonly held: ReadonlyMap<string, string>;
}

/** A page as its layout arranges it, before keys are compared. */
export interface PlacedPage extends PagePlace {
  readonly path: string;
  readonly title: string;
  readonly category: string | null;
  readonly parent: Slug | null;
  readonly ordered: boolean;
}

/** One documentation's folder. */
export interface DocumentationFolder extends DocumentationPlace {
  /** Empty if it is the content folder itself. */
  readonly folder: string;
  /** The parsed `_nav.yaml`, if there is one. */
  readonly nav: SettingsValue | undefined;
  readonly navFile: FilePath;
  readonly pages: LayoutInput['pages'];
}

/** The pages of one documentation in reading order, and its categories. */
export interface ArrangedDocumentation {
  readonly pages: readonly PlacedPage[];
  readonly categories: readonly string[];
}

/** How the files of a content folder become pages. */
export interface Layout {
  readonly kind: LayoutKind;
  /** Name of its settings files, at a version's or a documentation's top. */
  readonly settingsName: string | null;
  version(folder: string, settings: SettingsMap): LocalVersion;
  documentation(
    folder: string,
    settings: SettingsMap,
  ): { readonly slug: string; readonly title: string };
  arrange(documentation: DocumentationFolder): ArrangedDocumentation;
  /**
   * The slug of the reference in `<version>/refs/<name>`; `null` if the file is not a reference.
   */
  reference(name: string): string | null;
}

/** A file that has no place in its layout, and why. */
export interface Misplaced {
  readonly path: string;
  readonly reason: string;
  /** How to name the file instead, if one name would give it a place. */
  readonly hint?: string;
}

/** A content folder, arranged. */
export interface Arrangement {
  readonly kind: LayoutKind;
  readonly versions: readonly LocalVersion[];
  readonly documentations: readonly LocalDocumentation[];
  readonly references: readonly LocalReference[];
  /** In reading order. Two pages may claim the same place. */
  readonly pages: readonly PlacedPage[];
  readonly misplaced: readonly Misplaced[];
}

/** Whether the header says that the file is a page, not a link or a separator. */
export const isPage = ({ type }: EntryFacts): boolean => type === 'page';

/** A page, and the kinds of navigation entries that have files in some layouts. */
export const ENTRY_TYPES: ReadonlySet<string> = new Set([
  'page',
  'category',
  'link',
  'separator',
  'label',
]);

/** Joins parts of a path. Ignores `.` and empty parts. */
export const join = (...parts: string[]): FilePath =>
  parts.filter((part) => part !== '' && part !== '.').join('/') as FilePath;

/** A file's name without folders and `.md`, in Unicode's composed form. */
export const stemOf = (path: string): string =>
  withoutExtension(path.slice(path.lastIndexOf('/') + 1)).normalize('NFC');

/** A path without its `.md`. */
export const withoutExtension = (path: string): string =>
  path.endsWith('.md') ? path.slice(0, -'.md'.length) : path;

/** The folder of a path; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function settingsOf(folder: LayoutInput, layout: Layout, path: string): SettingsMap {
  if (layout.settingsName === null) return {};
  const file = join(path, layout.settingsName);
  return settingsMap(folder.settings.get(file), join(folder.path, file));
}

/** Pages by their documentation's folder. */
function byDocumentation({ pages, mapping, settings, held }: LayoutInput): Map<string, Pages> {
  const documentations = new Map<string, Pages>();
  if (mapping) return documentations.set('', new Map(pages));
  for (const path of [...Array.from(settings.keys(), folderOf), ...held.keys()]) {
    if (path.split('/').length === 2) documentations.set(path, new Map());
  }
  for (const [path, page] of pages) {
    const documentation = path.slice(0, path.indexOf('/', path.indexOf('/') + 1));
    const found = documentations.get(documentation);
    if (found) found.set(path, page);
    else documentations.set(documentation, new Map([[path, page]]));
  }
  return documentations;
}

type Pages = Map<string, { readonly facts: EntryFacts }>;

const sortedByPath = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].toSorted(([a], [b]) => byCodeUnit(a.replaceAll('/', '\0'), b.replaceAll('/', '\0')));

/** What the folder holds, as its layout defines it. The order of files does not matter. */
export function arrangeFolder(folder: LayoutInput, layout: Layout): Arrangement {
  const versions = new Map<string, LocalVersion>();
  const documentations: LocalDocumentation[] = [];
  const pages: PlacedPage[] = [];
  const misplaced: Misplaced[] = [];
  const { mapping } = folder;

  const versionOf = (name: string): LocalVersion => {
    const known = versions.get(name);
    if (known) return known;
    const said = layout.version(name, settingsOf(folder, layout, name));
    const heldBy = said.heldBy ?? folder.held.get(name) ?? folder.held.get('');
    const version = heldBy === undefined ? said : { ...said, published: false, heldBy };
    versions.set(name, version);
    return version;
  };
  if (mapping) versions.set('', { slug: mapping.version, name: mapping.version, published: true });
  for (const path of mapping
    ? []
    : [...Array.from(folder.settings.keys(), folderOf), ...folder.held.keys()]) {
    if (path !== '' && !path.includes('/')) versionOf(path);
  }

  for (const [path, own] of sortedByPath(byDocumentation(folder))) {
    const [versionFolder = '', name = ''] = path.split('/');
    const version = versionOf(mapping ? '' : versionFolder).slug;
    const settings = settingsOf(folder, layout, path);
    const found = layout.documentation(mapping ? mapping.documentation : name, settings);
    const documentation = (mapping ? mapping.documentation : found.slug) as Slug;
    const { title } = found;
    const navPath = join(path, '_nav.yaml');
    const arranged = layout.arrange({
      version,
      documentation,
      folder: path,
      nav: folder.settings.get(navPath),
      navFile: join(folder.path, navPath),
      pages: own,
    });
    const problem =
      placeProblem('version', version) ?? placeProblem('documentation', documentation);
    if (!problem) {
      const { categories } = arranged;
      const at = join(folder.path, path) || ('.' as FilePath);
      const heldBy = settingsHold(settings) ?? folder.held.get(path) ?? null;
      documentations.push({
        version,
        slug: documentation,
        title,
        categories,
        folder: at,
        ...(heldBy === null ? {} : { published: false, heldBy }),
      });
    }
    for (const page of arranged.pages) {
      const reason = problem ?? placeProblem('slug', page.slug);
      if (reason === null) pages.push(page);
      else if (problem !== null) misplaced.push({ path: page.path, reason });
      else {
        const hint = `Write \`slug: ${slugOfTitle(page.title)}\``;
        misplaced.push({ path: page.path, reason, hint });
      }
    }
  }
  for (const [path, { facts }] of folder.pages) {
    const { type } = facts;
    if (!ENTRY_TYPES.has(type)) misplaced.push({ path, reason: `has the unknown type "${type}"` });
  }
  const references = folder.references.flatMap((path): LocalReference[] => {
    const [versionFolder = '', , name = ''] = path.split('/');
    const slug = layout.reference(name);
    return slug === null
      ? []
      : [
          {
            version: versionOf(versionFolder).slug,
            slug: slug as Slug,
            file: join(folder.path, path),
          },
        ];
  });
  return {
    kind: layout.kind,
    versions: [...versions.values()].filter(({ slug }) => slugProblem(slug) === null),
    documentations,
    references,
    pages,
    misplaced,
  };
}

function placeProblem(what: string, slug: string): string | null {
  const problem = slugProblem(slug);
  return problem === null ? null : `has the ${what} "${printable(slug)}", which ${problem}`;
}
const printable = (text: string): string => text.replace(/\p{Cc}/gu, '·');
