// Slow: each trap is a repository of its own, in which every command runs.
/** No command runs anything of a stranger's repository: no program of it leaves a trace. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { layTrap } from '../hostile/lay.ts';
import { sampled } from '../support/sampled.ts';
import { CONTENT, GIT_TRAPS, PATH_TRAPS } from '../hostile/traps.ts';
import { openWorld } from '../support/world.ts';
import { ROWS } from './rows.ts';

afterEach(() => vi.unstubAllEnvs());

/** Those that ask git first: later ones find the folder as these left it. */
const ASKING = [
  ['status'],
  ['diff'],
  ['review', '--against=HEAD~1'],
  ['check', '--changed=HEAD'],
  ['check', '--changed=HEAD~1'],
  ['push', '--dry-run'],
  ['push', '--yes', '--ours'],
  ['sync', '--yes', '--merge'],
  ['pull', '--yes'],
];

const EVERY = Object.values(ROWS).flatMap(({ argv, serves, stdin }) =>
  serves === true ? [] : [{ argv, stdin: stdin ?? '' }],
);

/** `DOCS_FAULTS=all`: each kind in each dress, with every command. */
const TRAPS = [...sampled(Object.entries(GIT_TRAPS), 0, 3), ...Object.entries(PATH_TRAPS)].map(
  ([name, trap], turn) => ({ name, trap, turn }),
);

describe('a stranger’s repository', () => {
  test.each(TRAPS)('$name runs nothing of its own', async ({ trap, turn }) => {
    const world = await openWorld(CONTENT);
    await world.run('push', '--yes');
    await world.edit('v1.0/guides/intro', 'Written in the editor.\n');
    const { folder, path, traces } = await layTrap(trap);
    await copyFile(join(world.folder, 'docs-cli.lock'), join(folder, 'docs-cli.lock'));
    // Whoever starts a program without saying so gives it this environment.
    vi.stubEnv('PATH', path);
    vi.stubEnv('DOCS_API_KEY', world.platform.apiKey);
    const ran: Record<string, readonly string[]> = {};
    const run = async (argv: readonly string[], options: object): Promise<void> => {
      const before = new Set(traces());
      await world.runAs({ cwd: folder, env: { PATH: path, HOME: folder }, ...options }, ...argv);
      const fresh = traces().filter((trace) => !before.has(trace));
      if (fresh.length > 0) ran[argv.join(' ')] = fresh;
    };
    for (const argv of sampled(ASKING, turn, 2)) await run(argv, {});
    for (const { argv, stdin } of sampled(EVERY, turn, TRAPS.length)) {
      await run(argv, { stdin: stdin === 'KEY' ? world.platform.apiKey : stdin });
    }
    expect(ran).toEqual({});
  });
});
