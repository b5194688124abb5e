/**
 * A push of 50 pages with every kind of write, made once and copied for each trial.
 * `DOCS_FAULTS=all`: of 200 pages.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlatformOptions } from '../../src/platform/platform-options.ts';
import { commitAll } from '../support/git.ts';
import { platformWith, type TestPlatform } from '../support/platform.ts';
import { copyFolder, writeFiles } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { impatientClock } from '../support/clocks.ts';

export type Shape = Pick<PlatformOptions, 'reprint' | 'takenSlugs'>;

export const SHAPES = [
  { reprint: false, takenSlugs: 'refuse' },
  { reprint: true, takenSlugs: 'refuse' },
  { reprint: false, takenSlugs: 'suffix' },
  { reprint: true, takenSlugs: 'suffix' },
] as const satisfies readonly Shape[];

/** Pages that are created, updated or only published, or that lose their files and are deleted. */
const COUNTS =
  process.env['DOCS_FAULTS'] === undefined
    ? ({ created: 20, edited: 20, published: 10, deleted: 3 } as const)
    : ({ created: 80, edited: 80, published: 40, deleted: 12 } as const);
const OLD = COUNTS.edited + COUNTS.published;
const ALL = COUNTS.created + OLD;
/** What the push sends, where nothing goes wrong. */
export const WRITES = 2 * COUNTS.created + 2 * COUNTS.edited + COUNTS.published + COUNTS.deleted;

const CONFIG = 'content:\n  - path: docs\n';

export interface Scenario {
  readonly shape: Shape;
  /** The files as they are to be pushed, with the lock of the last push. */
  readonly project: string;
  readonly database: string;
  remove(): Promise<void>;
}

const slugOf = (n: number): string => `page-${String(n).padStart(3, '0')}`;

/** Has bullets, emphasis and blanks that a platform which re-prints would write in another way. */
const bodyOf = (n: number, revision: string): string =>
  `## ${revision} of page ${n}\n\n* one\n* _two_\n\nSee [the next](/guide/${slugOf(n + 1)}).  \n`;

const files = (from: number, to: number, revision: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, i) => from + i).map((n) => [
      `docs/v1.0/guide/${slugOf(n)}.md`,
      `---\ntype: page\ntitle: Page ${n}\nlisted: true\n---\n\n${bodyOf(n, revision)}`,
    ]),
  );

/** Slug and body of every page, as the push should leave them. */
export const expectedPages = (): ReadonlyMap<string, string> =>
  new Map(
    Array.from({ length: ALL }, (_, i) => i + 1).map((n) => [
      slugOf(n),
      bodyOf(n, n <= OLD - COUNTS.edited || n > OLD ? 'First text' : 'Second text'),
    ]),
  );

export const openPlatform = (folder: string, shape: Shape): Promise<TestPlatform> =>
  platformWith({
    folder,
    seed: {
      versions: [{ slug: 'v1.0', name: 'v1.0', published: true }],
      documentations: [{ version: 'v1.0', slug: 'guide', title: 'Guide', categories: [] }],
      references: [],
    } as unknown as PlatformOptions['seed'],
    plan: 'free',
    protection: 'none',
    rateLimits: false,
    onBug: (error) => {
      throw error;
    },
    ...shape,
  });

/** The push of all trials. */
export const PUSH = ['push', '--publish', '--prune', '--yes'];

/** Where the tool sends its requests. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Resolves once all requests are carried out: waiting never overtakes the platform. */
  readonly quiet?: () => Promise<void>;
  readonly timeout?: string;
}

/** The tool in this process, in `project`. */
export const push = (project: string, { baseUrl, apiKey, quiet, timeout = '60s' }: Target) =>
  runDocs([...PUSH, '--json', '--timeout', timeout], {
    cwd: project,
    env: { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey },
    clock: impatientClock(quiet),
  });

export async function prepareScenario(shape: Shape): Promise<Scenario> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-faults-'));
  const scenario: Scenario = {
    shape,
    project: join(folder, 'project'),
    database: join(folder, 'database'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  const platform = await openPlatform(scenario.database, shape);
  await writeFiles(scenario.project, {
    'docs-cli.config.yml': CONFIG,
    ...files(1, OLD, 'First text'),
    ...files(ALL + 1, ALL + COUNTS.deleted, 'First text'),
  });
  const edited = Array.from({ length: COUNTS.edited }, (_, i) => slugOf(COUNTS.published + 1 + i));
  const early = edited.map((slug) => `v1.0/guide/${slug}`);
  await succeed(runDocs(['push', '--yes'], environment(scenario.project, platform)));
  await succeed(
    runDocs(['push', '--publish', '--yes', ...early], environment(scenario.project, platform)),
  );
  await platform.close();
  commitAll(scenario.project, 'First');
  for (const file of Object.keys(files(ALL + 1, ALL + COUNTS.deleted, ''))) {
    await rm(join(scenario.project, file));
  }
  commitAll(scenario.project, 'Remove');
  await writeFiles(scenario.project, {
    ...files(COUNTS.published + 1, OLD, 'Second text'),
    ...files(OLD + 1, ALL, 'First text'),
  });
  return scenario;
}

const environment = (cwd: string, platform: TestPlatform) => ({
  cwd,
  env: { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey },
});

async function succeed(run: ReturnType<typeof runDocs>): Promise<void> {
  const { exitCode, stderr } = await run;
  if (exitCode !== 0) throw new Error(`docs ended with ${exitCode}:\n${stderr}`);
}

/** A copy of the scenario for one trial. */
export async function copyScenario(scenario: Scenario): Promise<Scenario> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-trial-'));
  const copy: Scenario = {
    shape: scenario.shape,
    project: join(folder, 'project'),
    database: join(folder, 'database'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  copyFolder(scenario.project, copy.project);
  copyFolder(scenario.database, copy.database);
  return copy;
}
