/** Three-way merge of texts by lines. Pure. Import it lazily, because it loads the diff library. */
import { diffArrays } from 'diff';
import { MARKERS } from '../../content/page/conflict-markers.ts';

/** A merged text. */
export interface Merged {
  readonly text: string;
  /** Both sides changed no region differently, so the text has no markers. */
  readonly isClean: boolean;
}

/** With more changed lines than this, a diff takes seconds, so the texts are treated as having nothing in common. */
const MOST_EDITS = 2000;

/** Lines of one side that replace lines `from` to `to` of base. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

const linesOf = (text: string): string[] => text.split('\n');

/**
 * Merges the changes of both sides to `base`. If both changed the same or adjacent lines differently, the
 * text has both versions between markers. Without a base, every difference is between markers, because
 * nothing tells who changed what.
 */
export function merge(base: string | null, local: string, remote: string): Merged {
  if (local === remote) return { text: local, isClean: true };
  const result = new Writer();
  if (base === null) twoWay(linesOf(local), linesOf(remote), result);
  else threeWay(linesOf(base), linesOf(local), linesOf(remote), result);
  return result.merged;
}

class Writer {
  readonly #lines: string[] = [];
  #isClean = true;

  get merged(): Merged {
    return { text: this.#lines.join('\n'), isClean: this.#isClean };
  }

  add(lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(line);
  }

  /** Adds both versions, with their common start and end outside of the markers. */
  conflict(local: readonly string[], remote: readonly string[]): void {
    const most = Math.min(local.length, remote.length);
    let start = 0;
    while (start < most && local[start] === remote[start]) start += 1;
    let end = 0;
    while (end < most - start && local.at(-1 - end) === remote.at(-1 - end)) end += 1;
    this.add(local.slice(0, start));
    if (start + end < Math.max(local.length, remote.length)) {
      this.#isClean = false;
      this.add([MARKERS.file, ...local.slice(start, local.length - end), MARKERS.between]);
      this.add([...remote.slice(start, remote.length - end), MARKERS.platform]);
    }
    this.add(local.slice(local.length - end));
  }
}

function twoWay(local: readonly string[], remote: readonly string[], result: Writer): void {
  let at = 0;
  for (const { from, to, lines } of hunksOf(local, remote)) {
    result.add(local.slice(at, from));
    result.conflict(local.slice(from, to), lines);
    at = to;
  }
  result.add(local.slice(at));
}

function threeWay(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
  result: Writer,
): void {
  const ours = hunksOf(base, local);
  const theirs = hunksOf(base, remote);
  let at = 0;
  while (ours.length > 0 || theirs.length > 0) {
    const group = nextGroup(ours, theirs);
    result.add(base.slice(at, group.from));
    const here = applied(base, group, group.ours);
    const there = applied(base, group, group.theirs);
    if (group.theirs.length === 0) result.add(here);
    else if (group.ours.length === 0) result.add(there);
    else result.conflict(here, there);
    at = group.to;
  }
  result.add(base.slice(at));
}

/** Removes a group of touching hunks of both sides from the front of the lists. */
function nextGroup(
  ours: Hunk[],
  theirs: Hunk[],
): { from: number; to: number; ours: Hunk[]; theirs: Hunk[] } {
  const start = (hunks: readonly Hunk[]): number => hunks[0]?.from ?? Number.POSITIVE_INFINITY;
  const from = Math.min(start(ours), start(theirs));
  const group = { from, to: from, ours: [] as Hunk[], theirs: [] as Hunk[] };
  for (;;) {
    const [side, taken] =
      start(ours) <= start(theirs) ? [ours, group.ours] : [theirs, group.theirs];
    if (start(side) > group.to) return group;
    const hunk = side.shift();
    if (!hunk) return group;
    taken.push(hunk);
    group.to = Math.max(group.to, hunk.to);
  }
}

/** Lines `from` to `to` of base as one side has them. */
function applied(
  base: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  hunks: readonly Hunk[],
): readonly string[] {
  let lines: readonly string[] = [];
  let at = from;
  for (const hunk of hunks) {
    lines = lines.concat(base.slice(at, hunk.from), hunk.lines);
    at = hunk.to;
  }
  return lines.concat(base.slice(at, to));
}

function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS });
  if (parts === undefined) return [{ from: 0, to: before.length, lines: after }];
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { from: number; to: number; lines: string[] } | undefined;
  for (const { added, removed, value } of parts) {
    if (added || removed) {
      if (!open) hunks.push((open = { from: at, to: at, lines: [] }));
      if (added) open.lines = value;
      else open.to = at += value.length;
    } else {
      open = undefined;
      at += value.length;
    }
  }
  return hunks;
}
