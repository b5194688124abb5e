// Slow: each row makes a git history of its own.
/** Pages that a push deletes, while the network, the platform or an editor gets in between. */
import { onTestFinished, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { Author } from '../support/author.ts';
import { commitAll } from '../support/git.ts';
import { stand } from '../support/acting-proxy.ts';
import { impatientClock } from '../support/clocks.ts';
import { REVISIONS } from '../support/revisions.ts';
import { openWorld, type World } from '../support/world.ts';
import { FAULTS, startFaultProxy, timeoutFor } from './proxy.ts';

const GUIDE = 'docs/v1.0/guide';
const GONE = ['b', 'c', 'd'];

const page = (name: string): string => `---\ntitle: Page ${name}\n---\n\nText of ${name}.\n`;

const HERE = ['a', 'e', 'f'];

/** Pages a to f, of which b to d have no file any more. */
async function openPruned(api: ApiRevision): Promise<World> {
  const files = [...HERE, ...GONE].map((name) => [`${GUIDE}/${name}.md`, page(name)]);
  const world = await openWorld(
    { 'docs-cli.config.yml': 'content:\n  - path: docs\n', ...Object.fromEntries(files) },
    { api, rateLimits: false },
  );
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  commitAll(world.folder, 'First');
  for (const name of GONE) await world.remove(`${GUIDE}/${name}.md`);
  commitAll(world.folder, 'Remove');
  return world;
}

const left = async (world: World): Promise<readonly string[]> =>
  (await world.platform.admin.pages()).map(({ slug }) => slug).toSorted();

const lines = async (world: World): Promise<readonly string[]> =>
  Array.from(
    (await world.read('docs-cli.lock')).matchAll(/"key":"v1\.0\/guide\/(\w+)"/g),
    ([, slug]) => slug ?? '',
  );

const NOT_FOUND = '{"message":"Not found","httpCode":404,"code":404}';

/** Of each page that is deleted: one for the plan, and the last before it goes. */
const LOOKS = 2;

const PRUNE = ['push', '--prune', '--yes', '--json'];

/** `DOCS_FAULTS=all`: each fault at each write. Otherwise each at one write of one revision. */
const isTried = (write: number, fault: number, turn: number): boolean =>
  process.env['DOCS_FAULTS'] === 'all' ||
  ((write + fault) % 3 === 0 && fault % REVISIONS.length === turn);

describe.each(REVISIONS)('a push that deletes (%s)', (api) => {
  const turn = REVISIONS.indexOf(api);
  const trials = [1, 2, 3].flatMap((write) =>
    FAULTS.filter((_, at) => isTried(write, at, turn)).map((fault) => ({ write, fault })),
  );

  test.each(trials)('does all in the end: write $write, $fault', async ({ write, fault }) => {
    const world = await openPruned(api);
    const proxy = await startFaultProxy(world.platform.baseUrl);
    onTestFinished(() => proxy.close());
    const host = {
      env: { DOCS_BASE_URL: proxy.baseUrl },
      clock: impatientClock(proxy.quiet),
    };
    proxy.arm(write, fault);

    const hit = await world.runAs(host, ...PRUNE, '--timeout', timeoutFor(fault));
    expect(proxy.struck).toBe(true);
    // What the run says that it did is done, and what is done the lock knows.
    const claimed = hit.exitCode === 0 ? await left(world) : HERE;
    expect(claimed).toEqual(HERE);
    const again = await world.runAs(host, ...PRUNE, '--timeout', timeoutFor(fault));

    expect(again).toMatchObject({ exitCode: 0 });
    expect(await left(world)).toEqual(HERE);
    expect(await lines(world)).toEqual(HERE);
    const last = await world.runAs(host, ...PRUNE);
    expect(JSON.parse(last.stdout)).toMatchObject({ plan: [], requests: { total: 1 } });
    // Nothing else is written.
    expect(proxy.log.every((line) => line.startsWith('DELETE '))).toBe(true);
  });

  test.each([
    ['body', { content: 'Written in the browser.' }],
    ['title', { title: 'Another' }],
    ['slug', { slug: 'moved' }],
  ])('leaves a page whose %s somebody changes after the plan', async (_, change) => {
    const world = await openPruned(api);
    const id = (await world.page('v1.0/guide/c'))?.id ?? 0;
    let isSaved = false;
    const baseUrl = await stand(world.platform.baseUrl, {
      before: async ({ method }) => {
        if (isSaved || method !== 'DELETE') return;
        isSaved = true;
        await new Author(world.platform).save(id, change);
      },
    });

    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PRUNE);

    expect((await world.platform.admin.pages()).map((each) => each.id)).toContain(id);
    expect(run.exitCode).toBe(7);
    expect(run.stdout).toContain('It was changed on the platform since the plan was made.');
    expect(await lines(world)).toEqual(['a', 'c', 'e', 'f']);
    expect((await world.run(...PRUNE)).exitCode).toBe(5);
  });

  test.each([404, 405])(
    'keeps everything, and says so once, on a platform that answers %d to DELETE',
    async (status) => {
      const world = await openPruned(api);
      let asked = 0;
      const baseUrl = await stand(world.platform.baseUrl, {
        before: async ({ method }) => {
          if (method !== 'DELETE') return undefined;
          asked += 1;
          return { status, body: '{"message":"Not found","httpCode":404,"code":404}' };
        },
      });

      const argv = ['push', '--prune', '--yes'];
      const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...argv);

      expect(run.exitCode).toBe(7);
      expect(run.stdout.match(/This platform cannot delete pages through the API/g)).toHaveLength(
        1,
      );
      expect(run.stdout).toContain('Delete it in the editor');
      expect(asked).toBe(1);
      expect(await left(world)).toEqual([...HERE, ...GONE].toSorted());
      expect(await lines(world)).toEqual([...HERE, ...GONE].toSorted());
    },
  );

  test.each([
    ['before it would be deleted', 1, 7],
    ['each time', Infinity, 0],
  ])('keeps a page and its line if it is not found %s', async (_, times, exitCode) => {
    const world = await openPruned(api);
    const id = (await world.page('v1.0/guide/c'))?.id ?? 0;
    let looks = 0;
    const baseUrl = await stand(world.platform.baseUrl, {
      before: async ({ method, path }) => {
        // With dates that prove nothing, the first look is the plan's.
        const isLook = method === 'GET' && path === `/page/${id}`;
        looks += isLook ? 1 : 0;
        const isStray = isLook && (times === 1 ? looks === LOOKS : true);
        return isStray ? { status: 404, body: NOT_FOUND } : undefined;
      },
    });

    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PRUNE);

    expect(run.exitCode).toBe(exitCode);
    expect((await world.platform.admin.pages()).map((each) => each.id)).toContain(id);
    expect(await lines(world)).toContain('c');
    expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 0 });
    expect(await left(world)).toEqual(HERE);
    expect(await lines(world)).toEqual(HERE);
  });

  test('leaves the line of a page that somebody else deletes, and the next run drops it', async () => {
    const world = await openPruned(api);
    let isGone = false;
    const baseUrl = await stand(world.platform.baseUrl, {
      before: async ({ method }) => {
        if (isGone || method !== 'DELETE') return;
        isGone = true;
        const id = (await world.page('v1.0/guide/c'))?.id ?? 0;
        await world.platform.admin.editor().remove(id);
      },
    });

    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PRUNE);

    expect(run.exitCode).toBe(7);
    expect(run.stdout).toContain('The platform did not find it when asked for the page.');
    expect(await left(world)).toEqual(HERE);
    expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 0 });
    expect(await lines(world)).toEqual(HERE);
  });
});
