/** Compares two versions of a page, piece by piece and word by word. */
import type { Conversion } from '../../content/darkdown/write/conversion.ts';
import { phrasesText } from '../../content/darkdown/write/phrase-text.ts';
import { align } from './align-lists.ts';
import { type WordCounts, sumOfCounts, shared } from './word-counts.ts';
import {
  type FactChange,
  assetChanges,
  factChanges,
  isSeenFact,
  levelsChange,
  lookChanges,
  once,
  paragraphChange,
} from './fact-changes.ts';
import { mayBeOne } from './looks.ts';
import { type ComparedPiece, withMoves } from './compared.ts';
import { type Piece, pieceName } from './piece.ts';
import type { ReadSide } from './read-side.ts';
import {
  type BothPieces,
  type PairsAndGaps,
  type SideCounts,
  groupOf,
  joinedParagraph,
  regroupedIn,
  withParagraphsJoined,
} from './regroup.ts';
import { type WordRun, isOnePicture, runsOf, stylesOf } from './runs.ts';
import { type Word, leadsOf, wordlessName, textOfWords, wordsOf, wordsOfCode } from './words.ts';

/** Compares the pieces of both sides. */
export const compareSides = (old: ReadSide, next: ReadSide): ComparedPiece[] =>
  withMoves(new Comparison(old.project, next.project).lists(old.pieces, next.pieces));

/** The share of common words from which two pieces count as one edited piece. */
const ALIKE = 0.35;
/** The same for pieces that contain others, whose content is then compared. */
const ALIKE_AROUND = 0.2;
/** Kinds for which a new piece in the same place replaces the old one, whatever its words. */
const IN_PLACE: ReadonlySet<Piece['kind']> = new Set([
  'cell',
  'title',
  'picture',
  'asset',
  'space',
  'rule',
]);
const BARELY = 0.001;
/**
 * The factor for a different look: of two equally similar pieces, the one with the same look wins.
 */
const OTHER_LOOK = 0.9;

class Comparison {
  readonly #old: Conversion;
  readonly #new: Conversion;
  readonly #known = new Map<Piece, WordCounts>();
  readonly #counts: SideCounts;

