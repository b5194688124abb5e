/** Files that VitePress shows at other addresses. Pure. */
import { isRecord, textIn } from '../read/front-matter.ts';

/** Patterns with more names than this, or with two that may stand for many folders, are left out: they take too long. */
const MOST_NAMES = 4;

/** `:name`, `:name*`, `:name+` and `:name(…)`, as path-to-regexp has them. */
const NAME = /:(\w+)(?:\([^()]*\))?([*+]?)/g;

type Rewrite = readonly [pattern: RegExp, names: readonly string[], to: string];

/** Reads what `rewrites` has; a function cannot be read. Returns a path as it was if nothing is said of it. */
export function rewriterOf(rewrites: unknown): (path: string) => string {
  const all = Object.entries(isRecord(rewrites) ? rewrites : {}).flatMap(
    ([from, to]): Rewrite[] => {
      const target = textIn(to);
      const matches = [...from.matchAll(NAME)];
      const names = matches.map((match) => match[1] ?? '');
      const isDear = names.length > MOST_NAMES || matches.filter(isDeep).length > 1;
      return target === null || isDear ? [] : [[patternOf(from), names, target]];
    },
  );
  return (path) => {
    for (const [pattern, names, to] of all) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const values = new Map(names.map((name, index) => [name, match[index + 1] ?? '']));
      return to.replaceAll(NAME, (_, name: string) => values.get(name) ?? '');
    }
    return path;
  };
}

/** Whether a name may stand for several folders. */
const isDeep = ([all, , sign]: RegExpMatchArray): boolean => sign !== '' || all.includes('(');

function patternOf(from: string): RegExp {
  let source = '';
  let end = 0;
  for (const match of from.matchAll(NAME)) {
    source += literal(from.slice(end, match.index)) + (isDeep(match) ? '(.*)' : '([^/]+)');
    end = match.index + match[0].length;
  }
  return new RegExp(`^${source}${literal(from.slice(end))}$`);
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
