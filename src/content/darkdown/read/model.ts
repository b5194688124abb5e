/** The content of a body: one model, with source offsets, for all generations of darkdown. */
import type { Finding } from '../../../system/findings/finding.ts';
import type { TextPosition } from '../../../system/findings/place.ts';

/** Offsets into the text that the node was read from, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What an attribute of a tag may hold. */
export type AttributeValue = string | number | boolean | null | readonly AttributeValue[];

/**
 * Attributes in source order. A map, because names come from the text: `__proto__` is a name, too.
 */
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** Markdown between the blocks, blank lines included. Its inline tags are read by `inlinesOf`. */
export interface Markdown extends Span {
  readonly kind: 'markdown';
}

/** A fence, a raw `tab` in `code`, a raw `code` in `code-steps`, or an entry of a `code-block`. */
export interface Code extends Span {
  readonly kind: 'code';
  readonly notation: 'fence' | 'tag' | 'plugin';
  /** As written after the fence, without the annotation. Only the first word counts. */
  readonly language: string;
  /** `title`, `highlightLines`, `showLineNumbers`, `id`. */
  readonly attributes: Attributes;
  /** Without the line break before the closing line. */
  readonly code: string;
}

/** Raw HTML: not Markdown, and not trusted. */
export interface Html extends Span {
  readonly kind: 'html';
  readonly notation: 'tag' | 'plugin';
  readonly html: string;
}

/** `<!-- asset:id=url -->`: the address of the `asset:id` that a plugin names. */
export interface Asset extends Span {
  readonly kind: 'asset';
  readonly id: string;
  readonly url: string;
}

/** Nodes that cover a stretch of `source` without gaps. */
export interface Fragment {
  readonly source: string;
  readonly nodes: readonly Node[];
}

/** Any other block. `name` is the tag's name, also for a plugin (`code-block` is `code`). */
export interface Block extends Span {
  readonly kind: 'block';
  readonly notation: 'tag' | 'plugin';
  readonly name: string;
  /** For a plugin: its data, except what became `body`. */
  readonly attributes: Attributes;
  /** The opening tag with its line break. For a plugin: all of it. */
  readonly open: Span;
  /** The closing tag with its line break; `null` if there is none. */
  readonly close: Span | null;
  /** For a tag, in the same source. For a plugin, a source of its own, read from a JSON string. */
  readonly body: Fragment;
}

export type Node = Markdown | Code | Html | Asset | Block;

/** The mistakes that the syntax of a body may have. */
export type SyntaxRule =
  | 'bad-plugin'
  | 'unknown-plugin'
  | 'bad-tag'
  | 'unknown-tag'
  | 'unclosed-block'
  | 'stray-close'
  | 'unclosed-fence'
  | 'unclosed-raw'
  | 'too-deep'
  | 'misplaced-tag'
  | 'empty-link';

/** Text that is not read as its writer intended, and its place in the body. */
export interface Diagnostic extends Pick<Finding<SyntaxRule>, 'rule' | 'message'>, TextPosition {
  readonly offset: number;
}

/** A parsed body. The spans of `nodes`, joined in order, are the whole source. */
export interface Document extends Fragment {
  readonly assets: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}
