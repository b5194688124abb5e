import { createApi, type Api } from './api/api.ts';
import type { ApiEvent, WaitingEvent } from './api/events.ts';
import { DEFAULT_BASE_URL, type Config, type Setting } from './config/config.ts';
import { openKeyStore, resolveKey, type FoundKey } from './config/credentials.ts';
import type { Host } from './host.ts';
import type { Clock } from './model/clock.ts';
import { formatDuration } from './model/duration.ts';
import { Failure } from './model/failure.ts';
import { callOf } from './model/operations.ts';
import { requestLine } from './ui/views/request.ts';
import type { Ui } from './ui/ui.ts';

/**
 * The client of the configured platform. Rejects with `auth-required` where there is no key for its origin, with `config`
 * where there is one that may not be sent there.
 */
export async function connect(host: Host, config: Config, ui: Ui): Promise<Api> {
  const { key } = await requireKey(host, config);
  return connectWith(host, config, ui, key);
}

/** The key that requests of these settings carry, and where it came from. Rejects as `connect` does. */
export async function requireKey(host: Host, { baseUrl }: Config): Promise<FoundKey> {
  const url = new URL(baseUrl.value);
  const chosenByUser = !isOutOfFile(baseUrl) || baseUrl.value === DEFAULT_BASE_URL;
  const found = await resolveKey({ url, chosenByUser }, host.env, openKeyStore(host));
  if (found !== undefined) return found;
  throw new Failure('auth-required', `There is no API key for ${url.origin}.`, {
    hint: 'set DOCS_API_KEY, or run: docs login',
  });
}

/** Whether a file chose the value: then it may be anyone's choice. */
export const isOutOfFile = ({ source }: Setting<unknown>): boolean =>
  source.kind === 'file' || source.kind === 'profile';

/** The client of the configured platform with a key that is not kept yet. */
export function connectWith(host: Host, config: Config, ui: Ui, key: string): Api {
  return createApi({
    baseUrl: config.baseUrl.value,
    key,
    clock: host.clock,
    timeoutMs: config.timeoutMs.value,
    maxWaitMs: config.maxWaitMs.value ?? Number.POSITIVE_INFINITY,
    env: host.env,
    userAgent: `docs-cli/${host.version}`,
    onEvent: (event) => tell(event, ui, host.clock),
    mayWrite: () => ui.agreed,
    signal: host.signal,
    random: host.random,
  });
}

function tell(event: ApiEvent, ui: Ui, clock: Clock): void {
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
}

/** From here on a person wants to know when to come back. */
const LONG_WAIT_MS = 60_000;

function waitLine({ ms, operation }: WaitingEvent, clock: Clock): string {
  const what = `Waiting ${formatDuration(ms)} for the rate limit of ${callOf(operation)}`;
  return ms < LONG_WAIT_MS ? `${what}.` : `${what}, until ${timeOfDay(clock.now() + ms)}.`;
}

/** Pages can be read without a list of all of them. */
const wayOut = (operation: string): string =>
  operation === 'listAll'
    ? 'Ctrl-C stops. With --max-wait 0s and pages named, those are read one by one.'
    : 'Ctrl-C stops; --max-wait says how long a run may wait.';

/** As the clock on the wall shows it. */
function timeOfDay(ms: number): string {
  const date = new Date(ms);
  return [date.getHours(), date.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':');
}
