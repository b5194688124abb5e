import type { Expiry } from '../../model/access-change.ts';
import { endOfDay, endOfHour, parseDay, parseLength, parseMoment } from '../../times.ts';

/**
 * Parses `never`, a day (`2026-12-31`: until its last second, local time), a moment, or a length of time from `now` (`30d`). A length is rounded up
 * to the end of the day, or of the hour if it is given in hours or minutes, so that the same command a little later asks for the same expiry.
 * Returns `undefined` if the text is none of these.
 */
export function parseExpiry(text: string, now: number): Expiry | undefined {
  if (/^never$/i.test(text)) return null;
  const day = parseDay(text);
  if (day) return day.end;
  const length = parseLength(text);
  if (length === undefined) return parseMoment(text);
  if (length === 0) return undefined;
  return BY_DAYS.test(text) ? endOfDay(now + length) : endOfHour(now + length);
}

const BY_DAYS = /^(?:\d+[dw])+$/;
