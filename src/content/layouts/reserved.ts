/** Names in a content folder that the platform reserves, at any base path: a version or a documentation never has such a name. */

/** The folder of changelogs, at the top of a content folder or an archive. */
export const CHANGELOGS_FOLDER = 'changelogs';

const RESERVED = new Set([CHANGELOGS_FOLDER, 'refs', 'assets']);

/** The settings of a project, at the base path of every repository that the platform syncs: without this file the platform stops. */
export const PROJECT_FILE = 'developerhub.yaml';

/** The folder of synced blocks, at the base path. */
export const SYNCED_FOLDER = '_synced-blocks';

/** The id of the synced block whose file is at `path`, relative to the base path. Returns undefined if it is another file. */
export const syncedBlockAt = (path: string): string | undefined =>
  /^_synced-blocks\/([^/]+)\.md$/.exec(path)?.[1];

/** Whether the platform reserves a folder of this name at the top of a content folder or of a version. */
export const isReserved = (name: string): boolean => name.startsWith('_') || RESERVED.has(name);
