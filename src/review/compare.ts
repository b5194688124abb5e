/** What became of a page, piece by piece and word by word. */
import { diffArrays } from 'diff';
import type { Conversion } from '../content/darkdown/write/conversion.ts';
import { phrasesText } from '../content/darkdown/write/phrase-text.ts';
import { align } from './align.ts';
import { lookChanges, mayBeOne } from './looks.ts';
import { pieceName } from './piece.ts';
import type { Fact, Piece } from './piece.ts';
import type { ReadSide } from './read-side.ts';
import { factsOfWord, isWords, leadsOf, wordsOf, wordsOfCode } from './words.ts';
import type { Word } from './words.ts';

/** A stretch of words. `behind`: they read the same, and what is behind them differs. `restyled`: they say the same and look different. */
export interface Run {
  readonly state: 'same' | 'behind' | 'restyled' | 'removed' | 'added';
  /** Empty if `added`. */
  readonly old: readonly Word[];
  /** Empty if `removed`. */
  readonly new: readonly Word[];
}

/** Something that differs and is not a word. Null: that side does not have it. */
export interface FactChange {
  readonly what: string;
  /** The words or the block that it is of. */
  readonly of: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** What became of a piece. */
export type ComparedPiece =
  /** Readers cannot tell the two apart, and nothing behind them differs. */
  | { readonly state: 'same'; readonly old: Piece; readonly new: Piece }
  | { readonly state: 'removed'; readonly old: Piece; readonly facts: readonly FactChange[] }
  /** `facts`: where it leads and whom it is for, which its words do not say. */
  | { readonly state: 'added'; readonly new: Piece; readonly facts: readonly FactChange[] }
  | Changed;

/** Something in the piece differs. */
export interface Changed {
  readonly state: 'changed';
  readonly old: Piece;
  readonly new: Piece;
  readonly runs: readonly Run[];
  readonly children: readonly ComparedPiece[];
  /** What readers see that differs, words aside, of this piece alone: a level, a type, words that are bold now. */
  readonly looks: readonly FactChange[];
  /** What differs and does not show, of this piece alone. */
  readonly facts: readonly FactChange[];
}

/** What became of the pieces of one side in the other. */
export function compareSides(old: ReadSide, next: ReadSide): ComparedPiece[] {
  return new Comparison(old.project, next.project).lists(old.pieces, next.pieces);
}

/** Words that two pieces must share, of all that they have, to be one piece that was edited. */
const ALIKE = 0.35;
/** Of what holds other pieces: what it holds is compared again. */
const ALIKE_AROUND = 0.2;
/** A column of a table, a title: what stands in its place replaces it. */
const IN_PLACE: ReadonlySet<Piece['kind']> = new Set(['cell', 'title', 'asset', 'space', 'rule']);
const BARELY = 0.001;
/** Of two pieces that are as like, the one that looks the same is meant. */
const OTHER_LOOK = 0.9;

class Comparison {
  readonly #old: Conversion;
  readonly #new: Conversion;
  readonly #bags = new Map<Piece, ReadonlyMap<string, number>>();

  constructor(old: Conversion, next: Conversion) {
    this.#old = old;
    this.#new = next;
  }

