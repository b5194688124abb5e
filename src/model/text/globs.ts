/**
 * Limits for globs, so that no repository causes a walk of the whole disk, or endless expansion.
 */
import { MAX_GLOBS, MAX_WILDCARDS } from '../input-limits.ts';

/** Each further wildcard in a path segment makes matching a long name slower by this factor. */
const FACTOR = 8;
/** The limit for all globs together: 200 with two wildcards, 25 with three, or 3 with four. */
const MAX_EFFORT = MAX_GLOBS * FACTOR ** 2;

/**
 * The rule that the glob breaks, as a description of an allowed glob: `a glob without repeated
 * groups`. Undefined if it breaks none.
 */
export function globProblem(glob: string): string | undefined {
  if (alternatives(glob) > MAX_GLOBS)
    return `a glob whose braces stand for at most ${MAX_GLOBS} globs`;
  if (/[*+](?=\()|\)[*+{]/.test(glob)) return 'a glob without repeated groups';
  return wildcards(glob) > MAX_WILDCARDS
    ? `a glob of at most ${MAX_WILDCARDS} wildcards between two slashes, and of no more \`**\``
    : undefined;
}

/** Whether matching names against all these globs would take too long. */
export const areTooMany = (globs: readonly string[]): boolean =>
  sumOf(globs, alternatives) > MAX_GLOBS ||
  sumOf(globs, (glob) => alternatives(glob) * FACTOR ** wildcards(glob)) > MAX_EFFORT;

const sumOf = (globs: readonly string[], of: (glob: string) => number): number =>
  globs.reduce((sum, glob) => sum + of(glob), 0);

/** The most wildcards between two slashes, plus further `**`, which try the rest at every slash. */
function wildcards(glob: string): number {
  let [most, here, deep, depth] = [0, 0, -1, 0];
  for (const [mark] of glob.matchAll(/\\.|\*\*+|[*+({}/]/g)) {
    if (mark === '{') depth += 1;
    else if (mark === '}') depth -= 1;
    else if (mark === '/') here = depth > 0 ? here : 0;
    else if (!mark.startsWith('\\')) here += 1;
    if (mark.startsWith('**')) deep += 1;
    most = Math.max(most, here);
  }
  return most + Math.max(0, deep);
}

/** Whether the glob may match outside its folder. */
export const leavesFolder = (glob: string): boolean => {
  const path = glob.replace(/^!/, '');
  return /^(?:[/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes('..');
};

/**
 * An upper bound of the number of globs that the braces expand to: `{a,b}{c,d}` is four, `{1..9}`
 * nine. Takes time proportional to the glob's length and expands nothing.
 */
function alternatives(glob: string): number {
  let total = 1;
  const open: number[] = [];
  for (const [mark] of glob.matchAll(/\\.|\{-?\d+\.\.-?\d+(?:\.\.-?\d+)?\}|\{\w\.\.\w\}|[{},]/g)) {
    if (mark === '{') open.push(1);
    else if (mark === ',') {
      const last = open.pop();
      if (last !== undefined) open.push(last + 1);
    } else if (mark === '}') total *= open.pop() ?? 1;
    else if (mark.startsWith('{')) total *= rangeLength(mark);
  }
  return total;
}

function rangeLength(range: string): number {
  const [from = '', to = ''] = range.slice(1, -1).split('..');
  const [a, b] = [from, to].map((end) => (/\d/.test(end) ? Number(end) : end.charCodeAt(0)));
  return Math.abs((b ?? 0) - (a ?? 0)) + 1;
}
