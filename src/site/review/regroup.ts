/** Finds unchanged blocks that moved into or out of a container, or were split or joined. */
import { sumOfCounts, held, shared } from './word-counts.ts';
import type { WordCounts } from './word-counts.ts';
import type { Piece, PieceKind } from './piece.ts';

/** The words of a piece of either side. */
export type CountsOf = (piece: Piece) => WordCounts;

export interface BothPieces {
  readonly old: readonly Piece[];
  readonly new: readonly Piece[];
}

/** Pairs on both sides, and the pieces without a counterpart before, between and after them. */
export interface PairsAndGaps {
  readonly pairs: readonly BothPieces[];
  /** One more than the number of pairs. */
  readonly gaps: readonly BothPieces[];
}

/** The share of a piece's words that another piece must have to count as containing it. */
const HELD = 0.6;
/** The share of their words that a container and its content must have in common. */
const MOSTLY_HELD = 0.5;
/** If there are more possible pairs than this, none is compared. */
const MAX_WEIGHED = 2500;

/** Pieces that can be put around other blocks. */
const CONTAINERS: ReadonlySet<PieceKind> = new Set([
  'quote',
  'list',
  'item',
  'callout',
  'section',
  'synced',
  'conditional',
  'group',
]);
/** Pieces that cannot be outside their container. */
const BOUND: ReadonlySet<PieceKind> = new Set(['row', 'cell', 'code-line', 'card', 'title']);

/**
 * Adds unpaired paragraphs to a neighbouring pair that has their words: paragraphs were joined, or
 * one was split.
 */
export function withParagraphsJoined(
  { pairs, gaps }: PairsAndGaps,
  counts: SideCounts,
): PairsAndGaps {
  const left = gaps.map(({ old, new: next }) => ({ old: [...old], new: [...next] }));
  const joined = pairs.map((pair, at) => {
    const [old] = pair.old;
    const [next] = pair.new;
    if (old?.kind !== 'paragraph' || next?.kind !== 'paragraph' || old.key === next.key)
      return pair;
    const grown = { old: [old], new: [next] };
    for (const side of ['old', 'new'] as const) {
      const [own, other] = [counts[side], counts[side === 'old' ? 'new' : 'old']];
      const whole = other(side === 'old' ? next : old);
      const isMore = (piece: Piece | undefined): piece is Piece =>
        piece?.kind === 'paragraph' &&
        held(own(piece), whole, sumOfCounts(grown[side].map((each) => own(each)))) >= HELD;
      const [before, after] = [left[at]?.[side] ?? [], left[at + 1]?.[side] ?? []];
      for (let piece = after[0]; isMore(piece); piece = after[0]) {
        grown[side].push(piece);
        after.shift();
      }
      for (let piece = before.at(-1); isMore(piece); piece = before.at(-1)) {
        grown[side].unshift(piece);
        before.pop();
      }
      // If several paragraphs became several others, it is unclear which break was removed.
      if (grown[side].length > 1) break;
    }
    return grown;
  });
  return { pairs: joined, gaps: left };
}

/** The words of the pieces of each side. */
export interface SideCounts {
  readonly old: CountsOf;
  readonly new: CountsOf;
}

/** A container's index on its side, and its content's range on the other; `end` is exclusive. */
export interface Regrouped {
  readonly container: 'old' | 'new';
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The first container of either side whose content is on the other side without a container. */
export function regroupedIn(sides: BothPieces, counts: SideCounts): Regrouped | undefined {
  if (sides.old.length * sides.new.length > MAX_WEIGHED) return undefined;
  for (const side of ['new', 'old'] as const) {
    const other = side === 'new' ? 'old' : 'new';
    for (const [at, piece] of sides[side].entries()) {
      if (!CONTAINERS.has(piece.kind)) continue;
      const range = containedRun(counts[side](piece), sides[other], counts[other]);
      if (range) return { container: side, at, ...range };
    }
  }
  return undefined;
}

/** The first run of pieces that are in the container and make up most of it. */
function containedRun(
  container: WordCounts,
  pieces: readonly Piece[],
  countsOf: CountsOf,
): { readonly start: number; readonly end: number } | undefined {
  for (let start = 0; start < pieces.length; start += 1) {
    let end = start;
    for (let piece = pieces[end]; piece && isHeld(piece); piece = pieces[end]) end += 1;
    if (end === start) continue;
    const run = pieces.slice(start, end);
    if (shared(container, sumOfCounts(run.map((each) => countsOf(each)))) >= MOSTLY_HELD)
      return { start, end };
    start = end;
  }
  return undefined;

  function isHeld(piece: Piece): boolean {
    return !BOUND.has(piece.kind) && held(countsOf(piece), container) >= HELD;
  }
}

/** Several paragraphs as one, with a hard break between them. */
export function joinedParagraph(parts: readonly Piece[]): Piece | undefined {
  const [first, ...others] = parts;
  if (!first || others.length === 0) return first;
  const phrases = [...first.phrases];
  for (const each of others) phrases.push({ kind: 'hard-break', isTag: false }, ...each.phrases);
  return { ...first, phrases, key: Number.NaN, parts };
}

/** A piece without a look of its own that contains these. */
export function groupOf(parts: readonly Piece[], look: string): Piece {
  return { kind: 'group', look, phrases: [], facts: [], children: parts, key: Number.NaN, parts };
}
