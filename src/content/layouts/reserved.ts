/** Reserved names in a content folder: never the name of a version or a documentation. */

/** The folder of changelogs, at the top of a content folder or an archive. */
export const CHANGELOGS_FOLDER = 'changelogs';

const RESERVED = new Set([CHANGELOGS_FOLDER, 'refs', 'assets']);

/**
 * A project's settings, at the base path. The platform does not sync a repository without this
 * file.
 */
export const PROJECT_FILE = 'developerhub.yaml';

/** The folder of synced blocks, at the base path. */
export const SYNCED_FOLDER = '_synced-blocks';

/** The id of the synced block at `path`, relative to the base path; undefined for other files. */
export const syncedBlockAt = (path: string): string | undefined =>
  /^_synced-blocks\/([^/]+)\.md$/.exec(path)?.[1];

/** Whether the name is reserved for folders at the top of a content folder or a version. */
export const isReserved = (name: string): boolean => name.startsWith('_') || RESERVED.has(name);
