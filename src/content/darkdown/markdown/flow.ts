/** A page's content after parsing, for all writers. markdown-it's tokens stay in this folder. */
import type { InlineTag } from '../read/inline.ts';
import type { Asset, Block, Code, Html } from '../read/model.ts';

/** The text of a link that is shown as the title of its page. */
export const AUTO_TITLE = 'auto$';

/** What surrounds phrases. `pair`: `{% u %}` or `{% link %}`. */
export type Mark =
  | { readonly name: 'em' | 'strong' | 's' }
  | { readonly name: 'link'; readonly href: string; readonly title: string }
  | { readonly name: 'pair'; readonly tag: InlineTag };

/**
 * The parts of a line, in order. Marks do not contain their phrases, so that a line of a million
 * stars needs no recursion. They always nest, and the opening and the closing phrase have the same
 * mark object.
 */
export type Phrase =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code-span'; readonly code: string }
  | { readonly kind: 'soft-break' }
  /** `isTag`: written as `<br>`, or as `\n` in a cell. */
  | { readonly kind: 'hard-break'; readonly isTag: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'tag'; readonly tag: InlineTag }
  /** `label`: the text that describes the image, which may contain Markdown. */
  | {
      readonly kind: 'image';
      readonly url: string;
      readonly title: string;
      readonly label: Phrases;
    }
  /** `auto$` as the whole text of a link: it shows the title of the page that the link leads to. */
  | { readonly kind: 'page-title'; readonly href: string }
  /** `[](href)`: a link without text. */
  | { readonly kind: 'empty-link'; readonly href: string; readonly title: string }
  | { readonly kind: 'open' | 'close'; readonly mark: Mark };

/** The content of one line or paragraph. */
export type Phrases = readonly Phrase[];

/** How a column of a table is aligned. */
export type Align = 'left' | 'center' | 'right' | undefined;

interface Located {
  /** The first line and the one after the last, counted from 0 within the run. */
  readonly lines: readonly [start: number, end: number];
}

interface Heading extends Located {
  readonly kind: 'heading';
  readonly level: number;
  readonly phrases: Phrases;
}

interface Paragraph extends Located {
  readonly kind: 'paragraph';
  /** An item of a tight list: readers see a line, not a paragraph. */
  readonly isTight: boolean;
  readonly phrases: Phrases;
}

interface Quote extends Located {
  readonly kind: 'quote';
  readonly content: readonly MarkdownFlow[];
}

export interface List extends Located {
  readonly kind: 'list';
  /** The first number; `undefined`: bullets. */
  readonly start: number | undefined;
  readonly items: readonly (readonly MarkdownFlow[])[];
}

interface Rule extends Located {
  readonly kind: 'rule';
}

/** A row of a table with more cells than its header. Readers do not see the surplus cells. */
interface SurplusRow {
  /** Counted from 0, within the run. */
  readonly line: number;
  readonly source: string;
}

/** A table of Markdown. Each row has as many cells as `aligns`. */
export interface PipeTable extends Located {
  readonly kind: 'pipe-table';
  readonly aligns: readonly Align[];
  readonly head: readonly Phrases[];
  readonly rows: readonly (readonly Phrases[])[];
  /** The rows that cannot be printed from their cells, by index. */
  readonly surplus?: ReadonlyMap<number, SurplusRow>;
}

/** Code without its notation. */
export type CodeText = Pick<Code, 'kind' | 'language' | 'attributes' | 'code'>;

/** Markdown content that has lines of its own. */
export type MarkdownFlow =
  | Heading
  | Paragraph
  | Quote
  | List
  | Rule
  | PipeTable
  | (CodeText & Located);

/**
 * Content that has lines of its own: a document's nodes, with parsed Markdown in place of its runs.
 */
export type Flow = MarkdownFlow | Code | Html | Asset | Block;
