/**
 * Whether a page shows what a command printed. Times, ports, keys, ids and temporary folders may
 * differ; a line `…` stands for any number of lines.
 */
export function isSameOutput(shown: readonly string[], printed: readonly string[]): boolean {
  return fits(shown.map(settled), printed.map(settled));
}

function fits(shown: readonly string[], printed: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return printed.length === 0;
  if (first === '…') {
    return printed.some((_, skipped) => fits(rest, printed.slice(skipped))) || rest.length === 0;
  }
  return printed.length > 0 && first === printed[0] && fits(rest, printed.slice(1));
}

/** A key of the platform, of 32 random characters: nothing else of that length has both kinds of letters. */
export const KEY = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32}(?![\w-])/g;

const VARIES: readonly (readonly [RegExp, string])[] = [
  [/\b\d+ ms\b|\b\d+(?:\.\d+)? s\b/g, 'TIME'],
  [/(?<=127\.0\.0\.1:)\d+/g, 'PORT'],
  [KEY, 'KEY'],
  [/(?<=ends in )\S{4}$/g, 'END'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?/g, 'DATE'],
  [/\b\d\d:\d\d:\d\d\b/g, 'CLOCK'],
  [/\b(?:just now|\d+ seconds? ago|a minute ago)/g, 'AGO'],
  // Of pages and of commits, which may have digits only.
  [/\b\d{5,}\b|\b[0-9a-f]{7}\b(?=\)|$)/g, 'ID'],
];

const settled = (line: string): string =>
  VARIES.reduce((text, [pattern, name]) => text.replace(pattern, name), line).replace(/ +/g, ' ');
