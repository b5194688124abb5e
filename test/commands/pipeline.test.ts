/** The pipelines that are recommended, run: their own scripts, by bash, in a clone with a remote, against the embedded platform. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { GITHUB_WORKFLOW, GITLAB_PIPELINE } from '../../src/features/init/templates.ts';
import { buildTool } from '../support/built.ts';
import type { BuiltTool } from '../support/built.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { openWorld } from '../support/world.ts';

let tool: BuiltTool;
beforeAll(async () => {
  tool = await buildTool();
});
afterAll(() => tool.remove());

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  '.gitignore': '.docs-cli/\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nFirst text.\n',
};

/** One job: the scripts of its steps, in order. */
type Scripts = readonly string[];

interface GitHubStep {
  readonly run?: string;
}

function githubScripts(yaml: string): Scripts {
  const { jobs } = parse(yaml) as { jobs: Record<string, { steps: GitHubStep[] }> };
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

function gitlabScripts(yaml: string): Scripts {
  const { docs } = parse(yaml) as { docs: { script: string[]; after_script?: string[] } };
  return [...docs.script, ...(docs.after_script ?? [])];
}

/** The YAML blocks of a page that are whole pipelines. */
async function recipes(page: string): Promise<string[]> {
  const markdown = await readFile(new URL(`../../docs/ci/${page}`, import.meta.url), 'utf8');
  return [...markdown.matchAll(/^```yaml\n([\s\S]*?)^```/gm)]
    .map(([, yaml = '']) => yaml)
    .filter((yaml) => /^\w+:/.test(yaml));
}

interface Finished {
  readonly code: number | null;
  readonly output: string;
}

async function bash(script: string, cwd: string, env: Record<string, string>): Promise<Finished> {
  const child = spawn('bash', ['-e', '-c', script], { cwd, env: { ...process.env, ...env } });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    }),
  ]);
  return { code, output: stdout + stderr };
}

/**
 * A release, and an `npm` that installs it: it makes a `docs` that is this tool, if it is given the release's tarball and nothing that runs scripts.
 * What a recipe is told of the release goes into its environment.
 */
async function release(folder: string): Promise<Record<string, string>> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const tarball = join(folder, 'docs-cli-0.2.0.tgz');
  await writeFile(tarball, 'a tarball');
  const script = `#!/bin/bash
[[ "$*" == *--ignore-scripts* && "$1 $2" == 'install --global' ]] || { echo "npm $* runs scripts" >&2; exit 9; }
cmp --quiet ${JSON.stringify(tarball)} "\${@: -1}" || { echo "npm installs something else" >&2; exit 9; }
printf '#!/bin/bash\nexec %q %q "$@"\n' ${JSON.stringify(process.execPath)} ${JSON.stringify(tool.docs)} > ${JSON.stringify(bin)}/docs
chmod +x ${JSON.stringify(bin)}/docs
`;
  await writeFile(join(bin, 'npm'), script, { mode: 0o755 });
  return {
    PATH: [bin, process.env['PATH']].join(delimiter),
    DOCS_TARBALL: pathToFileURL(tarball).href,
    DOCS_SHA256: createHash('sha256').update('a tarball').digest('hex'),
  };
}

interface Pipeline {
  /** Runs the job in a new clone. */
  run(scripts: Scripts, env?: Record<string, string>): Promise<readonly Finished[]>;
  /** Commits a change, as somebody who works on the docs. */
  commit(files: Record<string, string>): Promise<void>;
  page(key: string): Promise<string | null | undefined>;
  /** What the remote's main branch has. */
  remoteFiles(): Promise<string>;
}

