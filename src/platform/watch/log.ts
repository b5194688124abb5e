/** Events of an instance for programs that collect logs, one JSON line each. */
import type { Clock } from '../../model/time.ts';
import { OPERATIONS, type OperationName } from '../../model/operations.ts';
import { type AnsweredRequest, type Asked, type Observer, outages } from './observer.ts';

type Level = 'info' | 'warning' | 'error';

type EventFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Must not be given keys, bodies or queries. */
export interface EventLog {
  add(level: Level, event: string, fields?: EventFields): void;
}

/**
 * Characters that JSON does not escape, but that a terminal or an editor acts on: control
 * characters, ends of lines, marks of direction, characters without width.
 */
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

/**
 * Logs each request, except health checks that are answered with 200, which come every second and
 * say nothing. Logs once that the database is lost, and once that it is back.
 */
export function logged(log: EventLog, elapsed: () => number): Observer {
  return {
    requestAnswered: (request) => {
      const { asked, method, target, status, ms, client, requestId, isCutOff } = request;
      if (asked === 'health' && status === 200) return;
      log.add(levelOf(request), 'request', {
        requestId,
        client,
        method,
        operation: asked,
        route: routeOf(asked, target),
        status,
        durationMs: Math.round(ms * 1000) / 1000,
        cutOff: isCutOff || undefined,
      });
    },
    reached: outages(elapsed, {
      lost: ({ message }) => log.add('error', 'database-lost', { message }),
      back: (awayMs) => log.add('info', 'database-back', { awayMs: Math.round(awayMs) }),
    }),
  };
}

/** The level of a request's event: a warning if the database was unavailable, an error for other errors of the platform. */
const levelOf = ({ status }: AnsweredRequest): Level => {
  if (status === 503) return 'warning';
  return status >= 500 ? 'error' : 'info';
};

/**
 * The path of a request to site or health checks, without its query, or the path template of an
 * operation. Undefined for all other paths, which may contain anything.
 */
function routeOf(asked: Asked, target: string): string | undefined {
  if (asked === 'site' || asked === 'health') return target.split('?', 1)[0];
  return Object.hasOwn(OPERATIONS, asked) ? OPERATIONS[asked as OperationName].path : undefined;
}
