import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They replace modules, of which others have loaded the real ones. */
const ISOLATED = ['test/commands/check/external.test.ts', 'test/commands/check/reach.test.ts'];

/** Patterns of files to leave out: projects do not follow `--exclude`. */
const LEFT_OUT = process.env['DOCS_TEST_LEAVE_OUT']?.split(' ') ?? [];

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** The tool waits until its log and its lock are on the disk, which takes a third of the time of the tests. */
function useMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'docs-tests-'));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

useMemory();

/** They take longest: begun last, they would keep one worker busy long after the others. */
const LONG =
  /test\/(?:browser|faults|hostile|model-based|release|smoke)\/|(?:crash|every-command|hostile|large|review|security)\.test\.ts$/;

/** The isolated ones last: for each of them a worker ends, with all the modules that it has loaded. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      ISOLATED.some((file) => moduleId.endsWith(file)) ? 2 : LONG.test(moduleId) ? 0 : 1;
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    setupFiles: ['test/support/property-seed.ts'],
    // Real files, real HTTP on loopback: a busy machine may be slow, never wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // More than cores: many tests wait for processes and connections.
    maxWorkers: availableParallelism() * 2,
    unstubEnvs: true,
    restoreMocks: true,
    // Programs that tests start inherit these: what they do must not depend on where the tests run.
    env: { CI: '', GITHUB_ACTIONS: '', GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' },
    // It imports JSON without saying so, which Node refuses.
    server: { deps: { inline: [/@actions\/workflow-parser/] } },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        // Loading all modules anew for each file takes as long as the tests.
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...ISOLATED, ...LEFT_OUT],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
    ],
  },
});
