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
import type { SettingsMap } from '../settings/settings-file.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';

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
}

/** A page as its layout arranges it, before keys are compared. */
export interface ArrangedPage {
  readonly path: string;
  readonly slug: string;
  readonly title: string;
  readonly category: string | null;
  readonly parent: Slug | null;
  readonly ordered: boolean;
}

/** One documentation's folder. */
export interface DocumentationFolder {
  /** The parsed `_nav.yaml`, if there is one. */
  readonly nav: SettingsValue | undefined;
  readonly navFile: FilePath;
  /** Pages by their path in this folder. */
  readonly pages: ReadonlyMap<string, EntryFacts>;
}

/** The pages of one documentation in reading order, and its categories. */
export interface ArrangedDocumentation {
  readonly pages: readonly ArrangedPage[];
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

/** A page whose slug is known. */
export interface PlacedPage extends Omit<ArrangedPage, 'slug'>, PagePlace {}

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
