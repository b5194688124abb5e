/** A content folder's layout, and which files are pages and settings. Decided by paths alone. */
import type { Layout } from './layout.ts';
import { earlyLayout, plainLayout, repositoryLayout } from './layouts.ts';
import { parseArchiveName } from './archive-name.ts';
import { CHANGELOGS_FOLDER, PROJECT_FILE, isReserved } from './reserved.ts';
import { NOT_IN_FOLDERS } from '../../model/local.ts';

const NAV = '_nav.yaml';

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
      if (parseArchiveName(name)?.number) numbered += 1;
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

const isSettings = (name: string, isDocumentation: boolean, layout: Layout): boolean =>
  name === layout.settingsName || (layout === repositoryLayout && isDocumentation && name === NAV);
