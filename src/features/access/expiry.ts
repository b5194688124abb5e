import type { Expiry } from '../../model/access-change.ts';
import { endOfDay, endOfHour, namedDay, parseDay, parseMoment, shifted } from '../times.ts';

/**
 * Parses `never`, a day (`2026-12-31`, `tomorrow`: until its last second, local time), a moment, or a length of time from `now` (`30d`, `3
 * months`). A length is rounded up to the end of the day, or of the hour if it is given in hours or minutes, so that the same command a little
 * later asks for the same expiry. Returns `undefined` if the text is none of these.
 */
export function parseExpiry(text: string, now: number): Expiry | undefined {
  if (/^never$/i.test(text)) return null;
  const day = namedDay(text, now) ?? parseDay(text);
  if (day) return day.end;
  const end = shifted(text, now, 1);
  if (end === undefined) return parseMoment(text);
  if (end === now) return undefined;
  return BY_DAYS.test(text) ? endOfDay(end) : endOfHour(end);
}

const BY_DAYS = /^(?:(?:\d+[dw])+|\d+ ?(?:day|week|month|year)s?)$/i;
