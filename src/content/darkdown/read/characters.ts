/** Codes of the characters that readers of lines look for: comparing numbers is fast. */

export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const DOLLAR = 36;
export const PERCENT = 37;
export const HYPHEN = 45;
export const DOT = 46;
export const LESS = 60;
export const GREATER = 62;
export const BACKSLASH = 92;
export const TICK = 96;
export const BRACE = 123;
export const TILDE = 126;
