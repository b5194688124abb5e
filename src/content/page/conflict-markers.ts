/** The marks in a file whose lines were changed on both sides: those of this tool's merges, and those of git's. */
import { regionsOf } from '../darkdown/read/regions.ts';
import type { Region } from '../darkdown/read/regions.ts';
import { parsePageFile, printSection } from './page-file.ts';
import { withoutReturns } from './section-markers.ts';

/** Set by this tool's merges. */
export const MARKERS = {
  file: '<<<<<<< file',
  between: '=======',
  platform: '>>>>>>> platform',
} as const;

/** A merge of this tool may have been made in code, and nobody tells of its marks: these count wherever they stand. */
const OWN = /^<{7} file\r?$[^]*^>{7} platform\r?$/m;

const FIRST = '<<<<<<< ';
const LINE = /^(?:(<{7} )|(={7}\r?$)|(>{7} ))/gm;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The line, from 1, of the first conflict of a page file that is not settled; `undefined` without one. Marks of git's that stand in code, all three, are
 * what a page tells of. Time is linear in the length of the text.
 */
export function conflictLine(text: string): number | undefined {
  if (!text.includes(FIRST)) return undefined;
  const found = text.replace(/^\u{feff}/u, '').startsWith(FIRST) ? 0 : firstConflict(text);
  const own = OWN.exec(text)?.index;
  if (found === undefined && own === undefined) return undefined;
  const at = Math.min(found ?? text.length, own ?? text.length);
  return text.slice(0, at).split('\n').length;
}

/** Where the marks of a conflict begin, in their order, of which one at least is outside of code: a side may open a fence. */
function firstConflict(text: string): number | undefined {
  const code = codeIn(text);
  let ahead = code.next();
  const isInCode = (at: number): boolean => {
    while (ahead.done !== true && ahead.value.end <= at) ahead = code.next();
    return ahead.done !== true && ahead.value.start <= at;
  };
  let start: number | undefined;
  let isBetween = false;
  let isOutside = false;
  for (const { 1: first, 2: middle, 3: last, index } of text.matchAll(LINE)) {
    const isText = !isInCode(index);
    if (first !== undefined) {
      [start, isBetween, isOutside] = [index, false, isText];
      continue;
    }
    if (start === undefined) continue;
    isOutside ||= isText;
    if (middle !== undefined) isBetween = true;
    if (last === undefined || !isBetween) continue;
    if (isOutside) return start;
    start = undefined;
  }
  return undefined;
}

/** The code of a page file, in order; none of it is in the header. */
function* codeIn(text: string): Generator<Span, void> {
  const file = parsePageFile(text);
  const bodies = file.sections.map(printSection);
  let from = text.length - bodies.reduce((sum, body) => sum + body.length, 0);
  for (const [index, body] of bodies.entries()) {
    const marker = file.sections[index]?.marker.length ?? 0;
    for (const region of regionsOf(withoutReturns(body.slice(marker)))) {
      if (!isCode(region)) continue;
      yield { start: from + marker + region.start, end: from + marker + region.end };
    }
    from += body.length;
  }
}

const isCode = (region: Region): boolean =>
  region.kind === 'fence' ||
  region.kind === 'code' ||
  (region.kind === 'raw' && region.tag.name !== 'html');
