import type { Expiry } from '../../model/access-change.ts';
import { endOfDay, endOfHour, parseDay, parseLength, parseMoment } from '../times.ts';

/**
 * Reads `never`, a day (`2026-12-31`: to its last second, local time), a moment, or a length of time from `now`. The last
 * ends with the day that it reaches (`30d`), or with the hour where it is counted in hours (`12h`), so that the same command,
 * given again a little later, asks for the same expiry. `undefined` if the text is none of these.
 */
export function parseExpiry(text: string, now: number): Expiry | undefined {
  if (/^never$/i.test(text)) return null;
  const length = parseLength(text);
  if (length === undefined) return parseDay(text)?.end ?? parseMoment(text);
  if (length === 0) return undefined;
  return /^(?:\d+[dw])+$/.test(text) ? endOfDay(now + length) : endOfHour(now + length);
}
