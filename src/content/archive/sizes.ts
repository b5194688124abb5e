/** How much an archive may unpack to. Pure. */
import type { ArchiveEntry } from './open-archive.ts';

/** The problem of an archive, and the entry that shows it. */
export interface ArchiveProblem {
  readonly name: string;
  readonly reason: string;
}

/** How much may be read of an archive. */
export interface Sizes {
  readonly mostBytes: number;
  readonly mostBytesOfOne?: number;
  /** Archives that unpack to no more than this may have any ratio. */
  readonly harmlessBytes: number;
}

/** The longest path, in bytes. */
export const MAX_NAME_BYTES = 1024;

/**
 * The largest ratio of compression. Text and pictures shrink to about a tenth; files that shrink
 * much more were made to fill a disk or the memory.
 */
const MAX_RATIO = 200;

/** Why these entries would unpack to too much. Returns undefined if they would not. */
export function refuseSizes(
  entries: readonly ArchiveEntry[],
  { mostBytes, mostBytesOfOne = Number.POSITIVE_INFINITY, harmlessBytes }: Sizes,
): ArchiveProblem | undefined {
  let bytes = 0;
  let compressedBytes = 0;
  for (const entry of entries) {
    bytes += entry.bytes;
    compressedBytes += entry.compressedBytes;
    if (entry.bytes > mostBytesOfOne) return { name: entry.name, reason: 'it is too large' };
    const reason = `it would unpack to ${Math.round(bytes / 1024 ** 2)} MB or more`;
    if (bytes > mostBytes) return { name: entry.name, reason };
  }
  if (bytes <= harmlessBytes || bytes <= MAX_RATIO * compressedBytes) return undefined;
  const ratio = Math.round(bytes / Math.max(1, compressedBytes));
  return { name: entries[0]?.name ?? '', reason: `it would unpack to ${ratio} times its size` };
}
