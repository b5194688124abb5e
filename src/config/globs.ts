/** Limits for globs of the configuration: a cloned repository must not make the tool walk the whole disk, or expand braces without end. */

/** The most globs that the braces of one glob may expand to. Each of them is matched separately. */
export const MOST_ALTERNATIVES = 200;

/** Whether the glob may match outside its folder. */
export const leavesFolder = (glob: string): boolean => {
  const path = glob.replace(/^!/, '');
  return /^(?:[/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes('..');
};

/**
 * An upper bound of the number of globs that the braces expand to: `{a,b}{c,d}` is four, `{1..9}` nine. Takes time proportional to the glob's
 * length and expands nothing.
 */
export function alternatives(glob: string): number {
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
