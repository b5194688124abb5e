/** Three-way merge of texts by lines. Pure. Import it lazily, because it loads the diff library. */
import { diffArrays } from 'diff';
import { MARKERS } from '../../content/page/unready.ts';

export interface Merged {
  readonly text: string;
  /** Whether no region was changed differently by both sides, so that the text has no markers. */
  readonly isClean: boolean;
  /** The lines outside of markers. */
  readonly settled: string;
}

/**
 * A diff with more changed lines takes seconds: then the texts count as having nothing in common.
 */
const MAX_EDITS = 2000;

type Lines = readonly string[];

/**
 * Merges the changes of both sides to `base`: between two lines that all three texts have, the side
 * that differs from base wins. If both differ from base and from each other, the text has both
 * versions between markers. Without a base, every difference is between markers, because it is
 * unknown who changed what.
 */
export function merge(base: string | null, local: string, remote: string): Merged {
  const [ours, theirs] = [local.split('\n'), remote.split('\n')];
  const before = base === null ? ours : base.split('\n');
  const merged: { readonly lines: Lines; readonly isMarked?: true }[] = [];
  let [at, atOurs, atTheirs] = [0, 0, 0];
  for (const [line, ourLine, theirLine] of linesOfAll(before, ours, theirs)) {
    const was = before.slice(at, line);
    const here = ours.slice(atOurs, ourLine);
    const there = theirs.slice(atTheirs, theirLine);
    if (areSame(here, there) || (base !== null && areSame(was, there)))
      merged.push({ lines: here });
    else if (base !== null && areSame(was, here)) merged.push({ lines: there });
    else merged.push({ lines: marked(here, there), isMarked: true });
    merged.push({ lines: before.slice(line, line + 1) });
    [at, atOurs, atTheirs] = [line + 1, ourLine + 1, theirLine + 1];
  }
  const settled = merged.filter(({ isMarked }) => !isMarked);
  const textOf = (parts: typeof merged): string => parts.flatMap(({ lines }) => lines).join('\n');
  return {
    text: textOf(merged),
    isClean: settled.length === merged.length,
    settled: textOf(settled),
  };
}

/** The lines of `before` that both sides have, with their numbers there, and the end of all. */
function* linesOfAll(
  before: Lines,
  ours: Lines,
  theirs: Lines,
): Generator<readonly [number, number, number]> {
  const [inOurs, inTheirs] = [linesKept(before, ours), linesKept(before, theirs)];
  for (const [line, ourLine] of inOurs) {
    const theirLine = inTheirs.get(line);
    if (theirLine !== undefined) yield [line, ourLine, theirLine];
  }
  yield [before.length, ours.length, theirs.length];
}

/** Maps the number of each line that stayed to its number in `after`, in order. */
function linesKept(before: Lines, after: Lines): ReadonlyMap<number, number> {
  const kept = new Map<number, number>();
  let [line, now] = [0, 0];
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS }) ?? [];
  for (const { added, removed, value } of parts) {
    if (!added && !removed) value.forEach((_, index) => kept.set(line + index, now + index));
    if (!added) line += value.length;
    if (!removed) now += value.length;
  }
  return kept;
}

const areSame = (some: Lines, others: Lines): boolean =>
  some.length === others.length && some.every((line, index) => line === others[index]);

/**
 * Both versions between markers. Lines that they have in common at the start and end stay outside.
 */
function marked(here: Lines, there: Lines): Lines {
  const most = Math.min(here.length, there.length);
  let start = 0;
  while (start < most && here[start] === there[start]) start += 1;
  let end = 0;
  while (end < most - start && here.at(-1 - end) === there.at(-1 - end)) end += 1;
  return [
    ...here.slice(0, start),
    MARKERS.file,
    ...here.slice(start, here.length - end),
    MARKERS.between,
    ...there.slice(start, there.length - end),
    MARKERS.platform,
    ...here.slice(here.length - end),
  ];
}