  constructor(old: Conversion, next: Conversion) {
    this.#old = old;
    this.#new = next;
    this.#counts = {
      old: (piece) => this.#countsOf(piece, old),
      new: (piece) => this.#countsOf(piece, next),
    };
  }

  lists(old: readonly Piece[], next: readonly Piece[]): ComparedPiece[] {
    const { pairs, gaps } = withParagraphsJoined(this.#paired(old, next), this.#counts);
    const entries: ComparedPiece[] = [];
    for (const [at, gap] of gaps.entries()) {
      const pair = pairs[at - 1];
      const [before, after] = [pair?.old, pair?.new].map((parts) => joinedParagraph(parts ?? []));
      if (before && after) entries.push(this.#pair(before, after));
      for (const entry of this.#unpaired(gap)) entries.push(entry);
    }
    return entries;
  }

  #paired(old: readonly Piece[], next: readonly Piece[]): PairsAndGaps {
    const pairs: BothPieces[] = [];
    let gap: { old: Piece[]; new: Piece[] } = { old: [], new: [] };
    const gaps = [gap];
    const lists = {
      old: old.map(({ key }) => key),
      new: next.map(({ key }) => key),
      likeness: (a: number, b: number) => this.#likeness(old[a], next[b]),
    };
    for (const step of align(lists)) {
      const before = step.old === null ? undefined : old[step.old];
      const after = step.new === null ? undefined : next[step.new];
      if (before && after) {
        pairs.push({ old: [before], new: [after] });
        gap = { old: [], new: [] };
        gaps.push(gap);
      } else if (before) gap.old.push(before);
      else if (after) gap.new.push(after);
    }
    return { pairs, gaps };
  }

  /**
   * Pieces without a counterpart. A piece that only moved into or out of a container is compared.
   */
  #unpaired({ old, new: next }: BothPieces): ComparedPiece[] {
    const found = regroupedIn({ old, new: next }, this.#counts);
    if (found === undefined) {
      return [
        ...old.map((piece): ComparedPiece => {
          return { state: 'removed', old: piece, facts: assetChanges(piece, 'old') };
        }),
        ...next.map((piece): ComparedPiece => {
          return { state: 'added', new: piece, facts: this.#newFacts(piece) };
        }),
      ];
    }
    const { container, at, start, end } = found;
    const [a, aEnd, b, bEnd] =
      container === 'new' ? [start, end, at, at + 1] : [at, at + 1, start, end];
    return [
      ...this.#unpaired({ old: old.slice(0, a), new: next.slice(0, b) }),
      this.#regrouped(container, old.slice(a, aEnd), next.slice(b, bEnd)),
      ...this.#unpaired({ old: old.slice(aEnd), new: next.slice(bEnd) }),
    ];
  }

  #regrouped(side: 'old' | 'new', old: readonly Piece[], next: readonly Piece[]): ComparedPiece {
    const [holders, parts] = side === 'new' ? [next, old] : [old, next];
    const [holder] = holders as readonly [Piece];
    const group = groupOf(parts, parts[0] ? pieceName(parts[0]) : '');
    const [before, after] = side === 'new' ? [group, holder] : [holder, group];
    const change = (what: string, value: string): FactChange => {
      const of = pieceName(after);
      return side === 'new'
        ? { what, of, old: null, new: value }
        : { what, of, old: value, new: null };
    };
    return {
      state: 'changed',
      old: before,
      new: after,
      runs: [],
      children: this.lists(before.children, after.children),
      // The list around the items is reported already.
      looks: holder.kind === 'item' ? [] : [change('container', containerName(holder))],
      facts: holder.facts
        .filter(({ what }) => TOLD_OF_NEW.has(what))
        .map(({ what, value }) => change(what, value)),
    };
  }

  #newFacts(piece: Piece): FactChange[] {
    const own = piece.facts.filter(({ what }) => TOLD_OF_NEW.has(what));
    return [
      ...assetChanges(piece, 'new'),
      ...own.map(({ what, value }) => ({ what, of: pieceName(piece), old: null, new: value })),
      ...this.#newLeads([], wordsOf(piece.phrases, this.#new)),
      ...piece.children.flatMap((child) => this.#newFacts(child)),
    ];
  }

  /** Link targets that the piece did not have before. */
  #newLeads(old: readonly Word[], next: readonly Word[]): FactChange[] {
    const before = new Set(leadsOf(old).map(({ href }) => href));
    return leadsOf(next)
      .filter(({ href }) => !before.has(href))
      .map(({ href, words }) => ({
        what: 'link target',
        of: textOfWords(words, this.#new).trim() || 'link',
        old: null,
        new: href,
      }));
  }

  #pair(old: Piece, next: Piece): ComparedPiece {
    if (old.key === next.key) return { state: 'same', old, new: next };
    const levels = levelsChange(old, next);
    if (levels) {
      const children = next.children.map(
        (piece) => ({ state: 'same', old: piece, new: piece }) as const,
      );
      return { state: 'changed', old, new: next, runs: [], children, looks: [levels], facts: [] };
    }
    const words = old.kind === 'code-line' ? wordsOfCode : wordsOf;
    const [before, after] = [words(old.phrases, this.#old), words(next.phrases, this.#new)];
    const runs = runsOf(before, after, { old: this.#old, new: this.#new });
    const children = this.lists(old.children, next.children);
    const differing = [
      ...factChanges(old.facts, next.facts, pieceName(next)),
      ...this.#behind(runs),
    ];
    const looks = [
      ...lookChanges(old, next),
      ...paragraphChange(old, next),
      ...this.#restyled(runs),
      ...differing.filter(isSeenFact),
    ];
    const added = runs.flatMap((each) => (each.state === 'added' ? each.new : []));
    const facts = [
      ...differing.filter((change) => !isSeenFact(change)),
      ...this.#newLeads(before, added),
    ];
    const isSame =
      facts.length + looks.length === 0 &&
      runs.every(({ state }) => state === 'same') &&
      children.every(({ state }) => state === 'same');
    if (isSame) return { state: 'same', old, new: next };
    return { state: 'changed', old, new: next, runs, children, looks, facts };
  }

  #restyled(runs: readonly WordRun[]): FactChange[] {
    return runs.flatMap(({ state, old, new: next }) => {
      if (state !== 'restyled' || isOnePicture(next)) return [];
      const of = textOfWords(next, this.#new).trim() || ' ';
      return [{ what: 'style', of, old: stylesOf(old), new: stylesOf(next) }];
    });
  }

  /** Differences behind words that read the same. */
  #behind(runs: readonly WordRun[]): FactChange[] {
    const changes: FactChange[] = [];
    for (const { state, old, new: next } of runs) {
      if (state !== 'behind' && state !== 'restyled') continue;
      const of = textOfWords(next, this.#new).trim() || wordlessName(next[0]);
      const [before, after] = [old, next].map((words) => once(words.flatMap(({ facts }) => facts)));
      changes.push(...factChanges(before ?? [], after ?? [], of));
    }
    return changes;
  }

  #likeness(old: Piece | undefined, next: Piece | undefined): number {
    if (!old || !next || !mayBeOne(old, next)) return 0;
    if (old.key === next.key) return 1;
    const isOtherLook = old.look !== next.look;
    const words = shared(this.#counts.old(old), this.#counts.new(next));
    const likeness = isOtherLook ? words * OTHER_LOOK : words;
    if (IN_PLACE.has(old.kind)) return Math.max(likeness, BARELY);
    if (hasSameTitle(old, next)) return Math.max(likeness, ALIKE_AROUND);
    const least = old.children.length > 0 && next.children.length > 0 ? ALIKE_AROUND : ALIKE;
    return likeness >= least ? likeness : 0;
  }

  #countsOf(piece: Piece, project: Conversion): WordCounts {
    const known = this.#known.get(piece);
    if (known) return known;
    const words = new Map<string, number>();
    const count = (word: string): unknown => words.set(word, (words.get(word) ?? 0) + 1);
    // The address identifies a picture, whatever its text.
    for (const phrase of piece.phrases) if (phrase.kind === 'image') count(phrase.url);
    const text = piece.phrases.filter(({ kind }) => kind !== 'image');
    for (const word of phrasesText(text, project).match(LETTERS) ?? []) count(word);
    const counts = sumOfCounts([
      words,
      ...piece.children.map((child) => this.#countsOf(child, project)),
    ]);
    this.#known.set(piece, counts);
    return counts;
  }
}

/** The name of a container, for people. */
const containerName = (piece: Piece): string =>
  piece.kind === 'callout' ? `callout ${piece.look}` : pieceName(piece);

/** The invisible facts that are reported for a new block. Others matter less than the block. */
const TOLD_OF_NEW: ReadonlySet<string> = new Set(['link target', 'audience']);

const LETTERS = /[\p{L}\p{N}_]+/gu;

/** Whether both have the same title: it identifies a callout or a tab whose content changed. */
function hasSameTitle({ children: [old] }: Piece, { children: [next] }: Piece): boolean {
  return old?.kind === 'title' && old.phrases.length > 0 && old.key === next?.key;
}
