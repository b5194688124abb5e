/** Messages of a running platform to the person who started it, or events for programs. */
import { hostname } from 'node:os';
import type { Context } from '../../context.ts';
import type { Host } from '../../host.ts';
import type { EventLog } from '../../platform/watch/log.ts';
import type { Outage } from '../../platform/watch/observer.ts';
import { printFailure } from '../../ui/failure.ts';

/** Output of a start, apart from its result. */
export interface Notice {
  readonly warn: (text: string) => void;
  readonly bug: (error: unknown) => void;
  readonly stopped: () => void;
  /** Left out: the log has these events already. */
  readonly outage?: Outage;
}

export const messagesOf = ({ ui, host, flags }: Context): Notice => ({
  warn: (text) => ui.warn(text),
  bug: (error) => void printFailure(error, host, flags),
  stopped: () => ui.say('Stopped.'),
  outage: {
    lost: ({ message }) => ui.warn(`${message}. Changes are refused (503) until it is.`),
    back: () => ui.say('The database is available again.'),
  },
});

/**
 * Messages as events. Once the options are parsed, standard error then contains only lines of JSON.
 */
export const eventsOf = (log: EventLog): Notice => ({
  warn: (message) => log.add('warning', 'note', { message }),
  bug: (error) =>
    log.add('error', 'bug', {
      message: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error ? error.stack : undefined,
    }),
  stopped: () => log.add('info', 'stopped'),
});

export async function logOf({ clock, pid, stderr }: Host): Promise<EventLog> {
  const { createEventLog } = await import('../../platform/watch/log.ts');
  return createEventLog(`${hostname()}:${pid}`, clock, (line) => stderr.write(line));
}
