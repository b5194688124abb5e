/**
 * Every sixth of a list, or as `step` says; as many turns have all of it. `DOCS_FAULTS=all`: the
 * whole list.
 *
 * @param turn from 0
 */
export const sampled = <Item>(list: readonly Item[], turn: number, step = 6): readonly Item[] =>
  process.env['DOCS_FAULTS'] === 'all' ? list : list.filter((_, at) => (at + turn) % step === 0);
