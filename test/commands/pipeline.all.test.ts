// Slow: each step of a recipe is a shell with the built tool.
/** The pipelines that are recommended, run. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { GITHUB_WORKFLOW, GITLAB_PIPELINE } from '../support/pipelines-of-init.ts';
import { builtTool } from '../support/built.ts';
import {
  githubScripts,
  gitlabScripts,
  openPipeline as openPipelineOf,
  recipes,
  type Finished,
  type GitHubStep,
  type Pipeline,
  type Scripts,
} from '../support/pipeline.ts';

const tool = builtTool();

const openPipeline = (): Promise<Pipeline> => openPipelineOf(tool);

const failures = (finished: readonly Finished[]): readonly Finished[] =>
  finished.filter(({ code }) => code !== 0);

const GITHUB = await recipes('github-actions.md');
const GITLAB = await recipes('gitlab.md');

const SITES = await recipes('pages.md');

/** The scripts of either job. A `cd` or a variable of one lasts for the next, as on GitLab. */
function siteScript(yaml: string): string {
  const { pages } = parse(yaml) as { pages?: { script: string[] } };
  return (pages ? pages.script : githubScripts(yaml)).join('\n');
}

test.each([
  ['GitHub', { BASE_PATH: '/handbook' }, '_site'],
  ['GitLab', { CI_PAGES_URL: 'https://group.pages.example.com/handbook' }, 'public'],
] as const)(
  'the recipe for the pages of %s builds the site for its path',
  async (name, env, out) => {
    const yaml = SITES[name === 'GitHub' ? 0 : 1] ?? '';
    expect(SITES).toHaveLength(2);
    const pipeline = await openPipeline();
    const script = `${siteScript(yaml)}\ncat ${out}/404.html; ls ${out}/v1.0/guides`;

    const [finished] = await pipeline.run([script], { ...env, DOCS_API_KEY: '' });
    expect(finished).toMatchObject({ code: 0 });
    expect(finished?.output).toContain('href="/handbook/_docs/site.css"');
    expect(finished?.output).toContain('intro.html');
  },
);

test('whatever the recipes for pages run of others is pinned by commit', () => {
  const { jobs } = parse(SITES[0] ?? '') as {
    jobs: Record<string, { steps: { uses?: string }[] }>;
  };
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used).toHaveLength(5);
  for (const each of used) expect(each).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
});

const PIPELINES: readonly (readonly [name: string, scripts: Scripts, lockCommitted: boolean])[] = [
  ['docs init --ci github', githubScripts(GITHUB_WORKFLOW), false],
  ['docs init --ci gitlab', gitlabScripts(GITLAB_PIPELINE), false],
  ['docs/ci/github-actions.md, first recipe', githubScripts(GITHUB[0] ?? ''), false],
  ['docs/ci/github-actions.md, second recipe', githubScripts(GITHUB[1] ?? ''), true],
  ['docs/ci/gitlab.md, first recipe', gitlabScripts(GITLAB[0] ?? ''), false],
  ['docs/ci/gitlab.md, second recipe', gitlabScripts(GITLAB[1] ?? ''), true],
];

test('each page has four recipes, and none cancels a push', () => {
  expect([GITHUB.length, GITLAB.length]).toEqual([4, 4]);
  for (const yaml of GITHUB) {
    expect(parse(yaml)).toMatchObject({ concurrency: { 'cancel-in-progress': false } });
  }
  for (const yaml of GITLAB) {
    for (const job of Object.values(parse(yaml) as object)) {
      expect(job).toMatchObject({ interruptible: false, resource_group: expect.any(String) });
    }
  }
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

    expect((await pipeline.remoteFiles()).includes('docs-cli.lock')).toBe(lockCommitted);
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

test.each(PIPELINES)(
  '%s: installs nothing without an address or a digest, nor with another digest, and says why',
  async (_name, scripts) => {
    const pipeline = await openPipeline();
    for (const [env, words] of [
      [{ DOCS_TARBALL: '' }, 'Fill in DOCS_TARBALL and DOCS_SHA256'],
      [{ DOCS_SHA256: '' }, 'Fill in DOCS_TARBALL and DOCS_SHA256'],
      [{ DOCS_SHA256: '0'.repeat(64) }, 'FAILED'],
    ] as const) {
      const [installed, next] = await pipeline.run(scripts, env);
      expect(installed?.output).toContain(words);
      expect([installed?.code, next?.code]).not.toContain(0);
    }
  },
);

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
