/** Files that VitePress shows at other addresses. Pure. */
import { isRecord, textIn } from '../config-values.ts';

/** `:name` stands for a part of a path, `:name*` for any number of parts. */
const NAME = /:([a-z_]\w*)(\*?)/gi;

/**
 * The limit for names in a pattern. Patterns with more, or with two names that may stand for many
 * folders, take too long.
 */
const MAX_NAMES = 4;

/**
 * Two names without a slash between them: there are too many ways to divide the text between them.
 */
const ADJACENT = /:[a-z_]\w*\*?[^/]*:/i;

/** The limit for patterns: each is tried for each page. */
const MAX_REWRITES = 200;

/**
 * Returns a function that maps a path to its new path, or to itself. Calls `refuse` with each
 * pattern that is not applied, and with null if none is applied because there are too many.
 */
export function rewriterOf(
  rewrites: unknown,
  refuse: (pattern: string | null) => void,
): (path: string) => string {
  const entries = Object.entries(isRecord(rewrites) ? rewrites : {});
  if (entries.length > MAX_REWRITES) {
    refuse(null);
    return (path) => path;
  }
  const all = entries.flatMap(([from, value]) => {
    const to = textIn(value);
    const names = [...from.matchAll(NAME)];
    const isKnown =
      !/[:*+?(){}]/.test(from.replaceAll(NAME, '')) &&
      names.length <= MAX_NAMES &&
      !ADJACENT.test(from) &&
      new Set(names.map(([, name]) => name)).size === names.length &&
      names.filter(([, , sign]) => sign !== '').length <= 1;
    if (to !== null && isKnown) return [{ pattern: patternOf(from), to }];
    refuse(from);
    return [];
  });
  return (path) => {
    for (const { pattern, to } of all) {
      const match = pattern.exec(path);
      if (match) return to.replaceAll(NAME, (_, name: string) => match.groups?.[name] ?? '');
    }
    return path;
  };
}

const patternOf = (from: string): RegExp =>
  new RegExp(
    `^${from
      .replaceAll(/[.^$|[\]\\]/g, '\\$&')
      .replaceAll(
        NAME,
        (_, name: string, sign) => `(?<${name}>${sign === '' ? '[^/]+' : '.*'})`,
      )}$`,
  );
