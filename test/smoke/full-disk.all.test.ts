/** The tool as it is installed, where nothing can be written. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import { openWorld, type World } from '../support/world.ts';

const tool = builtTool();

/** Text that no packing makes short. */
const LONG = Array.from({ length: 200 }, (_, n) => hash('sha256', String(n))).join(' ');

const openProject = (): Promise<World> =>
  openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
    'docs/v1/guide/a.md': `---\ntitle: A\n---\n\n${LONG}\n`,
  });

describe.skipIf(!existsSync('/dev/full'))('a disk that is full', () => {
  const runIn = (world: World, script: string, ...argv: readonly string[]) =>
    execa('bash', ['-c', script, 'bash', process.execPath, tool.docs, ...argv], {
      cwd: world.folder,
      env: {
        ...process.env,
        DOCS_BASE_URL: world.platform.baseUrl,
        DOCS_API_KEY: world.platform.apiKey,
      },
      extendEnv: false,
      reject: false,
    });

  test.each([[['list']], [['--version']], [['completion', 'bash']]])(
    'takes no output of docs %j: one line says so',
    async (words) => {
      const world = await openProject();
      expect(await runIn(world, '"$@" > /dev/full', ...words)).toMatchObject({
        exitCode: 1,
        stderr: 'error stdout could not be written: no space left on device.',
      });
      const { exitCode, stderr } = await runIn(world, '"$@" > /dev/full', ...words, '--json');
      expect(exitCode).toBe(1);
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'failed', exitCode: 1 } });
    },
  );

  test('a file that would be too large is told without a stack', async () => {
    const world = await openProject();
    await world.run('push', '--yes');
    await world.remove('docs/v1/guide/a.md');
    const run = await runIn(
      world,
      'ulimit -f 1; "$@" 2>&1 | cat; exit "${PIPESTATUS[0]}"',
      'pull',
      '--yes',
    );
    expect(run.stdout).toContain('it would be larger than files may be');
    expect(run.stdout).not.toMatch(/bug in docs|^ {4}at /m);
    expect([1, 7]).toContain(run.exitCode);
  });
});
