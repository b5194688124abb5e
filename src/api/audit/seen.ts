/** Which audit entries are new. Pure: entries have no id, so they are told apart by counting. */
import { parseInstant } from '../../model/instant.ts';
import type { AuditEntry } from '../../model/resources.ts';

/** Entries seen from a moment on: how often each, for identical ones of one instant are several entries. */
export interface SeenEntries {
  /** Milliseconds since 1970, by the platform's clock. What is older is not looked at again. */
  readonly fromMs: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Before the first look. */
export const NOTHING_SEEN: SeenEntries = { fromMs: -Infinity, counts: new Map() };

/** An entry may turn up this much later than others of its time: the platform's instances do not write in step. */
export const OVERLAP_MS = 10_000;

/** The decoder refuses entries without a valid date. */
export const timeOf = (entry: AuditEntry): number => parseInstant(entry.timestamp) ?? 0;

/** Whether `page`, of a walk from the newest entry back, reaches past `fromMs`: then the walk has seen all that may be new. */
export function goesBackTo(fromMs: number, page: readonly AuditEntry[]): boolean {
  return page.some((entry) => timeOf(entry) < fromMs);
}

/**
 * What of `entries` is new since `seen`. `entries` is the log from its newest entry back, whole from `seen.fromMs` on. Each entry
 * is fresh exactly once over a series of looks, as long as it turns up within `OVERLAP_MS` of the newest one before it.
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

/** Equal for entries that nothing tells apart. The decoder writes every entry's fields in one order. */
const fingerprint = (entry: AuditEntry): string => JSON.stringify(entry);
