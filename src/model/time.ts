/** Times: the clock that everything asks, dates as the platform writes them, and lengths of time as people do. */
import type { Instant } from './ids.ts';
import { count } from './text/sentences.ts';

/** The only source of time: the system's clock, or, in tests, one that they advance themselves. */
export interface Clock {
  /** Milliseconds since 1970. May jump. For times shown to people and for the platform's dates. */
  now(): number;
  /** Milliseconds from an arbitrary start that never decrease. For durations and deadlines. */
  elapsed(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A moment on both clocks. */
export interface Moment {
  readonly now: number;
  readonly elapsed: number;
}

/** This moment by both clocks. */
export const momentOf = (clock: Pick<Clock, 'now' | 'elapsed'>): Moment => ({
  now: clock.now(),
  elapsed: clock.elapsed(),
});

/** Milliseconds since then, by the clock that advanced more: one may stop or be set back. */
export const ageOf = ({ now, elapsed }: Moment, clock: Clock): number =>
  Math.max(clock.now() - now, clock.elapsed() - elapsed);

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

const UNITS = {
  ms: 1,
  s: 1000,
  min: 60_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/** What `parseDuration` reads. */
export const DURATION = /^(?:\d{1,9}(?:ms|min|[smhdw]))+$/;

/** Milliseconds of a duration, such as `500ms`, `15min` or `1h30m`. Undefined if it is not one. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  let ms = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|min|[smhdw])/g)) {
    ms += Number(count) * UNITS[unit as keyof typeof UNITS];
  }
  return ms;
}

/** Whether a duration is given in `m`, so that of an access or an absence months may be meant. */
export const mayBeMonths = (text: string): boolean => /\dm(?![is])/.test(text);

/** A duration, in its two largest units: `40 ms`, `1.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return pair(hours, 'h', minutes % 60, 'min');
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** The same in whole seconds, rounded up, for what counts down: `58 s`, `3 min 5 s`. */
export const formatSeconds = (ms: number): string =>
  ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : formatDuration(Math.ceil(ms / 1000) * 1000);

/** An estimate: `about 4 min`; below two minutes in seconds, above them in whole minutes. */
export const formatRoughly = (ms: number): string =>
  `about ${formatSeconds(ms < 120_000 ? ms : Math.round(ms / 60_000) * 60_000)}`;

/** A length of time in sentences: `5 minutes`, `2 hours`, rounded up. */
export const inWords = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 60 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
};

/** A moment for people, as hours and minutes in local time, rounded up to the next full minute. */
export function timeOfDay(ms: number): string {
  const date = new Date(Math.ceil(ms / 60_000) * 60_000);
  return [date.getHours(), date.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':');
}

const pair = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
