/** Orders texts by code unit: the same on every machine, whatever its language. */
export const byCodeUnit = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
