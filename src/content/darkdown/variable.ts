/** `%name%`, the name as the first group. */
export const VARIABLE = /%([A-Za-z_][A-Za-z0-9_.]*)%/g;
