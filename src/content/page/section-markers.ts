/** Lines that begin a section: `---draft` and `---published`. Uses the same parser as bodies. */
import { regionsOf } from '../darkdown/read/regions.ts';
import type { Region } from '../darkdown/read/regions.ts';
import { lineAt } from './page-header.ts';
import type { SectionName } from './page-header.ts';

/** A line that would begin a section. */
export interface MarkerLine {
  readonly start: number;
  /** After its line end. */
  readonly next: number;
  /** It is in raw HTML or in the raw code of a tag. */
  readonly isRaw: boolean;
}

interface Hiding {
  readonly kind: 'fence' | 'raw';
  readonly start: number;
  readonly end: number;
}

/** The largest depth of raw regions inside raw regions: a limit, so that time stays linear. */
const MAX_RAW_DEPTH = 4;

/**
 * The content of fences and raw regions, in order. Raw regions are also parsed as text: if a marker
 * in one began a section, that region would have no end.
 */
function* hidingIn(regions: Iterable<Region>, depth = 0): Generator<Hiding, void> {
  for (const region of regions) {
    if (region.kind !== 'fence' && region.kind !== 'raw') continue;
    yield { kind: region.kind, ...region.content };
    if (region.kind === 'raw' && depth < MAX_RAW_DEPTH) yield* hidingIn(region.asText(), depth + 1);
  }
}

/**
 * Replaces the carriage returns of line ends by spaces, because bodies are parsed with LF and
 * offsets must not change.
 */
export const withoutReturns = (text: string): string =>
  text.includes('\r') ? text.replace(/\r+(?=\n)/g, (returns) => ' '.repeat(returns.length)) : text;

/**
 * The lines that would begin the section `name`, from the offset `from`, which must be the start of
 * a line. A fence hides a line; text after the line never hides it, so an unclosed tag cannot
 * include the next section.
 */
export function* markerLines(
  text: string,
  from: number,
  name: SectionName,
): Generator<MarkerLine, void> {
  const marker = `---${name}`;
  const after = (at: number): number => text.indexOf(`\n${marker}`, at) + 1;
  let start = text.startsWith(marker, from) ? from : after(from);
  if (start === 0 && !(from === 0 && text.startsWith(marker))) return;
  const hiding = hidingIn(regionsOf(withoutReturns(text.slice(from))));
  let ahead = hiding.next();
  let fenceEnd = 0;
  let rawEnd = 0;
  do {
    const { end, next } = lineAt(text, start);
    if (end - start === marker.length) {
      for (; ahead.done !== true && from + ahead.value.start <= start; ahead = hiding.next()) {
        const hidden = from + ahead.value.end;
        if (ahead.value.kind === 'fence') fenceEnd = Math.max(fenceEnd, hidden);
        else rawEnd = Math.max(rawEnd, hidden);
      }
      if (start >= fenceEnd) yield { start, next, isRaw: start < rawEnd };
    }
    start = after(start);
  } while (start > 0);
}

/**
 * The fence that is still open at the end of a body; null if none is. Text appended to the body
 * would be code.
 */
export function unclosedFence(body: string): { readonly mark: string } | null {
  let last: { readonly mark: string } | null = null;
  for (const region of regionsOf(body)) {
    const isOpen = region.kind === 'fence' && !region.isClosed;
    last = isOpen ? { mark: region.opening.mark.repeat(region.opening.length) } : null;
  }
  return last;
}
