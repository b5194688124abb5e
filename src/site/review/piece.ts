/** The pieces of a page as readers see it, which reviews compare. */
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';

/** The kind of a piece. A container without a name in this list is a `group`. */
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

/** A fact about a piece that its words do not show. */
export interface Fact {
  /** Its name: `link target`, `width`. */
  readonly what: string;
  readonly value: string;
}

export interface Piece {
  readonly kind: PieceKind;
  /** What readers see besides the words: the level of a heading, the type of a callout. */
  readonly look: string;
  /** Its own line, if it has one. */
  readonly phrases: Phrases;
  /** Invisible facts, except those of links and pictures in `phrases`. */
  readonly facts: readonly Fact[];
  readonly children: readonly Piece[];
  /**
   * Equal within a review if and only if everything in two pieces is equal, except facts of the
   * pieces around them.
   */
  readonly key: number;
  /** The pieces that this one combines, if it was made for the comparison. Its key is then NaN. */
  readonly parts?: readonly Piece[];
}

/** Numbers for texts: equal texts have equal numbers. Both sides of a page share them. */
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

/** The name of a piece, for people. */
export function pieceName({ kind, look }: Piece): string {
  if (kind === 'title' && look === 'picture') return look;
  return kind === 'group' || kind === 'section' || kind === 'address' ? look : kind;
}
