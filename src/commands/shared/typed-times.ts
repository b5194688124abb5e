/** Lengths of time and moments that people type. Dates without a zone are local. */
import { parseDuration } from '../../model/time.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The longest length of time that is accepted, in either direction. */
const FAR = 100 * 366 * 24 * HOUR;

/** Milliseconds of `90d`, `2h`, `1h30m`. Undefined if it is not that, or over a hundred years. */
export function parseLength(text: string): number | undefined {
  const ms = parseDuration(text);
  return ms !== undefined && ms <= FAR ? ms : undefined;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** With dots, the day comes first everywhere. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i;

/**
 * Milliseconds since 1970 for `2026-01-31T12:00`, with or without seconds, and with `Z`, an offset
 * or, in local time, neither. Undefined for another form, or a day that does not exist.
 */
export function parseMoment(text: string): number | undefined {
  const match = MOMENT.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const zone = match[7];
  if (zone === undefined) return new Date(year, month - 1, day, hour, minute, second).getTime();
  const offset = parseOffset(zone);
  if (offset === undefined) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second) - offset;
}

function parseOffset(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 15 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * MINUTE);
}

/**
 * The first and the last second of a local day such as `2026-01-31` or `31.1.2026`, in milliseconds
 * since 1970.
 */
export function parseDay(
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const match = DATE.exec(text)?.slice(1) ?? DOTTED.exec(text)?.slice(1).toReversed();
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0] = match.map(Number);
  if (!isDay(year, month, day)) return undefined;
  const start = new Date(year, month - 1, day).getTime();
  return { start, end: endOfDay(start) };
}

/**
 * The days that a date of three numbers may mean, as `2026-01-31`: with the year first or last, and
 * day and month in either order, but for dots. Empty for another form.
 */
export function possibleDays(text: string): readonly string[] {
  const numbers = DAY_LIKE.exec(text);
  if (!numbers) return [];
  const [first = '', separator = '', second = '', third = ''] = numbers.slice(1);
  const dayFirst = [third, second, first];
  const orders =
    first.length > 2
      ? [[first, second, third]]
      : separator === '.'
        ? [dayFirst]
        : [dayFirst, [third, first, second]];
  return [...new Set(orders.flatMap((order) => isoDay(order) ?? []))].toSorted();
}

const DAY_LIKE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;

/** Whether it has the form of a day, though there may be no such day. */
export const isDayLike = (text: string): boolean => DAY_LIKE.test(text);

function isoDay(parts: readonly string[]): string | undefined {
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const full = year < 100 ? 2000 + year : year;
  if (!isDay(full, month, day)) return undefined;
  return [full, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** The last second of the local day that `ms` is in. */
export function endOfDay(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 23, 59, 59).getTime();
}

/** The last second of the hour of `ms`, in UTC hours. */
export const endOfHour = (ms: number): number => Math.floor(ms / HOUR) * HOUR + HOUR - SECOND;

/**
 * The moment of `--since` or `--until`: `2h` before `now`, a moment, or a day (`2026-01-31`), which
 * starts at `edge: 'start'` and ends at `'end'`. Undefined for any other text.
 */
export function parsePast(text: string, now: number, edge: 'start' | 'end'): number | undefined {
  const length = parseLength(text);
  if (length !== undefined) return now - length;
  return parseDay(text)?.[edge] ?? parseMoment(text);
}
