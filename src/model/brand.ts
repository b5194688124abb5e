declare const brand: unique symbol;

/** `T` under a name of its own, so that a page id is never taken for a version id. Costs nothing at run time. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
