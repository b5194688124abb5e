/**
 * Peculiarities that the live platform has or may have, as options: `--reprint`, `--dates`,
 * `--taken-slugs` and `--remaining` of `docs platform start`.
 */
import { invalid } from './refusal.ts';
import type { Slug } from '../model/ids.ts';
import { freeSlug } from '../content/slug.ts';
import { startingWith } from './database/sql.ts';

export interface Peculiarities {
  /** What `X-RateLimit-Remaining` counts. The service documents consumed requests, the name says remaining ones (docs/service.md, "Limits"). */
  readonly remaining: 'consumed' | 'remaining';
  /** What happens to an explicit slug that is taken: it is refused, or silently gets a suffix (docs/service.md, "Slugs"). */
  readonly takenSlugs: 'refuse' | 'suffix';
  /** Whether bodies are stored reprinted, as on the live platform. */
  readonly reprint: boolean;
  /** How a change moves `updated`: to the second of the change, as on the live platform; not at all; or to at least one second later than before. */
  readonly dates: 'seconds' | 'frozen' | 'strict';
}

/** The `updated` of a change in this second; `last` is the value before. */
export const DATES: Readonly<Record<Peculiarities['dates'], (at: number, last: number) => number>> =
  {
    seconds: (at) => at,
    frozen: (_, last) => last,
    strict: (at, last) => Math.max(at, last + 1),
  };

/** The slug that was requested, and the slugs that exist in the same place. */
interface AskedSlug {
  readonly explicit: string | undefined;
  /** Used if none is requested: made from a title. */
  readonly derived: string;
  readonly place: 'documentation' | 'changelog';
  readonly isTaken: (slug: string) => Promise<boolean>;
  readonly slugsLike: (pattern: string) => Promise<readonly string[]>;
}

/**
 * The requested slug, or the derived one. Slugs are unique in one place.
 * @throws Refusal `invalid` if an explicit slug is taken and is to be refused
 */
export async function chooseSlug(
  takenSlugs: Peculiarities['takenSlugs'],
  { explicit, derived, place, isTaken, slugsLike }: AskedSlug,
): Promise<string> {
  const wanted = explicit ?? derived;
  if (!(await isTaken(wanted))) return wanted;
  if (explicit !== undefined && takenSlugs === 'refuse') {
    throw invalid('slug', `"${wanted}" is taken in this ${place}`);
  }
  const taken = new Set(await slugsLike(startingWith(wanted)));
  return freeSlug(wanted as Slug, (slug) => taken.has(slug));
}

/**
 * What `--reprint` stores: a body reprinted as on the live platform, so that reading it returns
 * another text than was sent. Shares no code with the tool's `fmt`, which has to recognise it.
 * Printing twice changes nothing. Code, raw blocks and plugins keep their text.
 */
export function reprint(body: string): string {
  const text = body.replace(/\r\n?/g, '\n');
  const printLine = linePrinter(text);
  const printed: string[] = [];
  let blanks = 0;
  let ends: Ending | null = null;
  for (const line of text.split('\n')) {
    if (ends) {
      printed.push(line);
      if (ends(line)) ends = null;
      continue;
    }
    if (line.trim() === '') {
      blanks += 1;
      continue;
    }
    const indented = INDENTED.test(line) && INDENTED.test(printed.at(-1) ?? '');
    for (let n = indented ? blanks : Math.min(blanks, 1); n > 0; n -= 1) printed.push('');
    blanks = 0;
    ends = verbatimFrom(line);
    const isSecondRow = isRow(printed.at(-1)) && !isRow(printed.at(-2));
    printed.push(ends ? line : printLine(line, isSecondRow));
  }
  return printed.length === 0 ? '' : `${printed.join('\n').replace(/^\n+|\n+$/g, '')}\n`;
}

/** Whether a line is the last one of a region whose lines are copied. */
type Ending = (line: string) => boolean;

/** Code, or the inside of a list item: both are copied as they are. */
const INDENTED = /^(?: {4}| *\t)/;

/** The end of the region that a line opens and does not close. */
function verbatimFrom(line: string): Ending | null {
  const fence = /^\s*(?:[-*+] +|\d{1,9}[.)] +|> ?)*(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) {
    const closing = new RegExp(`^[\\s>]*${fence.charAt(0)}{${fence.length},}\\s*$`);
    return (end) => closing.test(end);
  }
  const raw = /^\{%\s*(html|code|tab)(?![\w-])/.exec(line)?.[1];
  if (raw !== undefined && !line.trimEnd().endsWith('/%}')) {
    const closing = new RegExp(`\\{%\\s*/${raw}\\s*%\\}\\s*$`);
    return closing.test(line) ? null : (end) => closing.test(end);
  }
  if (line.startsWith('$plugin[') && !line.endsWith(']$')) return (end) => end.endsWith(']$');
  return null;
}

function linePrinter(text: string): (line: string, isSecondRow: boolean) => string {
  // Adjacent lists are separated only by their different markers, so a page with several markers keeps them.
  const markers = new Set(text.match(/(?<=^ {0,3})[-*+](?=\s|$)/gm));
  const printBullet = markers.size === 1 ? dashed : (line: string) => line;
  return (line, isSecondRow) => {
    if (INDENTED.test(line)) return line;
    const kept = withoutTrailingBlanks(line);
    return isRow(kept) ? printRow(kept, isSecondRow) : printEmphasis(printBullet(kept));
  };
}

/** Two spaces at the end of a line with text are a line break and stay. */
function withoutTrailingBlanks(line: string): string {
  const text = line.trimEnd();
  return line.endsWith('  ') ? `${text}  ` : text;
}

/** `* item` and `+ item` become `- item`, unless the line would become a horizontal rule. */
function dashed(line: string): string {
  const printed = line.replace(/^( {0,3})[*+](?= +\S)/, '$1-');
  return /^\s*(?:[-*][ \t]*){3,}$/.test(line) || /^\s*(?:-[ \t]*){3,}$/.test(printed)
    ? line
    : printed;
}

/** `_words_` become `*words*`, if nothing in the line could give a star or an underscore another meaning. */
const printEmphasis = (line: string): string =>
  /[*`<>{}[\]$\\|%]|:\/\//.test(line)
    ? line
    : line.replace(/(?<=^|[\s(])_([\p{L}\p{N}](?:[^_]*[\p{L}\p{N}])?)_(?=$|[\s.,;:!?)])/gu, '*$1*');

const isRow = (line: string | undefined): boolean => line?.startsWith('|') === true;

/** Cells with one space on either side. The line below a table's head has four dashes per cell. */
function printRow(line: string, isSecondRow: boolean): string {
  const row = line.trimEnd();
  if (row.length < 2 || !row.endsWith('|') || /\\\||`|\{%/.test(row)) return row;
  const cells = row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
  const isSeparator = isSecondRow && cells.every((cell) => /^:?-+:?$/.test(cell));
  const printed = isSeparator ? cells.map((cell) => cell.replace(/-+/, '----')) : cells;
  return `| ${printed.join(' | ')} | `;
}
