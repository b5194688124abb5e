/** A platform on this machine that kept nothing and was started again: what the folder was pushed to is gone, and the key is another. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { seedFrom } from '../../../../src/commands/shared/seed-folder.ts';
import { createHost } from '../../../support/host.ts';
import { platformWith, type TestPlatform } from '../../../support/platform.ts';
import { openWorld, type World } from '../../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/guide/a.md': page('A', 'One.'),
  'docs/v1/guide/b.md': page('B', 'One.'),
};

interface Restarted {
  readonly platform: TestPlatform;
  /** With the address of the new start, and its key. */
  readonly run: World['run'];
  /** The same with the key of the start before. */
  readonly runWithOldKey: World['run'];
}

/** Everything is pushed to one start, and the next one knows nothing of it. */
async function restart(files: Readonly<Record<string, string>> = FILES): Promise<Restarted> {
  const world = await openWorld(files);
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  const seed = await seedFrom(world.folder, createHost({ cwd: world.folder }).host);
  const platform = await platformWith({ seed });
  onTestFinished(() => platform.close());
  const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
  return {
    platform,
    run: (...argv) => world.runAs({ env }, ...argv),
    runWithOldKey: (...argv) => world.runAs({ env: { DOCS_BASE_URL: platform.baseUrl } }, ...argv),
  };
}

const WHY = 'it was started again and kept nothing, or the lock file is of another project';
const CURE = 'docs push --recreate --force creates all pages here and rewrites the lock file';

describe('a trial that was started again is named, with the one command that helps, by', () => {
  test.each([
    ['push --yes', 5],
    ['push --dry-run', 0],
    ['push --check', 5],
    ['pull --yes', 5],
    ['sync --yes', 5],
    ['status', 0],
    ['diff', 5],
    ['diff --json', 5],
    ['review', 5],
    ['review --against published', 5],
    ['review --format markdown', 5],
    ['page push docs/v1/guide/a.md --yes', 5],
    ['version update v1 --name First --yes', 5],
  ])('docs %s', async (line, exitCode) => {
    const { run } = await restart();
    const { stdout, stderr, exitCode: ended } = await run(...line.split(' '));

    expect(ended).toBe(exitCode);
    expect(stderr).toContain(WHY);
    expect(stderr).toContain(CURE);
    expect(stdout).not.toMatch(/No differences|^\[\]/);
  });
});

test('that command helps', async () => {
  const { platform, run } = await restart();

  const again = await run('push', '--recreate', '--force', '--yes');

  expect(again).toMatchObject({ exitCode: 0 });
  expect((await platform.admin.pages()).map(({ slug }) => slug).toSorted()).toEqual(['a', 'b']);
  expect(await run('diff')).toMatchObject({ exitCode: 0 });
});

test('a folder with new pages beside those of the lock is not compared either', async () => {
  const { run } = await restart({ ...FILES, 'docs/v1/guide/c.md': page('C', 'One.') });
  for (const line of [['diff'], ['review']]) {
    expect(await run(...line)).toMatchObject({ exitCode: 5, stdout: '' });
  }
});

test.each([['status'], ['push --yes'], ['diff'], ['page list'], ['whoami'], ['users']])(
  'the key of the start before is named by docs %s',
  async (line) => {
    const { runWithOldKey } = await restart();
    const { exitCode, stderr } = await runWithOldKey(...line.split(' '));

    expect(exitCode).toBe(4);
    expect(stderr).toContain('This key is not valid for http://127.0.0.1:');
    expect(stderr).toContain(
      'A platform in memory has a new key after each start: set DOCS_API_KEY to it, or run: docs login',
    );
  },
);
