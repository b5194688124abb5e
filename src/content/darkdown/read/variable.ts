/** Variables of a project in text: `%name%`, `%a.b%`. */

/**
 * Group 1 is the name. Do not use it with `exec` or `test`, which begin at the end of the last
 * match.
 */
export const VARIABLE = /%([A-Za-z_][A-Za-z0-9_.]*)%/g;

const VARIABLE_HERE = new RegExp(VARIABLE.source, 'y');

/** The offset after the variable that begins at `at`; -1 if there is none. */
export function variableEnd(text: string, at: number): number {
  VARIABLE_HERE.lastIndex = at;
  return VARIABLE_HERE.test(text) ? VARIABLE_HERE.lastIndex : -1;
}
