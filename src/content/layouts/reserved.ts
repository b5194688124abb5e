/** Names in a content folder that the platform reserves, at any base path: a version or a documentation never has such a name. */

const RESERVED = new Set(['changelogs', 'refs', 'assets']);

/** Whether the platform reserves a folder of this name at the top of a content folder or of a version. */
export const isReserved = (name: string): boolean => name.startsWith('_') || RESERVED.has(name);
