/** Settings, changelogs and synced blocks of the repository layout. Decided by paths alone. */
import { posix } from 'node:path';
import {
  PROJECT_FILE,
  SYNCED_FOLDER,
  isLikeReferenceSettings,
  isLikeSettings,
  isReserved,
} from '../file-names.ts';

/** The kind of a file in the repository layout that is neither a page nor a definition. */
export type FileBesidePages =
  | { readonly kind: 'project' }
  | { readonly kind: 'settings'; readonly of: 'version' | 'documentation' | 'changelog' }
  | { readonly kind: 'navigation' }
  | { readonly kind: 'reference-settings' }
  | { readonly kind: 'post' | 'block'; readonly name: string }
  /**
   * The file does not belong in this folder, which the platform reserves; `reason` continues "This
   * file".
   */
  | { readonly kind: 'stray'; readonly reason: string };

const SETTINGS = '_settings.yaml';
const ABOUT_FOLDER = /^readme\.md$/i;

/** `path` is relative to the base path. Null for pages, definitions and ignored files. */
export function besidePages(path: string): FileBesidePages | null {
  const segments = path.split('/');
  const [top = ''] = segments;
  const name = segments.at(-1) ?? '';
  if (path === PROJECT_FILE) return { kind: 'project' };
  if (top === 'changelogs') return inChangelogs(segments, name);
  if (top === SYNCED_FOLDER) return inBlocks(segments, name);
  if (segments.length < 2 || isReserved(top)) return null;
  if (segments.length === 2) return name === SETTINGS ? { kind: 'settings', of: 'version' } : null;
  if (segments.length > 3) return null;
  if (segments[1] === 'refs') {
    if (name.endsWith('.md') && !ABOUT_FOLDER.test(name)) {
      return { kind: 'stray', reason: 'is not a definition: pages are not read in `refs`' };
    }
    return name.endsWith('.settings.yaml') ? { kind: 'reference-settings' } : null;
  }
  if (isReserved(segments[1] ?? '')) return null;
  if (name === SETTINGS) return { kind: 'settings', of: 'documentation' };
  return name === '_nav.yaml' ? { kind: 'navigation' } : null;
}

/**
 * Whether the file is beside the versions, and may say of the readers of all of them what nobody
 * reads there: settings, or the project's.
 */
export const isAboveAll = (path: string): boolean =>
  !path.includes('/') && (path === PROJECT_FILE || isLikeSettings(path));

/**
 * The path that a misnamed settings file should have. Null if the name is not similar to that of a
 * settings file, or is one.
 */
export function meantSettings(path: string): string | null {
  const name = posix.basename(path);
  const own = isLikeReferenceSettings(name)
    ? name.replace(/(?:\.(?:ya?ml|json))?\.[^.]+\.[^.]+$/i, '.settings.yaml')
    : name;
  const meant = path.slice(0, -name.length) + (isLikeSettings(path) ? SETTINGS : own);
  return meant === path || besidePages(meant) === null ? null : meant;
}

function inChangelogs(segments: readonly string[], name: string): FileBesidePages | null {
  if (segments.length === 3 && name === SETTINGS) return { kind: 'settings', of: 'changelog' };
  if (!name.endsWith('.md') || ABOUT_FOLDER.test(name)) return null;
  return segments.length === 3
    ? { kind: 'post', name: name.slice(0, -'.md'.length) }
    : { kind: 'stray', reason: 'is not a post of a changelog: posts are in changelogs/<path>/' };
}

function inBlocks(segments: readonly string[], name: string): FileBesidePages | null {
  if (!name.endsWith('.md') || ABOUT_FOLDER.test(name)) return null;
  return segments.length === 2
    ? { kind: 'block', name: name.slice(0, -'.md'.length) }
    : { kind: 'stray', reason: 'is not a synced block: _synced-blocks has no folders' };
}
