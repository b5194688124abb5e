/** Unified diffs of texts, and their colours. */
import { createTwoFilesPatch } from 'diff';
import { showHidden, showSpaces } from '../model/text/hidden-characters.ts';
import type { Style } from './style.ts';

/** A diff with more changed lines than this takes long and is useless. */
const MAX_EDITS = 2000;

/** A diff with three lines around changes. Empty if equal; null with too little in common. */
export function unifiedDiff(
  before: string,
  after: string,
  beforeName: string,
  afterName: string,
): string | null {
  if (before === after) return '';
  const patch = createTwoFilesPatch(beforeName, afterName, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: MAX_EDITS,
  });
  return patch?.replace(/^=+\n/, '') ?? null;
}

/**
 * A unified diff of texts that others wrote, with git's colours. Invisible characters are replaced
 * by their names, so that a removed line never looks like the line that was added.
 */
export const colouredDiff = (diff: string, style: Style): string =>
  toldApart(diff.replace(/\n$/, '').split('\n').map(showHidden))
    .map((each) => {
      const line = style.block(each);
      if (line.startsWith('+')) return style.green(line);
      if (line.startsWith('-')) return style.red(line);
      return line.startsWith('@@') ? style.cyan(line) : line;
    })
    .join('\n');

/** The lines of a diff, with spaces named if a removed and an added line differ only in them. */
function toldApart(lines: readonly string[]): string[] {
  const hunks: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('@@')) hunks.push([]);
    hunks.at(-1)?.push(line);
  }
  const [head = [], ...others] = hunks;
  return [...head, ...others.flatMap(toldApartInHunk)];
}

function toldApartInHunk(lines: readonly string[]): string[] {
  const removed = byLook(lines, '-');
  const added = byLook(lines, '+');
  return lines.map((line) => {
    const others = line.startsWith('-') ? added : line.startsWith('+') ? removed : undefined;
    const text = line.slice(1);
    const alike = others?.get(lookOf(text));
    return alike !== undefined && alike.some((other) => other !== text)
      ? line.charAt(0) + showSpaces(text)
      : line;
  });
}

/** The different texts of the lines with this sign, by their look. */
function byLook(lines: readonly string[], sign: '-' | '+'): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of lines) {
    if (!line.startsWith(sign)) continue;
    const text = line.slice(1);
    const alike = found.get(lookOf(text)) ?? [];
    // With two, at least one differs from any given line.
    if (alike.length < 2 && !alike.includes(text)) found.set(lookOf(text), [...alike, text]);
  }
  return found;
}

const lookOf = (text: string): string => text.trimEnd().replaceAll(/\s+/g, ' ');
