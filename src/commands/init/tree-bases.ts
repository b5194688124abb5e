/** Which folders hold versions, told by the settings files below them. Pure: paths alone decide. */
import { posix } from 'node:path';
import { isReserved, PROJECT_FILE } from '../../content/layouts/reserved.ts';

/** Settings of a version or a documentation, in any layout. */
const SETTINGS: ReadonlySet<string> = new Set(['_settings.yaml', 'settings.yaml', 'settings.json']);
const NAV = '_nav.yaml';

/** Named as versions mostly are: `v1.0`, `2`, `latest`. */
export const looksLikeVersion = (folder: string): boolean =>
  /^(?:v?\d+(?:[.-]\d+)*(?:\.x)?|latest|next|current|main|stable|edge|dev|preview|beta|unstable)$/i.test(
    folder,
  );

/**
 * The folders that files of this tree mark as content folders, `.` for the tree itself; the best marked one first. Empty if no file marks one:
 * then versions are known by their names at best.
 */
export function treeBases(files: readonly string[]): readonly string[] {
  const projects = files.flatMap((file) =>
    posix.basename(file) === PROJECT_FILE ? [posix.dirname(file)] : [],
  );
  if (projects.length > 0) return [...new Set(projects)];
  const votes = new Map<string, number>();
  for (const base of basesOfSettings(files)) votes.set(base, (votes.get(base) ?? 0) + 1);
  return [...votes].toSorted(([, a], [, b]) => b - a).map(([base]) => base);
}

function basesOfSettings(files: readonly string[]): readonly string[] {
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => posix.dirname(file));
  const withPages = new Set(pages);
  const withPagesBelow = new Set(pages.flatMap(foldersAbove));
  const navigated = new Set<string>();
  const withSettings = new Set<string>();
  for (const file of files) {
    const folder = posix.dirname(file);
    const name = posix.basename(file);
    if (!withPagesBelow.has(folder) || folder.split('/').some(isReserved)) continue;
    if (name === NAV) navigated.add(folder);
    if (SETTINGS.has(name)) withSettings.add(folder);
  }
  const marked = [...new Set([...navigated, ...withSettings])].filter((folder) => folder !== '.');
  const above = new Set(marked.map((folder) => posix.dirname(folder)));
  return marked.flatMap((folder) => {
    const parent = posix.dirname(folder);
    const mayBeVersion =
      !navigated.has(folder) && !withSettings.has(parent) && !withPages.has(folder);
    if (above.has(folder) || mayBeVersion) return [parent];
    return parent === '.' ? [] : [posix.dirname(parent)];
  });
}

/** The folder and those that it is in, without the tree itself. */
function foldersAbove(folder: string): readonly string[] {
  const parts = folder === '.' ? [] : folder.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