  lists(old: readonly Piece[], next: readonly Piece[]): ComparedPiece[] {
    const steps = align({
      old: old.map(({ key }) => key),
      new: next.map(({ key }) => key),
      likeness: (a, b) => this.#likeness(old[a], next[b]),
    });
    return steps.flatMap((step): ComparedPiece[] => {
      const before = step.old === null ? undefined : old[step.old];
      const after = step.new === null ? undefined : next[step.new];
      if (before && after) return [this.#pair(before, after)];
      if (before) return [{ state: 'removed', old: before, facts: assetChanges(before, 'old') }];
      return after ? [{ state: 'added', new: after, facts: this.#newFacts(after) }] : [];
    });
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

  /** Links that no words of the piece had before. */
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
    const words = old.kind === 'code-line' ? wordsOfCode : wordsOf;
    const [before, after] = [words(old.phrases, this.#old), words(next.phrases, this.#new)];
    const runs = this.#runs(before, after);
    const children = this.lists(old.children, next.children);
    const looks = [...lookChanges(old, next), ...this.#restyled(runs)];
    const added = runs.flatMap((each) => (each.state === 'added' ? each.new : []));
    const facts = [
      ...factChanges(old.facts, next.facts, pieceName(next)),
      ...this.#behind(runs),
      ...this.#newLeads(before, added),
    ];
    const isSame =
      facts.length + looks.length === 0 &&
      runs.every(({ state }) => state === 'same') &&
      children.every(({ state }) => state === 'same');
    if (isSame) return { state: 'same', old, new: next };
    return { state: 'changed', old, new: next, runs, children, looks, facts };
  }

  /** The words of both, in an order that keeps each side's. Words that were replaced by the same ones in another style are one run. */
  #runs(old: readonly Word[], next: readonly Word[]): Run[] {
    const result: Run[] = [];
    for (const each of runsOf(old, next)) {
      const before = result.at(-1);
      if (
        before?.state === 'removed' &&
        each.state === 'added' &&
        this.#isSaid(before.old, each.new)
      )
        result[result.length - 1] = run(stateOf(before.old, each.new), before.old, each.new);
      else result.push(each);
    }
    return result;
  }

  #isSaid(old: readonly Word[], next: readonly Word[]): boolean {
    if (![...old, ...next].every(isWords)) return false;
    const said = textOfWords(next, this.#new);
    return said.trim() !== '' && said === textOfWords(old, this.#old);
  }

  #restyled(runs: readonly Run[]): FactChange[] {
    return runs.flatMap(({ state, old, new: next }) => {
      if (state !== 'restyled') return [];
      const of = textOfWords(next, this.#new).trim() || ' ';
      return [{ what: 'style', of, old: stylesOf(old), new: stylesOf(next) }];
    });
  }

  /** What differs behind words that read the same. */
  #behind(runs: readonly Run[]): FactChange[] {
    const changes: FactChange[] = [];
    for (const { state, old, new: next } of runs) {
      if (state !== 'behind' && state !== 'restyled') continue;
      const of = textOfWords(next, this.#new).trim() || nameOf(next[0]);
      const before = old.flatMap((word) => factsOfWord(word, this.#old));
      const after = next.flatMap((word) => factsOfWord(word, this.#new));
      changes.push(...factChanges(once(before), once(after), of));
    }
    return changes;
  }

  #likeness(old: Piece | undefined, next: Piece | undefined): number {
    if (!old || !next || !mayBeOne(old, next)) return 0;
    if (old.key === next.key) return 1;
    const isOtherLook = old.look !== next.look;
    const words = shared(this.#bag(old, this.#old), this.#bag(next, this.#new));
    const likeness = isOtherLook ? words * OTHER_LOOK : words;
    if (IN_PLACE.has(old.kind)) return Math.max(likeness, BARELY);
    if (hasSameTitle(old, next)) return Math.max(likeness, ALIKE_AROUND);
    const least = old.children.length > 0 && next.children.length > 0 ? ALIKE_AROUND : ALIKE;
    return likeness >= least ? likeness : 0;
  }

  /** How often a piece has each of its words. */
  #bag(piece: Piece, project: Conversion): ReadonlyMap<string, number> {
    const known = this.#bags.get(piece);
    if (known) return known;
    const bag = new Map<string, number>();
    const count = (word: string): unknown => bag.set(word, (bag.get(word) ?? 0) + 1);
    // A picture is known by its address, whatever is said of it.
    for (const phrase of piece.phrases) if (phrase.kind === 'image') count(phrase.url);
    const text = piece.phrases.filter(({ kind }) => kind !== 'image');
    for (const word of phrasesText(text, project).match(LETTERS) ?? []) count(word);
    for (const child of piece.children) {
      for (const [word, count] of this.#bag(child, project)) {
        bag.set(word, (bag.get(word) ?? 0) + count);
      }
    }
    this.#bags.set(piece, bag);
    return bag;
  }
}

/** Of a block that is new. Whatever else does not show of it matters less than that it is there. */
const TOLD_OF_NEW: ReadonlySet<string> = new Set(['link target', 'audience']);

/** All that there is to an asset does not show. */
const assetChanges = (piece: Piece, side: 'old' | 'new'): FactChange[] =>
  piece.kind === 'asset'
    ? piece.facts.map(({ what, value }) => ({
        what,
        of: 'asset',
        old: side === 'old' ? value : null,
        new: side === 'new' ? value : null,
      }))
    : [];

/** What people call something without words. */
const nameOf = (word: Word | undefined): string =>
  word?.phrase.kind === 'tag'
    ? word.phrase.tag.name
    : word?.phrase.kind === 'image'
      ? 'picture'
      : 'link';

const LETTERS = /[\p{L}\p{N}_]+/gu;

/** A callout or a tab is known by its title, whatever became of what it holds. */
function hasSameTitle({ children: [old] }: Piece, { children: [next] }: Piece): boolean {
  return old?.kind === 'title' && old.phrases.length > 0 && old.key === next?.key;
}

/** Of all words of both, the part that both have. Nothing is like nothing. */
function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let all = 0;
  let both = 0;
  for (const count of a.values()) all += count;
  for (const [word, count] of b) {
    all += count;
    both += 2 * Math.min(count, a.get(word) ?? 0);
  }
  return all === 0 ? 1 : both / all;
}

/** Lines that differ in more words than this have nothing in common worth showing. */
const MOST_EDITS = 400;

/** The words of both, in an order that keeps each side's. */
function runsOf(old: readonly Word[], next: readonly Word[]): Run[] {
  const parts = diffArrays(
    old.map(({ seen }) => seen),
    next.map(({ seen }) => seen),
    { maxEditLength: MOST_EDITS },
  );
  if (!parts) return joined([run('removed', old, []), run('added', [], next)]);
  const runs: Run[] = [];
  let [a, b] = [0, 0];
  for (const { added, removed, count } of parts) {
    if (added) runs.push(run('added', [], next.slice(b, b + count)));
    else if (removed) runs.push(run('removed', old.slice(a, a + count), []));
    else runs.push(...equalRuns(old.slice(a, a + count), next.slice(b, b + count)));
    if (!added) a += count;
    if (!removed) b += count;
  }
  return joined(runs);
}

const run = (state: Run['state'], old: readonly Word[], next: readonly Word[]): Run => ({
  state,
  old,
  new: next,
});

/** Words that read the same, cut where what is behind them begins or ends to differ. */
function equalRuns(old: readonly Word[], next: readonly Word[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  const kindOf = (at: number): string => {
    const [before, after] = [old[at], next[at]];
    if (!before || !after) return '';
    const isSame = before.style === after.style && before.unseen === after.unseen;
    return isSame
      ? ''
      : [before, after].map(({ style, unseen }) => `${style}\0${unseen}`).join('\0');
  };
  for (let at = 1; at <= old.length; at += 1) {
    if (at < old.length && kindOf(at) === kindOf(from)) continue;
    const [before, after] = [old.slice(from, at), next.slice(from, at)];
    runs.push(run(kindOf(from) === '' ? 'same' : stateOf(before, after), before, after));
    from = at;
  }
  return runs;
}

/** Of words that say the same. */
const stateOf = (old: readonly Word[], next: readonly Word[]): Run['state'] =>
  stylesOf(old) === stylesOf(next) ? 'behind' : 'restyled';

const stylesOf = (words: readonly Word[]): string =>
  [...new Set(words.map(({ style }) => style || 'plain'))].join(' and ');

/** A space or a comma that both sides have between two changes goes with them. What was removed comes before what was added. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let old: Word[] = [];
  let next: Word[] = [];
  const flush = (): void => {
    if (old.length > 0) result.push(run('removed', old, []));
    if (next.length > 0) result.push(run('added', [], next));
    [old, next] = [[], []];
  };
  for (const [at, each] of runs.entries()) {
    const isChange = each.state === 'removed' || each.state === 'added';
    const follows = runs[at + 1]?.state;
    const isBetween =
      !isChange &&
      old.length + next.length > 0 &&
      (follows === 'removed' || follows === 'added') &&
      !each.new.some(({ seen }) => /[\p{L}\p{N}]/u.test(seen));
    if (isChange || isBetween) {
      old.push(...each.old);
      next.push(...each.new);
    } else {
      flush();
      result.push(each);
    }
  }
  flush();
  return result;
}

/** What of two lists of facts differs. Facts of one name are compared in order. */
function factChanges(old: readonly Fact[], next: readonly Fact[], of: string): FactChange[] {
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

function once(facts: readonly Fact[]): Fact[] {
  const known = new Map(facts.map((fact) => [JSON.stringify([fact.what, fact.value]), fact]));
  return [...known.values()];
}

const textOfWords = (words: readonly Word[], project: Conversion): string =>
  phrasesText(
    words.map(({ phrase }) => phrase),
    project,
  );
