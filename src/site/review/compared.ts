/** The result of comparing two versions of a page, piece by piece, and which pieces were moved. */
import type { FactChange } from './fact-changes.ts';
import type { Piece } from './piece.ts';
import type { WordRun } from './runs.ts';

/** The result of comparing a piece. */
export type ComparedPiece =
  /** Readers cannot distinguish the two, and no invisible facts differ. */
  | { readonly state: 'same'; readonly old: Piece; readonly new: Piece }
  | ({ readonly state: 'removed'; readonly old: Piece } & Apart)
  | ({ readonly state: 'added'; readonly new: Piece } & Apart)
  | Changed;

interface Apart {
  /** Facts that the words of a new piece do not show: link targets and audience. */
  readonly facts: readonly FactChange[];
  /** The other side has the same piece in another place. */
  readonly isMoved?: true;
}

export interface Changed {
  readonly state: 'changed';
  readonly old: Piece;
  readonly new: Piece;
  readonly runs: readonly WordRun[];
  readonly children: readonly ComparedPiece[];
  /** Visible differences besides the words, of this piece alone: level, type, words now bold. */
  readonly looks: readonly FactChange[];
  /** Invisible differences, of this piece alone. */
  readonly facts: readonly FactChange[];
}

/** Marks moved pieces. Of equal pieces, as many count as moved as both sides have. */
export function withMoves(entries: readonly ComparedPiece[]): ComparedPiece[] {
  const [gone, come] = [countsOf(entries, 'removed'), countsOf(entries, 'added')];
  const moved = new Map(
    [...gone].map(([key, count]) => [key, Math.min(count, come.get(key) ?? 0)]),
  );
  return marked(entries, { removed: new Map(moved), added: moved });
}

/** How many pieces in this state there are, by key. */
function countsOf(
  entries: readonly ComparedPiece[],
  state: 'removed' | 'added',
  counts = new Map<number, number>(),
): ReadonlyMap<number, number> {
  for (const entry of entries) {
    if (entry.state === 'changed') countsOf(entry.children, state, counts);
    if (entry.state !== state) continue;
    const { key, kind } = entry.state === 'removed' ? entry.old : entry.new;
    if (kind !== 'asset') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Marks as many pieces of each key as `left` says. */
function marked(
  entries: readonly ComparedPiece[],
  left: Readonly<Record<'removed' | 'added', Map<number, number>>>,
): ComparedPiece[] {
  return entries.map((entry) => {
    if (entry.state === 'same') return entry;
    if (entry.state === 'changed') return { ...entry, children: marked(entry.children, left) };
    const { key } = entry.state === 'removed' ? entry.old : entry.new;
    const count = left[entry.state].get(key) ?? 0;
    if (count === 0) return entry;
    left[entry.state].set(key, count - 1);
    return { ...entry, facts: [], isMoved: true };
  });
}
