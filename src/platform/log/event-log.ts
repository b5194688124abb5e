/** Events of an instance for programs that collect logs, one JSON line each. */
import type { Clock } from '../../model/clock.ts';

export type Level = 'info' | 'warning' | 'error';

export type EventFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Must not be given keys, bodies or queries. */
export interface EventLog {
  add(level: Level, event: string, fields?: EventFields): void;
}

/** What JSON leaves as it is and a terminal or an editor acts on: control characters, ends of lines, marks of direction, characters without width. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- they are what is looked for
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** `fields` as JSON on one line, in which every unseen character is spelled out. */
export const jsonLine = (fields: EventFields): string =>
  JSON.stringify(fields).replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * @param instance names this instance among others
 * @param write takes a line with its newline
 */
export const createEventLog = (
  instance: string,
  clock: Pick<Clock, 'now'>,
  write: (line: string) => void,
): EventLog => ({
  add: (level, event, fields = {}) => {
    const time = new Date(clock.now()).toISOString();
    write(`${jsonLine({ time, level, event, instance, ...fields })}\n`);
  },
});
