/** Moments for people: how long ago, or exactly. */
import { parseInstant } from '../model/time.ts';
import { count } from '../model/text/sentences.ts';
import type { Instant } from '../model/ids.ts';
import type { Style } from './style.ts';

const MINUTE_MS = 60_000;

/** `2026-01-31 12:00:00`, in local time. */
export const formatWall = (ms: number): string =>
  new Date(ms + offsetAt(ms) * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');

/** The same with its offset: `2026-01-31 12:00:00 +01:00`. */
export function formatLocal(ms: number): string {
  const offset = offsetAt(ms);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${formatWall(ms)} ${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** Minutes east of Greenwich. */
const offsetAt = (ms: number): number => -new Date(ms).getTimezoneOffset();

/**
 * Seconds of a unit, and the number from which it is used: "1 month" could mean anything up to 60
 * days.
 */
const STEPS = [
  ['year', 31_557_600, 2],
  ['month', 2_629_800, 2],
  ['day', 86_400, 1],
  ['hour', 3600, 1],
  ['minute', 60, 1],
] as const;

/** The distance from now: `3 hours ago`, `in 2 days`. */
export function relativeTime(ms: number): string {
  const seconds = Math.abs(ms) / 1000;
  const [unit, size] = STEPS.find(([, size, least]) => seconds >= size * least) ?? [undefined, 0];
  if (unit === undefined) return ms > 0 ? 'in a moment' : 'just now';
  const span = count(Math.floor(seconds / size), unit);
  return ms > 0 ? `in ${span}` : `${span} ago`;
}

/**
 * A date as `3 hours ago`, or exactly. A text that is not a date is shown as it is; null becomes
 * `never`.
 */
export function whenView(style: Style, instant: Instant | null, exact: boolean): string {
  if (instant === null) return 'never';
  const ms = parseInstant(instant);
  if (ms === undefined) return style.text(instant);
  return exact ? formatLocal(ms) : relativeTime(ms - style.now);
}

/**
 * For dates in the past: if the platform's clock is slightly ahead, an event is shown as now, not
 * in the future.
 */
export function sinceView(style: Style, instant: Instant | null, exact: boolean): string {
  const ms = instant === null ? undefined : parseInstant(instant);
  if (exact || ms === undefined || ms <= style.now) return whenView(style, instant, exact);
  return relativeTime(0);
}

/** The end of something. The last second of a day is `the end of 2026-12-31 (UTC)`. */
export const formatEnd = (ms: number): string => {
  const [day = '', time = '', offset = ''] = formatLocal(ms).split(' ');
  const zone = offset === '+00:00' ? 'UTC' : `UTC${offset}`;
  return time === '23:59:59' ? `the end of ${day} (${zone})` : `${day} ${time} (${zone})`;
};
