/** What a page and the worker that hears for it say to each other. */

/** What pages are told: the server's first words, or that something changed. */
export type Heard =
  | { readonly event: 'hello'; readonly server: string }
  | { readonly event: 'change' };

/** What a page says when it goes. */
export const GONE = 'gone';
