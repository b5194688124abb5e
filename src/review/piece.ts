/** A page as a reader meets it, piece by piece: what reviews compare. */
import type { Phrases } from '../content/darkdown/markdown/flow.ts';

/** What a piece is. What holds lines of its own and no name here is a `group`. */
export type PieceKind =
  | 'heading'
  | 'paragraph'
  /** A line that belongs to the piece around it: the title of a callout, the text of a card. */
  | 'title'
  | 'quote'
  | 'list'
  | 'item'
  | 'rule'
  | 'table'
  | 'row'
  | 'cell'
  | 'code'
  | 'code-line'
  | 'html'
  | 'picture'
  /** A line that is an address: a video, a file on GitHub. */
  | 'address'
  | 'callout'
  | 'section'
  | 'cards'
  | 'card'
  | 'synced'
  | 'conditional'
  | 'space'
  | 'asset'
  | 'group';

/** Something about a piece that its words do not say. */
export interface Fact {
  /** `link target`, `width`: what it is. */
  readonly what: string;
  readonly value: string;
}

/** A piece of a page. */
export interface Piece {
  readonly kind: PieceKind;
  /** What shows of it beside words: the level of a heading, the type of a callout. */
  readonly look: string;
  /** Its own line, if it has one. */
  readonly phrases: Phrases;
  /** What does not show, links and pictures in `phrases` aside. */
  readonly facts: readonly Fact[];
  readonly children: readonly Piece[];
  /** Equal for two pieces of one review exactly if nothing in them differs, seen or unseen, what the piece around them tells aside. */
  readonly key: number;
  /** The pieces of its side that it stands for, if it is not one of them: what was joined, or taken together. Its key is NaN. */
  readonly parts?: readonly Piece[];
}

/** Numbers for texts: the same text has the same number. One for both sides of a page. */
export class Keys {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}

/** What people call a piece. */
export function pieceName({ kind, look }: Piece): string {
  if (kind === 'title' && look === 'picture') return look;
  return kind === 'group' || kind === 'section' || kind === 'address' ? look : kind;
}
