/** `LIKE … ESCAPE '\'` patterns for a text in which `%`, `_` and `\` are literal. */

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const startingWith = (text: string): string => `${escaped(text)}%`;

export const holding = (text: string): string => `%${escaped(text)}%`;
