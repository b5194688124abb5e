/** The tool as it is installed, in a process of its own. */
import { resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFaultProxy, type FaultProxy } from '../faults/proxy.ts';
import { builtTool } from '../support/built.ts';
import { impatientClock } from '../support/clocks.ts';
import { openWorld, type World } from '../support/world.ts';

const HANG = resolve('test/smoke/hang-once-interrupted.js');
const PAGES = 400;

const tool = builtTool();

const slugOf = (n: number): string => `page-${n}`;
const bodyOf = (n: number): string => `Text of page ${n}.`;

const openProject = (): Promise<World> =>
  openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1.0/_settings.yaml': 'name: Version 1.0\npublished: true\n',
    ...Object.fromEntries(
      Array.from({ length: PAGES }, (_, n) => [
        `docs/v1.0/guide/${slugOf(n)}.md`,
        `---\ntitle: ${'A long title '.repeat(20)}${n}\n---\n\n${bodyOf(n)}\n`,
      ]),
    ),
  });

async function openProxy(world: World): Promise<FaultProxy> {
  const proxy = await startFaultProxy(world.platform.baseUrl);
  onTestFinished(() => proxy.close());
  return proxy;
}

const environment = (world: World, baseUrl: string) => ({
  ...process.env,
  NO_COLOR: '1',
  DOCS_BASE_URL: baseUrl,
  DOCS_API_KEY: world.platform.apiKey,
});

/** `docs push`, whose tenth write sends it SIGINT. */
function interruptedPush(world: World, proxy: FaultProxy, ...node: readonly string[]) {
  const push = execa(process.execPath, [...node, tool.docs, 'push', '--yes'], {
    cwd: world.folder,
    env: environment(world, proxy.baseUrl),
    extendEnv: false,
    reject: false,
  });
  proxy.onWrite = (write) => {
    // More than are under way at once, so that some were answered.
    if (write === 40) push.kill('SIGINT');
  };
  return push;
}

/** The same command again does the rest; the one after it has nothing to do. */
async function expectFinished(world: World): Promise<void> {
  // It waits until the requests of the run before must be over.
  const clock = impatientClock();
  expect(await world.runAs({ clock }, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  const pages = await world.platform.admin.pages();
  const texts = new Map(pages.map(({ slug, draft }) => [slug as string, draft]));
  expect(pages).toHaveLength(PAGES);
  expect(texts).toEqual(
    new Map(Array.from({ length: PAGES }, (_, n) => [slugOf(n), bodyOf(n)] as const)),
  );
  world.platform.requests.reset();
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(world.platform.requests.byOperation()).toEqual({ listAll: 1 });
}

describe('Ctrl-C in the middle of a push', () => {
  test('stops it cleanly, saying what was done, and the next push finishes the job', async () => {
    const world = await openProject();
    const push = await interruptedPush(world, await openProxy(world));

    expect(push).toMatchObject({ exitCode: 130 });
    expect(push.stdout).toMatch(/\d+ pages? created/);
    expect(push.stderr).toContain('Interrupted.');
    expect(push.stderr).not.toMatch(/^\s+at /m);
    const done = (await world.platform.admin.pages()).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(PAGES);
    await expectFinished(world);
  });

  test('a second one ends it at once', async () => {
    const world = await openProject();
    const push = interruptedPush(world, await openProxy(world), '--import', HANG);
    push.stderr.on('data', (chunk: Buffer) => {
      if (chunk.includes('the disk hangs')) push.kill('SIGINT');
    });

    expect(await push).toMatchObject({ signal: 'SIGINT' });
    await expectFinished(world);
  });
});

describe('a reader that has seen enough', () => {
  test.each([[['page', 'list']], [['page', 'list', '--json']]])(
    'docs %j | head -1 is not an error',
    async (argv) => {
      const world = await openProject();
      await world.run('push', '--yes');
      const script = '"$@" | head -1; exit "${PIPESTATUS[0]}"';
      const run = await execa(
        'bash',
        ['-c', script, 'bash', process.execPath, tool.docs, ...argv],
        {
          cwd: world.folder,
          env: environment(world, world.platform.baseUrl),
          extendEnv: false,
          reject: false,
        },
      );

      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.stdout.split('\n')).toHaveLength(1);
      expect(run.stdout).not.toBe('');
    },
  );
});
