import type { Instant } from './ids.ts';

/**
 * A platform date in milliseconds since 1970. Accepts `+00:00`, `+0000` and `Z`, because the
 * platform writes both offsets (docs/service.md, "Requests"). Undefined if it is not a date, or the
 * day does not exist.
 */
export function parseInstant(text: string): number | undefined {
  const ms = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  const day = /^\d{4}-\d{2}-(\d{2})/.exec(text);
  // `Date.parse` accepts the 30th of February, as a day in March.
  const exists = day !== null && new Date(day[0]).getUTCDate() === Number(day[1]);
  return Number.isNaN(ms) || !exists ? undefined : ms;
}

/**
 * Whether both are the same moment. A text that is not a date equals only itself, and `''` equals
 * nothing.
 */
export function sameInstant(a: Instant, b: Instant): boolean {
  if (a === b) return a !== '';
  const ms = parseInstant(a);
  return ms !== undefined && ms === parseInstant(b);
}

/** The form for requests, `Y-m-d\TH:i:sP` in UTC: `2026-01-31T12:00:00+00:00`. No milliseconds. */
export const formatInstant = (ms: number): Instant =>
  `${new Date(ms).toISOString().slice(0, 19)}+00:00` as Instant;
