/** A `LIKE … ESCAPE '\'` pattern for `text` and whatever follows it: `%`, `_` and `\` mean themselves. */
export const startingWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;
