/** Finds out which audit entries are new. Pure. Entries have no id, so equal ones are counted. */
import { parseInstant } from '../../model/time.ts';
import type { AuditEntry } from '../../model/resources.ts';

/** How often each entry since a moment was seen. Identical entries at the same instant are separate entries. */
export interface SeenEntries {
  /** Milliseconds since 1970, by the platform's clock. Older entries are not compared any more. */
  readonly fromMs: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** The state before the first look. */
export const NOTHING_SEEN: SeenEntries = { fromMs: -Infinity, counts: new Map() };

/** How late an entry may appear after others of its time: the platform's instances do not write in step. */
export const OVERLAP_MS = 10_000;

/** The entry's time. The decoder rejects entries without a valid date, so 0 does not occur. */
export const timeOf = (entry: AuditEntry): number => parseInstant(entry.timestamp) ?? 0;

/** Whether `page`, in a walk from the newest entry back, reaches beyond `fromMs`, so that the walk has everything that may be new. */
export function goesBackTo(fromMs: number, page: readonly AuditEntry[]): boolean {
  return page.some((entry) => timeOf(entry) < fromMs);
}

/**
 * Returns the entries that are new since `seen`. `entries` must be the log from its newest entry
 * back to `seen.fromMs` without gaps. Over a series of looks, each entry is returned exactly once,
 * if it appears within `OVERLAP_MS` of the newest one before it.
 */
export function look(
  seen: SeenEntries,
  entries: readonly AuditEntry[],
): { readonly fresh: readonly AuditEntry[]; readonly seen: SeenEntries } {
  const current = entries.filter((entry) => timeOf(entry) >= seen.fromMs);
  const counts = new Map<string, number>();
  const fresh = current.filter((entry) => {
    const print = fingerprint(entry);
    const count = (counts.get(print) ?? 0) + 1;
    counts.set(print, count);
    return count > (seen.counts.get(print) ?? 0);
  });
  const newestMs = current.reduce((latest, entry) => Math.max(latest, timeOf(entry)), -Infinity);
  const fromMs = Math.max(seen.fromMs, newestMs - OVERLAP_MS);
  return { fresh: fresh.toReversed(), seen: { fromMs, counts: countsFrom(current, fromMs) } };
}

function countsFrom(entries: readonly AuditEntry[], fromMs: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (timeOf(entry) < fromMs) continue;
    const print = fingerprint(entry);
    counts.set(print, (counts.get(print) ?? 0) + 1);
  }
  return counts;
}

/** Equal for entries that cannot be told apart. This relies on the decoder, which writes the fields of all entries in the same order. */
const fingerprint = (entry: AuditEntry): string => JSON.stringify(entry);
