import type { ApiEvent, WaitingEvent } from '../../api/client-options.ts';
import { formatDuration, timeOfDay } from '../../model/time.ts';
import type { Clock } from '../../model/time.ts';
import { callOf } from '../../model/operations.ts';
import type { Ui } from '../../ui/ui.ts';
import type { RequestEvent } from '../../api/client-options.ts';
import type { Style } from '../../ui/style.ts';

/** Renders the client's events: requests with `--verbose`, and waits always. */
export const reportRequests =
  (ui: Ui, clock: Clock, isLocal: boolean): ((event: ApiEvent) => void) =>
  (event) => {
    switch (event.type) {
      case 'request':
        ui.detail((style) => requestLine(event, style));
        return;
      case 'waiting':
        ui.waiting(event.ms);
        ui.say(waitLine(event, clock));
        if (ui.interactive && event.ms >= LONG_WAIT_MS) ui.say(wayOut(event.operation, isLocal));
        return;
      case 'outage':
        ui.say(
          `A write failed (${event.reason}). The next ones wait until the platform answers, for up to ${formatDuration(event.ms)}.`,
        );
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

/** For waits of at least this length, the message says when they end. */
const LONG_WAIT_MS = 60_000;

function waitLine({ ms, operation }: WaitingEvent, clock: Clock): string {
  const what = `Waiting ${formatDuration(ms)} for the rate limit of ${callOf(operation)}`;
  return ms < LONG_WAIT_MS ? `${what}.` : `${what}, until ${timeOfDay(clock.now() + ms)}.`;
}

/** A local platform is most likely for trials. Pages can be read without the list of all pages. */
function wayOut(operation: string, isLocal: boolean): string {
  if (isLocal) return 'Ctrl-C stops it. On a trial platform: docs platform start --no-rate-limits';
  return operation === 'listAll'
    ? 'Ctrl-C stops it. With --max-wait 0s and the names of pages, only those are read, one by one.'
    : 'Ctrl-C stops it; --max-wait limits how long a run may wait.';
}

/** `GET /page/17 200 34 ms, 12 of 600 sent, resets in 41 s`: one request with `--verbose`. */
function requestLine(event: RequestEvent, style: Style): string {
  const { method, path, status, problem, ms, limit } = event;
  const answer = status === null ? style.text(problem ?? 'no answer') : String(status);
  const state =
    limit === null
      ? ''
      : `, ${limit.sent} of ${limit.limit} sent, resets in ${formatDuration(limit.resetMs)}`;
  return `${method} ${style.text(path)} ${answer} ${Math.round(ms)} ms${state}`;
}
