import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { DearestFiles } from './test/support/dearest-files.ts';

/** They replace modules, of which others have loaded the real ones. */
const ISOLATED = ['test/commands/check/external.test.ts', 'test/commands/check/reach.test.ts'];

/** Patterns of files to leave out: projects do not follow `--exclude`. */
const LEFT_OUT = process.env['DOCS_TEST_LEAVE_OUT']?.split(' ') ?? [];

/** A file for what a run reported, beside what is printed. */
const REPORT = process.env['DOCS_TEST_REPORT'];
const JSON_REPORT: ['json', { outputFile: string }][] =
  REPORT === undefined ? [] : [['json', { outputFile: REPORT }]];

/** What `npm test` leaves to `npm run test:all`. CONTRIBUTING.md says what belongs there. */
const ALL = 'test/**/*.all.test.ts';

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

/** What tells a file that takes long, or starts many processes. */
const FIRST = /^\/\/ Slow: |support\/(?:git|built|pipeline|browser|bundled-platform)\.ts'/;

const isFirst = (file: string): boolean => FIRST.test(readFileSync(file, 'utf8'));

/**
 * First those that start processes: to start one takes longer, the more a worker has in its memory.
 * The isolated ones last: for each of them a worker ends, with all the modules that it has loaded.
 */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      ISOLATED.some((file) => moduleId.endsWith(file)) ? 2 : isFirst(moduleId) ? 0 : 1;
    const ranks = new Map(files.map((file) => [file, rank(file)]));
    // oxlint-disable-next-line unicorn/no-array-sort -- of files of tests: the longest first.
    return (await super.sort(files)).toSorted(
      (one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0),
    );
  }
}

export default defineConfig({
  test: {
    setupFiles: ['test/support/property-seed.ts', 'test/support/cpu-time.ts'],
    // Real files, real HTTP on loopback: a busy machine may be slow, never wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    sequence: { sequencer: ProcessesFirst },
    // More than cores: many tests wait for processes and connections.
    maxWorkers: availableParallelism() * 2,
    unstubEnvs: true,
    restoreMocks: true,
    // Programs that tests start inherit these: what they do must not depend on where the tests run.
    env: { CI: '', GITHUB_ACTIONS: '', GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' },
    // It imports JSON without saying so, which Node refuses.
    server: { deps: { inline: [/@actions\/workflow-parser/] } },
    reporters: ['default', new DearestFiles(), ...JSON_REPORT],
    projects: [
      {
        extends: true,
        // Loading all modules anew for each file takes as long as the tests.
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [ALL, ...ISOLATED, ...LEFT_OUT],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: [ALL],
          exclude: LEFT_OUT,
          isolate: false,
          globalSetup: 'test/support/build-tool.ts',
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
    ],
  },
});
