/** `%name%`, the name as the first group. With `search`, `split` and `replace`: they start anew each time. */
export const VARIABLE = /%([A-Za-z_][A-Za-z0-9_.]*)%/g;
