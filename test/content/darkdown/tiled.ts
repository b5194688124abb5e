import type { Fragment } from '../../../src/content/darkdown/read/model.ts';

/** The spans of a fragment's nodes put end to end: what it was read from. */
export const tiled = ({ source, nodes }: Fragment): string =>
  nodes.map(({ start, end }) => source.slice(start, end)).join('');
