/** How much an archive may unpack to. Pure. */
import type { ArchiveEntry } from './open-archive.ts';

/** What is wrong with an archive, and the entry that shows it. */
export interface Refusal {
  readonly name: string;
  readonly reason: string;
}

/** How large what is read of an archive may be. */
export interface Sizes {
  readonly mostBytes: number;
  readonly mostBytesOfOne?: number;
  /** Archives that unpack to so little may have any ratio. */
  readonly harmlessBytes: number;
}

/** In bytes, of a whole path. */
export const LONGEST_NAME = 1024;

/** Text and pictures shrink to a tenth. What shrinks more was made to fill a disk or a memory. */
const MOST_RATIO = 200;

/** Why what these entries unpack to is too much. Returns undefined if it is not. */
export function refuseSizes(
  entries: readonly ArchiveEntry[],
  { mostBytes, mostBytesOfOne = Number.POSITIVE_INFINITY, harmlessBytes }: Sizes,
): Refusal | undefined {
  let bytes = 0;
  let compressedBytes = 0;
  for (const entry of entries) {
    bytes += entry.bytes;
    compressedBytes += entry.compressedBytes;
    if (entry.bytes > mostBytesOfOne) return { name: entry.name, reason: 'it is too large' };
    const reason = `it would unpack to ${Math.round(bytes / 1024 ** 2)} MB or more`;
    if (bytes > mostBytes) return { name: entry.name, reason };
  }
  if (bytes <= harmlessBytes || bytes <= MOST_RATIO * compressedBytes) return undefined;
  const ratio = Math.round(bytes / Math.max(1, compressedBytes));
  return { name: entries[0]?.name ?? '', reason: `it would unpack to ${ratio} times its size` };
}
