import { createApi, type Api } from './api/api.ts';
import type { ApiEvent } from './api/events.ts';
import { DEFAULT_BASE_URL, type Config } from './config/config.ts';
import { openKeyStore, resolveKey } from './config/credentials.ts';
import type { Host } from './host.ts';
import { formatDuration } from './model/duration.ts';
import { Failure } from './model/failure.ts';
import { requestLine } from './ui/views/request.ts';
import type { Ui } from './ui/ui.ts';

/**
 * The client of the configured platform. Rejects with `auth-required` where there is no key for its origin, with `config`
 * where there is one that may not be sent there.
 */
export async function connect(host: Host, config: Config, ui: Ui): Promise<Api> {
  const { value, source } = config.baseUrl;
  const url = new URL(value);
  const fromFile = source.kind === 'file' || source.kind === 'profile';
  const chosenByUser = !fromFile || value === DEFAULT_BASE_URL;
  const found = await resolveKey({ url, chosenByUser }, host.env, openKeyStore(host));
  if (found === undefined) {
    throw new Failure('auth-required', `There is no API key for ${url.origin}.`, {
      hint: 'set DOCS_API_KEY, or run: docs login',
    });
  }
  return createApi({
    baseUrl: value,
    key: found.key,
    clock: host.clock,
    timeoutMs: config.timeoutMs.value,
    maxWaitMs: config.maxWaitMs.value ?? Number.POSITIVE_INFINITY,
    env: host.env,
    userAgent: `docs-cli/${host.version}`,
    onEvent: (event) => tell(event, ui),
    signal: host.signal,
    random: host.random,
  });
}

function tell(event: ApiEvent, ui: Ui): void {
  switch (event.type) {
    case 'request':
      ui.detail((style) => requestLine(event, style));
      return;
    case 'waiting':
      ui.say(`Waiting ${formatDuration(event.ms)} for the rate limit of ${event.operation}.`);
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
