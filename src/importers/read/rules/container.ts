/** What the rules of other tools find in Markdown. */
import type { ElementTag } from '../element.ts';

/** Text inside a container. `line` counts from 0, from the first line of the text that was parsed. */
export interface Inner {
  readonly text: string;
  readonly line: number;
}

/** What one token holds. */
export type Container =
  | { readonly kind: 'element'; readonly tag: ElementTag; readonly inner: Inner | null }
  /** `:::name title`, `!!! name "title"`, `??? name "title"`, `=== "title"`. */
  | {
      readonly kind: 'named';
      readonly mark: ':::' | '!!!' | '???' | '===';
      readonly name: string;
      readonly title: string;
      /** Whether it is unfolded at first. */
      readonly isOpen: boolean;
      readonly inner: Inner;
    }
  | {
      readonly kind: 'liquid';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly inner: Inner | null;
    }
  /** A file in place of a line: `lines` is what the tool adds to the path. */
  | { readonly kind: 'include'; readonly path: string; readonly lines: string }
  | {
      readonly kind: 'code-file';
      readonly path: string;
      readonly info: string;
      readonly source: string;
    }
  | { readonly kind: 'expression'; readonly code: string }
  | { readonly kind: 'module'; readonly source: string }
  | { readonly kind: 'math'; readonly source: string }
  | { readonly kind: 'footnote'; readonly label: string; readonly inner: Inner }
  /** A comment, a table of contents: readers do not see it. */
  | { readonly kind: 'nothing' }
  /** Text behind the end of a container, on the same line. */
  | { readonly kind: 'rest'; readonly inner: Inner };

/** The token's type. */
export const CONTAINER = 'import_container';

/** Deeper containers stay text. */
export const DEEPEST = 24;
