/** An editor who saves while a write waits for a rate limit, however short the wait is. */
import { expect, test } from 'vitest';
import { stand } from '../support/acting-proxy.ts';
import { impatientClock } from '../support/clocks.ts';
import { openWorld } from '../support/world.ts';

const KEY = 'v1.0/guide/old';
const FILE = 'docs/v1.0/guide/old.md';
const PUSHED = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  [FILE]: '---\ntitle: Old\n---\n\nText\n',
};
const NEWER = { [FILE]: '---\ntitle: Old\n---\n\nNewer text\n' };

test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  ['push', ['push', '--yes'], NEWER],
  ['push --publish', ['push', '--publish', '--yes'], NEWER],
  ['page publish', ['page', 'publish', KEY, '--yes'], {}],
  ['page delete', ['page', 'delete', KEY, '--yes'], {}],
])('%s keeps the edit', async (_, argv, files) => {
  const world = await openWorld(PUSHED);
  await world.run('push', '--yes');
  await world.write(files);
  let refused = 0;
  const baseUrl = await stand(world.platform.baseUrl, {
    before: async ({ method }) => {
      if (method === 'GET' || refused > 0) return undefined;
      refused += 1;
      await world.edit(KEY, 'Edited meanwhile');
      return { status: 429, headers: { 'retry-after': '1' } };
    },
  });

  const run = await world.runAs(
    { env: { DOCS_BASE_URL: baseUrl }, clock: impatientClock() },
    ...argv,
  );

  expect(refused).toBe(1);
  expect(run.exitCode).not.toBe(0);
  expect(await world.page(KEY)).toMatchObject({ draft: 'Edited meanwhile', published: null });
});