async function openPipeline(): Promise<Pipeline> {
  const world = await openWorld(FILES);
  const folder = await temporaryFolder();
  const env = {
    ...(await release(folder)),
    HOME: folder,
    DOCS_API_KEY: world.platform.apiKey,
    DOCS_BASE_URL: world.platform.baseUrl,
    CI: 'true',
    CI_COMMIT_BRANCH: 'main',
    CI_DEFAULT_BRANCH: 'main',
    CI_SERVER_HOST: 'gitlab.example.com',
    CI_REPOSITORY_URL: join(folder, 'remote.git'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = async (script: string, cwd = folder): Promise<string> => {
    const { code, output } = await bash(script, cwd, env);
    if (code !== 0) throw new Error(output);
    return output;
  };
  await git(`git config --global user.name Writer && git config --global user.email writer@example.com
git init -q --bare -b main remote.git && git clone -q remote.git writer 2>&1 && git -C writer checkout -q -b main`);
  const writer = join(folder, 'writer');
  const commit: Pipeline['commit'] = async (files) => {
    await git('git pull -q --rebase origin main 2>/dev/null || true', writer);
    await writeFiles(writer, files);
    await git('git add -A && git commit -qm "Write" && git push -q origin main', writer);
  };
  await commit(FILES);
  let clones = 0;
  return {
    commit,
    async run(scripts, own = {}) {
      clones += 1;
      const clone = join(folder, `clone-${clones}`);
      await git(`git clone -q remote.git ${clone}`);
      const finished: Finished[] = [];
      for (const script of scripts) finished.push(await bash(script, clone, { ...env, ...own }));
      return finished;
    },
    async page(key) {
      const page = await world.page(key);
      return page && (page.draft ?? page.published);
    },
    remoteFiles: () => git('git --git-dir=remote.git ls-tree -r --name-only main'),
  };
}

const failures = (finished: readonly Finished[]): readonly Finished[] =>
  finished.filter(({ code }) => code !== 0);

const GITHUB = await recipes('github-actions.md');
const GITLAB = await recipes('gitlab.md');

const PIPELINES: readonly (readonly [name: string, scripts: Scripts, lockCommitted: boolean])[] = [
  ['docs init --ci github', githubScripts(GITHUB_WORKFLOW), false],
  ['docs init --ci gitlab', gitlabScripts(GITLAB_PIPELINE), false],
  ['docs/ci/github-actions.md, first recipe', githubScripts(GITHUB[0] ?? ''), false],
  ['docs/ci/github-actions.md, second recipe', githubScripts(GITHUB[1] ?? ''), true],
  ['docs/ci/gitlab.md, first recipe', gitlabScripts(GITLAB[0] ?? ''), false],
  ['docs/ci/gitlab.md, second recipe', gitlabScripts(GITLAB[1] ?? ''), true],
];

test('each page has two recipes, and none cancels a push', () => {
  expect([GITHUB.length, GITLAB.length]).toEqual([2, 2]);
  for (const yaml of GITHUB) {
    expect(parse(yaml)).toMatchObject({ concurrency: { 'cancel-in-progress': false } });
  }
  for (const yaml of GITLAB)
    expect(parse(yaml)).toMatchObject({ docs: { interruptible: false, resource_group: 'docs' } });
});

describe.each(PIPELINES)('%s', (_name, scripts, lockCommitted) => {
  test('pushes what was merged, and again after the next merge', async () => {
    const pipeline = await openPipeline();

    expect(failures(await pipeline.run(scripts))).toEqual([]);
    expect(await pipeline.page('v1.0/guides/intro')).toContain('First text.');

    await pipeline.commit({
      'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nSecond text.\n',
    });
    expect(failures(await pipeline.run(scripts))).toEqual([]);
    expect(await pipeline.page('v1.0/guides/intro')).toContain('Second text.');

    expect((await pipeline.remoteFiles()).includes('docs-cli.lock.json')).toBe(lockCommitted);
  });
});

test.each([
  ['docs init --ci gitlab', gitlabScripts(GITLAB_PIPELINE)],
  ['docs/ci/gitlab.md, first recipe', gitlabScripts(GITLAB[0] ?? '')],
])('%s: a branch is checked, and pushes nothing', async (_name, scripts) => {
  const pipeline = await openPipeline();
  const branch = { CI_COMMIT_BRANCH: 'a-branch' };

  const [, , planned] = await pipeline.run(scripts, branch);
  expect(planned).toMatchObject({ code: 0, output: expect.stringContaining('1 page to create') });
  // Its pipeline does not see a protected key.
  expect(failures(await pipeline.run(scripts, { ...branch, DOCS_API_KEY: '' }))).toEqual([]);
  expect(await pipeline.page('v1.0/guides/intro')).toBeUndefined();

  await pipeline.commit({
    'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\n[x](gone.md)\n',
  });
  const [, checked] = await pipeline.run(scripts, { ...branch, DOCS_API_KEY: '' });
  expect(checked).toMatchObject({ code: 1, output: expect.stringContaining('gone.md') });
});

describe.each(PIPELINES)('%s', (_name, scripts) => {
  test.each([
    ['an empty address', { DOCS_TARBALL: '' }, 'Fill in DOCS_TARBALL and DOCS_SHA256'],
    ['an empty digest', { DOCS_SHA256: '' }, 'Fill in DOCS_TARBALL and DOCS_SHA256'],
    ['another digest', { DOCS_SHA256: '0'.repeat(64) }, 'FAILED'],
  ])('installs nothing with %s, and says why', async (_what, env, words) => {
    const pipeline = await openPipeline();
    const [installed, next] = await pipeline.run(scripts, env);
    expect(installed?.code).not.toBe(0);
    expect(installed?.output).toContain(words);
    expect(next?.code).not.toBe(0);
  });
});

interface Workflow {
  readonly env?: Record<string, string>;
  readonly jobs: Record<
    string,
    { env?: Record<string, string>; steps: (GitHubStep & { uses?: string; env?: object })[] }
  >;
}

const DEFINITIONS = await recipes('definitions.md');
const WORKFLOWS = [GITHUB_WORKFLOW, ...GITHUB, DEFINITIONS[0] ?? ''];

test.each(WORKFLOWS)(
  'a workflow gives the key to the steps that need it, and pins actions',
  (yaml) => {
    const { env = {}, jobs } = parse(yaml) as Workflow;
    for (const job of Object.values(jobs)) {
      expect({ ...env, ...job.env }).toEqual({ DOCS_TARBALL: '', DOCS_SHA256: '' });
      for (const { run = '', uses = '@'.padEnd(41, '0'), env: own = {} } of job.steps) {
        const sends = /docs (?:push|ref (?:upload|diff))/.test(run);
        expect(Object.keys(own).includes('DOCS_API_KEY')).toBe(sends);
        expect(uses).toMatch(/@[0-9a-f]{40}$/);
      }
    }
  },
);

test.each([GITHUB_WORKFLOW, GITHUB[0] ?? ''])(
  'a pull request from a fork, which has no key, is checked only',
  async (yaml) => {
    const pipeline = await openPipeline();
    const { jobs } = parse(yaml) as { jobs: { docs: { steps: (GitHubStep & { if?: string })[] } } };
    const runs = jobs.docs.steps.filter(({ if: when }) => when !== "github.event_name == 'push'");
    const scripts = runs.flatMap(({ run }) => run ?? []);

    const [, checked, planned] = await pipeline.run(scripts, { DOCS_API_KEY: '' });
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('no problems') });
    expect(planned).toEqual({ code: 0, output: '' });
    const [, , withKey] = await pipeline.run(scripts);
    expect(withKey).toMatchObject({ code: 0, output: expect.stringContaining('1 page to create') });
  },
);

interface Action {
  readonly inputs: Record<string, { default?: string }>;
  readonly runs: { readonly steps: readonly { run: string }[] };
}

const ACTION = parse(await readFile('action.yml', 'utf8')) as Action;

test('the action runs the bundle that lies beside it', async () => {
  const pipeline = await openPipeline();
  const env = {
    DOCS_COMMAND: ACTION.inputs['command']?.default ?? '',
    DOCS_ACTION: dirname(dirname(tool.docs)),
  };
  expect(failures(await pipeline.run([ACTION.runs.steps[0]?.run ?? ''], env))).toEqual([]);
  expect(await pipeline.page('v1.0/guides/intro')).toContain('First text.');
});

test('the action says that a ref has no bundle', async () => {
  const pipeline = await openPipeline();
  const env = { DOCS_COMMAND: 'check', DOCS_ACTION: await temporaryFolder() };
  const [run] = await pipeline.run([ACTION.runs.steps[0]?.run ?? ''], env);
  expect(run).toMatchObject({ code: 1, output: expect.stringContaining('tag of a release') });
});
