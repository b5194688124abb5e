import type { Instant } from './ids.ts';

/**
 * Milliseconds since 1970 of a platform date. Reads `+00:00`, `+0000` and `Z` (notes, "Requests": the platform
 * writes both offsets). `undefined` if the text is not a date.
 */
export function parseInstant(text: string): number | undefined {
  const ms = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Whether both name the same moment. Texts that are not dates are equal only to themselves, and nothing is equal to an empty one. */
export function sameInstant(a: Instant, b: Instant): boolean {
  if (a === b) return a !== '';
  const ms = parseInstant(a);
  return ms !== undefined && ms === parseInstant(b);
}

/** The form that requests use: `Y-m-d\TH:i:sP` in UTC, such as `2026-01-31T12:00:00+00:00`. Milliseconds are cut. */
export const formatInstant = (ms: number): Instant =>
  `${new Date(ms).toISOString().slice(0, 19)}+00:00` as Instant;
