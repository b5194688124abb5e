/** A run that did not do all that it was asked says so, by its words and its exit code. */
import { describe, expect, test } from 'vitest';
import { stand } from '../support/acting-proxy.ts';
import { realClock } from '../support/host.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const page = (title: string, body: string, header = ''): string =>
  `---\ntitle: ${title}\n${header}---\n\n${body}\n`;
const A = 'docs/v1/guide/a.md';
const B = 'docs/v1/guide/b.md';

/** `isSlow`: more time goes by after page b was read for the first time than a look lasts. */
async function runSlowly(
  world: World,
  { nth, isSlow }: { readonly nth: number; readonly isSlow: boolean },
  ...argv: string[]
) {
  const { id } = (await world.page('v1/guide/b')) ?? {};
  let reads = 0;
  let ahead = 0;
  const clock = { ...realClock, elapsed: () => realClock.elapsed() + ahead };
  const url = await stand(world.platform.baseUrl, {
    before: async ({ method, path }) => {
      if (path.startsWith('/all')) ahead += 10_000;
      if (method === 'GET' && path === `/page/${id}`) reads += 1;
      if (isSlow && reads === 1) ahead += 10_000;
      if (reads === nth) await world.edit('v1/guide/b', 'By an editor, meanwhile.');
    },
  });
  return world.runAs({ env: { DOCS_BASE_URL: url }, clock }, ...argv);
}

describe('a page that is left out', () => {
  test('of a push, for it was changed on the platform meanwhile: the run ends with 7', async () => {
    const world = await openWorld({ [A]: page('A', 'One.'), [B]: page('B', 'One.') });
    await world.run('push', '--yes');
    await world.write({ [A]: page('A', 'Two.'), [B]: page('B', 'Two.') });

    // The page is read for the plan, and again in its write's slot.
    const run = await runSlowly(world, { nth: 2, isSlow: true }, 'push', '--yes');

    expect(run.stdout).toContain('Left out');
    expect(run.stderr).toContain('Some items were not completed: 1 page left out.');
    expect(run.stderr).toContain('Run the same command again for the rest');
    expect(run.exitCode).toBe(7);
    expect((await world.page('v1/guide/b'))?.draft).toBe('By an editor, meanwhile.');
  });

  test('of a pull, for it was changed on the platform meanwhile: the run ends with 7', async () => {
    const world = await openWorld({ [A]: page('A', 'One.'), [B]: page('B', 'One.') });
    await world.run('push', '--yes');
    await world.edit('v1/guide/b', 'By an editor.');

    const run = await runSlowly(world, { nth: 2, isSlow: true }, 'pull', '--yes');

    expect(run.stderr).toContain('Some items were not completed: 1 page left out.');
    expect(run.exitCode).toBe(7);
    expect(await world.read(B)).toContain('One.');
  });

  test('for its file is unlisted is not a failure: that was decided', async () => {
    const unlisted = page('A', 'One.', 'listed: false\n');
    const world = await openWorld({ [A]: unlisted });
    const run = await world.run('push', '--publish', '--yes');
    expect(run.stdout).toContain('held back');
    expect(run.exitCode).toBe(0);
  });
});

describe('pages that the platform refuses to make', () => {
  const names = Array.from({ length: 40 }, (_, index) => `p${index}`);

  test('are counted once each, and nothing is looked up: a refusal is an answer', async () => {
    const { world, run } = await pushRefused(names, 'There is no such category.');

    expect(run.stderr).toContain('Some items were not completed: 39 pages failed.');
    expect(run.stderr).not.toContain('does what is left');
    expect(run.exitCode).toBe(7);
    expect(world.platform.requests.byOperation()['findPage'] ?? 0).toBe(0);
  });

  test.each(['This URL cannot be used.', ''])(
    'with the words "%s": one look-up tells that all of them have another reason',
    async (words) => {
      const { world, run } = await pushRefused(names, words);
      expect(run.stderr).toContain('Some items were not completed: 39 pages failed.');
      expect(world.platform.requests.byOperation()['findPage']).toBe(1);
    },
  );
});

/** Pushes pages of which the platform takes but the first. */
async function pushRefused(names: readonly string[], words: string) {
  const world = await openWorld({ [A]: page('A', 'One.') }, { rateLimits: false });
  await world.remove(A);
  await world.write(
    Object.fromEntries(names.map((name) => [`docs/v1/guide/${name}.md`, page(name, 'Text.')])),
  );
  world.platform.requests.reset();
  let made = 0;
  const url = await stand(world.platform.baseUrl, {
    before: async ({ method }) => {
      if (method !== 'POST') return undefined;
      made += 1;
      return made === 1 ? undefined : { status: 400, body: JSON.stringify({ message: words }) };
    },
  });
  const env = { DOCS_BASE_URL: url };
  const run = await world.runAs({ env }, 'push', '--publish', '--yes');
  return { world, run };
}
