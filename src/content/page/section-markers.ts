/** Lines that begin a section of a page file: `---draft` and `---published`, found with the reader that reads bodies. */
import { regionsOf } from '../darkdown/read/regions.ts';
import type { Region } from '../darkdown/read/regions.ts';
import { lineAt } from './page-header.ts';
import type { SectionName } from './page-header.ts';

/** A line that would begin a section. */
export interface MarkerLine {
  readonly start: number;
  /** After its line end. */
  readonly next: number;
  /** It stands in HTML or in code that a tag holds. */
  readonly isRaw: boolean;
}

interface Hiding {
  readonly kind: 'fence' | 'raw';
  readonly start: number;
  readonly end: number;
}

/** How deep raw regions are read that show raw regions: a bound, so that time stays linear. */
const MOST_RAW = 4;

/**
 * The content of fences and of raw regions, in order. What is in a raw region is read as text once more: a section would end there,
 * and with it the region would have no end.
 */
function* hidingIn(regions: Iterable<Region>, depth = 0): Generator<Hiding, void> {
  for (const region of regions) {
    if (region.kind !== 'fence' && region.kind !== 'raw') continue;
    yield { kind: region.kind, ...region.content };
    if (region.kind === 'raw' && depth < MOST_RAW) yield* hidingIn(region.asText(), depth + 1);
  }
}

/** Carriage returns of line ends become spaces: the reader of bodies does not know them, and offsets stay the same. */
export const withoutReturns = (text: string): string =>
  text.includes('\r') ? text.replace(/\r+(?=\n)/g, (returns) => ' '.repeat(returns.length)) : text;

/**
 * The lines from `from` on, a line's start, that would begin the section `name`. Fences hide them; what follows a line never does, so
 * that a tag without an end in one section cannot reach into the next. `$plugin` blocks are JSON, in which no line can be a marker.
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

/** Whether the last line of a body is in a fence that has no end: then what is written behind it would be code. */
export function unclosedFence(body: string): { readonly mark: string } | null {
  let last: { readonly mark: string } | null = null;
  for (const region of regionsOf(body)) {
    const isOpen = region.kind === 'fence' && !region.isClosed;
    last = isOpen ? { mark: region.opening.mark.repeat(region.opening.length) } : null;
  }
  return last;
}
