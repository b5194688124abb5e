/**
 * A sixth of a list; six turns have all of it. `DOCS_FAULTS=all`: the whole list.
 *
 * @param turn from 0
 */
export const sampled = <Item>(list: readonly Item[], turn: number): readonly Item[] =>
  process.env['DOCS_FAULTS'] === 'all' ? list : list.filter((_, at) => (at + turn) % 6 === 0);
