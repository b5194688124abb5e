import type { ApiEvent, WaitingEvent } from '../api/options.ts';
import type { Clock } from '../model/clock.ts';
import { formatDuration, timeOfDay } from '../model/duration.ts';
import { callOf } from '../model/operations.ts';
import { requestLine } from './views/request.ts';
import type { Ui } from './ui.ts';

/** Renders the client's events: each request with `--verbose`, and waits always. Every command that makes requests loads it. */
export const reportRequests =
  (ui: Ui, clock: Clock): ((event: ApiEvent) => void) =>
  (event) => {
    switch (event.type) {
      case 'request':
        ui.detail((style) => requestLine(event, style));
        return;
      case 'waiting':
        ui.say(waitLine(event, clock));
        if (ui.interactive && event.ms >= LONG_WAIT_MS) ui.say(wayOut(event.operation));
        return;
      case 'retrying':
        ui.detail(
          `${event.operation}: ${event.reason}; attempt ${event.attempt + 1} in ${formatDuration(event.ms)}`,
        );
        return;
      default:
        event satisfies never;
    }
  };

/** For waits from this length on, a person wants to know the time when they end. */
const LONG_WAIT_MS = 60_000;

function waitLine({ ms, operation }: WaitingEvent, clock: Clock): string {
  const what = `Waiting ${formatDuration(ms)} for the rate limit of ${callOf(operation)}`;
  return ms < LONG_WAIT_MS ? `${what}.` : `${what}, until ${timeOfDay(clock.now() + ms)}.`;
}

/** Pages can be read without the list of all pages. */
const wayOut = (operation: string): string =>
  operation === 'listAll'
    ? 'Ctrl-C stops it. With --max-wait 0s and the names of pages, only those are read, one by one.'
    : 'Ctrl-C stops it; --max-wait limits how long a run may wait.';
