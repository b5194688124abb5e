/** Names in a content folder that are the platform's own, at any base path: no version and no documentation is called so. */

const RESERVED = new Set(['changelogs', 'refs', 'assets']);

/** Whether a folder of this name, at the top of a content folder or of a version, is the platform's own. */
export const isReserved = (name: string): boolean => name.startsWith('_') || RESERVED.has(name);
