/** Whether `docs platform start` enforces the limits of the service. */
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost } from '../../support/host.ts';
import { once } from 'node:events';

/** The limit that a start tells for the list of all pages. */
async function limitOf(flags: readonly string[]): Promise<string | null> {
  const stop = new AbortController();
  const { host, stdout } = createHost({ cwd: await temporaryFolder(), signal: stop.signal });
  const serving = main(['platform', 'start', '--json', ...flags], host);
  onTestFinished(async () => {
    stop.abort();
    await serving;
  });
  await Promise.race([once(host.stdout, 'data'), serving]);
  const { baseUrl, apiKey } = JSON.parse(stdout()) as Record<'baseUrl' | 'apiKey', string>;
  const { headers } = await fetch(`${baseUrl}/all`, { headers: { 'X-Api-Key': apiKey } });
  return headers.get('X-RateLimit-Limit');
}

const NONE = '2147483647';
const AS_THE_SERVICE = '30';

test.each([
  ['', NONE],
  ['--no-rate-limits', NONE],
  ['--rate-limits', AS_THE_SERVICE],
  ['--data kept', AS_THE_SERVICE],
  ['--data kept --no-rate-limits', NONE],
])('docs platform start %s: GET /all may be asked %s times an hour', async (flags, limit) => {
  expect(await limitOf(flags === '' ? [] : flags.split(' '))).toBe(limit);
});
