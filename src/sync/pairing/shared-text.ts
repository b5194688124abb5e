/** How much of two texts is the same, in any order. Pure. */

/** A slightly reworded line keeps most of its runs of this many words. Texts about different things share almost none. */
const RUN = 3;

/** What texts are compared by. */
export interface Parts {
  readonly lines: Counted;
  readonly runs: Counted;
}

interface Counted {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

/** The parts by which a text is compared with others. */
export function partsOf(text: string): Parts {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const words = text.split(/\s+/).filter((word) => word !== '');
  const runs = words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '));
  return { lines: counted(lines), runs: counted(runs) };
}

function counted(items: readonly string[]): Counted {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return { counts, size: items.length };
}

/**
 * The share of the longer text, from 0 to 1, that the other text has too: of its lines without empty ones, or
 * of its runs of words, whichever is more.
 */
export const sharedText = (a: Parts, b: Parts): number =>
  Math.max(shared(a.lines, b.lines), shared(a.runs, b.runs));

function shared(a: Counted, b: Counted): number {
  let both = 0;
  for (const [item, count] of a.counts) both += Math.min(count, b.counts.get(item) ?? 0);
  return both / Math.max(a.size, b.size, 1);
}
