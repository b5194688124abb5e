/** Differences between two pieces that are not in their words. */
import { LOOKS } from './looks.ts';
import { pieceName } from './piece.ts';
import type { Fact, Piece } from './piece.ts';

/** A difference that is not in the words. Null: that side does not have the value. */
export interface FactChange {
  readonly what: string;
  /** The words or the block that it belongs to. */
  readonly of: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** The visible differences besides the words. */
export function lookChanges(old: Piece, next: Piece): FactChange[] {
  const look = LOOKS.get(next.kind);
  if (!look || old.kind === 'row') return [];
  const [before, after] = [look(old.look), look(next.look)];
  if (before.value === after.value) return [];
  return [{ what: after.what, of: pieceName(next), old: before.value, new: after.value }];
}

/** The change of paragraphs that were joined or split. */
export function paragraphChange(
  { parts: old = [] }: Piece,
  { parts: next = [] }: Piece,
): FactChange[] {
  if (old.length + next.length === 0) return [];
  const [before, after] = [old, next].map(({ length }) => String(Math.max(1, length)));
  return [{ what: 'paragraphs', of: 'paragraph', old: before ?? null, new: after ?? null }];
}

/** The change of a list whose items are the same in the same order, but on other levels. */
export function levelsChange(old: Piece, next: Piece): FactChange | undefined {
  if (old.kind !== 'list' || next.kind !== 'list') return undefined;
  const [before, after] = [levelsIn(old), levelsIn(next)];
  const isRegrouped =
    before.levels.join(', ') !== after.levels.join(', ') &&
    before.keys.join(' ') === after.keys.join(' ');
  if (!isRegrouped) return undefined;
  const [a, b] = [before.levels.join(', '), after.levels.join(', ')];
  return { what: 'levels', of: 'list', old: a, new: b };
}

/** The items of a list and of the lists in it: their levels, and their contents' keys, in order. */
function levelsIn(list: Piece): { readonly levels: number[]; readonly keys: number[] } {
  const found = { levels: new Array<number>(), keys: new Array<number>() };
  const walk = ({ children }: Piece, level: number): void => {
    for (const item of children) {
      found.levels.push(level);
      for (const piece of item.children) {
        if (piece.kind === 'list') walk(piece, level + 1);
        else found.keys.push(piece.key);
      }
    }
  };
  walk(list, 1);
  return found;
}

/** Facts that change how readers see a piece or a word. */
const SEEN: ReadonlySet<string> = new Set([
  'width',
  'mode',
  'showLineNumbers',
  'language',
  'open',
  'colwidth',
  'audience',
]);

/** Whether readers see what a fact is about. */
export const isSeenFact = ({ what }: Pick<Fact, 'what'>): boolean => SEEN.has(what);

/** The differences between two lists of facts. Facts with the same name are compared in order. */
export function factChanges(old: readonly Fact[], next: readonly Fact[], of: string): FactChange[] {
  const names = new Set([...old, ...next].map(({ what }) => what));
  return [...names].flatMap((what) => {
    const [before, after] = [old, next].map((facts) =>
      facts.filter((fact) => fact.what === what).map(({ value }) => value),
    ) as [string[], string[]];
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
      what,
      of,
      old: before[at] ?? null,
      new: after[at] ?? null,
    })).filter((change) => change.old !== change.new);
  });
}

export function once(facts: readonly Fact[]): Fact[] {
  const known = new Map(facts.map((fact) => [JSON.stringify([fact.what, fact.value]), fact]));
  return [...known.values()];
}

/** The facts of an asset, of which readers see nothing. */
export const assetChanges = (piece: Piece, side: 'old' | 'new'): FactChange[] =>
  piece.kind === 'asset'
    ? piece.facts.map(({ what, value }) => ({
        what,
        of: 'asset',
        old: side === 'old' ? value : null,
        new: side === 'new' ? value : null,
      }))
    : [];
