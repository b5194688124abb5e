/** How much of two texts is the same, whatever its order. Pure. */

/** A line that was reworded a little keeps most of its runs of this many words; two texts on different things share next to none. */
const RUN = 3;

/** What a text is compared by. */
export interface Parts {
  readonly lines: Counted;
  readonly runs: Counted;
}

interface Counted {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

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

/** The part of the longer text, from 0 to 1, that the other has, too: of its lines, empty ones apart, or of its runs of words, whichever is more. */
export const sharedText = (a: Parts, b: Parts): number =>
  Math.max(shared(a.lines, b.lines), shared(a.runs, b.runs));

function shared(a: Counted, b: Counted): number {
  let both = 0;
  for (const [item, count] of a.counts) both += Math.min(count, b.counts.get(item) ?? 0);
  return both / Math.max(a.size, b.size, 1);
}
