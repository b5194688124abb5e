/** Compares the words of a line. */
import { diffArrays } from 'diff';
import type { Conversion } from '../../content/darkdown/write/conversion.ts';
import { factsKey, isWords, pictureOf, textOfWords } from './words.ts';
import type { Word } from './words.ts';

/**
 * A run of words. `behind`: equal words with different invisible facts. `restyled`: they say the
 * same but look different, such as a replaced picture.
 */
export interface WordRun {
  readonly state: 'same' | 'behind' | 'restyled' | 'removed' | 'added';
  /** Empty if `added`. */
  readonly old: readonly Word[];
  /** Empty if `removed`. */
  readonly new: readonly Word[];
}

/** Lines that differ in more words than this have nothing in common worth showing. */
const MAX_EDITS = 400;

/** The projects that the sides were read with. */
interface Projects {
  readonly old: Conversion;
  readonly new: Conversion;
}

/** The words of both sides, each in order. The same words in another style are one run. */
export function runsOf(old: readonly Word[], next: readonly Word[], projects: Projects): WordRun[] {
  const result: WordRun[] = [];
  for (const each of changedRuns(old, next)) {
    const before = result.at(-1);
    const isReplaced = before?.state === 'removed' && each.state === 'added';
    if (isReplaced && isSaid(before.old, each.new, projects))
      result[result.length - 1] = run(stateOf(before.old, each.new), before.old, each.new);
    else result.push(each);
  }
  return result;
}

/** Whether both say the same. */
function isSaid(old: readonly Word[], next: readonly Word[], projects: Projects): boolean {
  if (![...old, ...next].every(isWords)) return false;
  const said = textOfWords(next, projects.new);
  return said.trim() !== '' && said === textOfWords(old, projects.old);
}

function changedRuns(old: readonly Word[], next: readonly Word[]): WordRun[] {
  const parts = diffArrays(
    old.map(({ seen }) => seen),
    next.map(({ seen }) => seen),
    { maxEditLength: MAX_EDITS },
  );
  if (!parts) return joined([run('removed', old, []), run('added', [], next)]);
  const runs: WordRun[] = [];
  let [a, b] = [0, 0];
  for (const { added, removed, count } of parts) {
    if (added) {
      const [before, own] = [runs.at(-1), next.slice(b, b + count)];
      const isOther = before?.state === 'removed' && isOnePicture(before.old) && isOnePicture(own);
      if (isOther) runs[runs.length - 1] = run('restyled', before.old, own);
      else runs.push(run('added', [], own));
    } else if (removed) runs.push(run('removed', old.slice(a, a + count), []));
    else runs.push(...equalRuns(old.slice(a, a + count), next.slice(b, b + count)));
    if (!added) a += count;
    if (!removed) b += count;
  }
  return joined(runs);
}

const run = (state: WordRun['state'], old: readonly Word[], next: readonly Word[]): WordRun => ({
  state,
  old,
  new: next,
});

/** Words that read the same, divided into runs where what is behind them is equal or different. */
function equalRuns(old: readonly Word[], next: readonly Word[]): WordRun[] {
  const runs: WordRun[] = [];
  let from = 0;
  const kindOf = (at: number): string => {
    const [before, after] = [old[at], next[at]];
    if (!before || !after) return '';
    const [a, b] = [before, after].map(({ style, facts }) => `${style}\0${factsKey(facts)}`);
    return a === b ? '' : `${a}\0${b}`;
  };
  for (let at = 1; at <= old.length; at += 1) {
    if (at < old.length && kindOf(at) === kindOf(from)) continue;
    const [before, after] = [old.slice(from, at), next.slice(from, at)];
    runs.push(run(kindOf(from) === '' ? 'same' : stateOf(before, after), before, after));
    from = at;
  }
  return runs;
}

/** The state of a run of words that read the same. */
const stateOf = (old: readonly Word[], next: readonly Word[]): WordRun['state'] =>
  stylesOf(old) === stylesOf(next) ? 'behind' : 'restyled';

/** Whether the words are one picture. */
export const isOnePicture = ([only, ...others]: readonly Word[]): boolean =>
  only !== undefined && others.length === 0 && pictureOf(only.phrase) !== null;

/** The looks of words, for people. */
export const stylesOf = (words: readonly Word[]): string =>
  [...new Set(words.map(({ style }) => style || 'plain'))].join(' and ');

/** Joins changes with only spaces or punctuation between. Removed words precede added ones. */
function joined(runs: readonly WordRun[]): WordRun[] {
  const result: WordRun[] = [];
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
