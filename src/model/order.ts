/** Sorts by code unit, so that the order does not depend on a machine's language. */
export const byCodeUnit = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
