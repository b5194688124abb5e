/** Matches the members of two lists: first the equal ones, in order, then the similar ones. */
import { diffArrays } from 'diff';

/** One step through both lists. With both indices, the two members are a pair. */
export interface AlignedPair {
  readonly old: number | null;
  readonly new: number | null;
}

/** What two lists are compared by. */
export interface Lists {
  /** Equal members have equal keys. */
  readonly old: readonly number[];
  readonly new: readonly number[];
  /** What two members have in common, from 0 (nothing) to 1 (everything). 0 never makes a pair. */
  readonly likeness: (old: number, next: number) => number;
}

/** Steps that visit each member once, in order. A moved member is removed and added again. */
export function align(lists: Lists): AlignedPair[] {
  const steps: AlignedPair[] = [];
  let old = 0;
  let next = 0;
  for (const [a, b] of [...equals(lists), [lists.old.length, lists.new.length] as const]) {
    for (const step of gap(lists, [old, a], [next, b])) steps.push(step);
    if (a < lists.old.length) steps.push({ old: a, new: b });
    old = a + 1;
    next = b + 1;
  }
  return steps;
}

type Pair = readonly [old: number, next: number];
/** `end` is exclusive. */
type Range = readonly [start: number, end: number];

/** Pairs of equal members, in the order of both lists. */
function equals({ old, new: next }: Lists): Pair[] {
  const pairs: Pair[] = [];
  const ranges: [Range, Range][] = [
    [
      [0, old.length],
      [0, next.length],
    ],
  ];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    let [[a, aEnd], [b, bEnd]] = range;
    while (a < aEnd && b < bEnd && old[a] === next[b]) pairs.push([a++, b++]);
    while (a < aEnd && b < bEnd && old[aEnd - 1] === next[bEnd - 1]) pairs.push([--aEnd, --bEnd]);
    if (a === aEnd || b === bEnd) continue;
    const anchors = uniqueIn(old, [a, aEnd], next, [b, bEnd]);
    if (anchors.length === 0) {
      for (const pair of common(old.slice(a, aEnd), next.slice(b, bEnd))) {
        pairs.push([a + pair[0], b + pair[1]]);
      }
      continue;
    }
    for (const [atOld, atNew] of anchors) {
      ranges.push([
        [a, atOld],
        [b, atNew],
      ]);
      pairs.push([atOld, atNew]);
      [a, b] = [atOld + 1, atNew + 1];
    }
    ranges.push([
      [a, aEnd],
      [b, bEnd],
    ]);
  }
  return pairs.toSorted(([a], [b]) => a - b);
}

/**
 * The longest run, in the order of both, of members that occur once in each range (patience diff).
 */
function uniqueIn(
  old: readonly number[],
  [a, aEnd]: Range,
  next: readonly number[],
  [b, bEnd]: Range,
): Pair[] {
  const places = new Map<number, { old: number; next: number }>();
  for (let at = a; at < aEnd; at += 1) {
    const key = old[at] ?? -1;
    places.set(key, { old: places.has(key) ? -1 : at, next: -1 });
  }
  for (let at = b; at < bEnd; at += 1) {
    const place = places.get(next[at] ?? -1);
    if (place) place.next = place.next === -1 ? at : -2;
  }
  const both = [...places.values()].filter((place) => place.old >= 0 && place.next >= 0);
  return longestRising(both.toSorted((x, y) => x.old - y.old));
}

/** The longest run in which `next` increases, too. */
function longestRising(places: readonly { old: number; next: number }[]): Pair[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, { next }] of places.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0]?.next ?? 0) < next) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? (ends[low - 1] ?? -1) : -1);
    ends[low] = index;
  }
  const run: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const place = places[at];
    if (place) run.push([place.old, place.next]);
  }
  return run.toReversed();
}

/**
 * If lists differ in more members, they have too little in common to justify the time of the
 * search.
 */
const MAX_EDITS = 1000;

/** Pairs of a longest common run. */
function common(old: readonly number[], next: readonly number[]): Pair[] {
  const pairs: Pair[] = [];
  let [a, b] = [0, 0];
  for (const { added, removed, count } of diffArrays([...old], [...next], {
    maxEditLength: MAX_EDITS,
  }) ?? []) {
    if (added) b += count;
    else if (removed) a += count;
    else for (let left = count; left > 0; left -= 1) pairs.push([a++, b++]);
  }
  return pairs;
}

/**
 * If there are more possible pairs, likeness is not compared: each member takes the first similar
 * one.
 */
const MAX_WEIGHED = 2500;
const NEARBY = 20;

/**
 * Steps between two pairs of equal members: pairs similar members so that the sum of likeness is
 * largest.
 */
function gap(lists: Lists, old: Range, next: Range): AlignedPair[] {
  const [a, aEnd] = old;
  const [b, bEnd] = next;
  if (a === aEnd || b === bEnd) return apart(old, next);
  const isSmall = (aEnd - a) * (bEnd - b) <= MAX_WEIGHED;
  const pairs = isSmall ? likest(lists, old, next) : firstAlike(lists, old, next);
  const steps: AlignedPair[] = [];
  let from: [number, number] = [a, b];
  for (const [atOld, atNew] of pairs) {
    steps.push(...apart([from[0], atOld], [from[1], atNew]), { old: atOld, new: atNew });
    from = [atOld + 1, atNew + 1];
  }
  return [...steps, ...apart([from[0], aEnd], [from[1], bEnd])];
}

function apart([a, aEnd]: Range, [b, bEnd]: Range): AlignedPair[] {
  const steps: AlignedPair[] = [];
  for (let at = a; at < aEnd; at += 1) steps.push({ old: at, new: null });
  for (let at = b; at < bEnd; at += 1) steps.push({ old: null, new: at });
  return steps;
}

function likest({ likeness }: Lists, [a, aEnd]: Range, [b, bEnd]: Range): Pair[] {
  const width = bEnd - b + 1;
  const best = new Float64Array((aEnd - a + 1) * width);
  const own = new Float64Array(best.length);
  for (let i = aEnd - a - 1; i >= 0; i -= 1) {
    for (let j = bEnd - b - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const like = likeness(a + i, b + j);
      own[at] = like;
      const paired = like > 0 ? like + (best[at + width + 1] ?? 0) : 0;
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < aEnd - a && j < bEnd - b;) {
    const at = i * width + j;
    const like = own[at] ?? 0;
    if (like > 0 && best[at] === like + (best[at + width + 1] ?? 0)) pairs.push([a + i++, b + j++]);
    else if (best[at] === best[at + width]) i += 1;
    else j += 1;
  }
  return pairs;
}

function firstAlike({ likeness }: Lists, [a, aEnd]: Range, [b, bEnd]: Range): Pair[] {
  const pairs: Pair[] = [];
  let from = b;
  for (let at = a; at < aEnd; at += 1) {
    const end = Math.min(bEnd, from + NEARBY);
    for (let other = from; other < end; other += 1) {
      if (likeness(at, other) === 0) continue;
      pairs.push([at, other]);
      from = other + 1;
      break;
    }
  }
  return pairs;
}
