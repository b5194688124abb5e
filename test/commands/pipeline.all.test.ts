// Slow: each step of a recipe is a shell with the built tool.
/** The pipelines that are recommended, run. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { github, GITHUB_WORKFLOW, GITLAB_PIPELINE } from '../support/pipelines-of-init.ts';
import { builtTool } from '../support/built.ts';
import * as forges from '../support/forge-events.ts';
import type { RunJob } from '../support/forge-events.ts';
import {
  githubScripts,
  gitlabScripts,
  openPipeline as openPipelineOf,
  recipes,
  type GitHubStep,
  type Pipeline,
} from '../support/pipeline.ts';

const tool = builtTool();

const openPipeline = (): Promise<Pipeline> => openPipelineOf(tool);

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

test('the first recipe of each page is what docs init writes', () => {
  expect(GITHUB[0]).toBe(GITHUB_WORKFLOW);
  expect(GITLAB[0]).toBe(GITLAB_PIPELINE);
});

const MANUAL = await readFile('manual/docs/current/manual/pipelines.md', 'utf8');
const [, SHORTEST = ''] = /^```yaml.*\n([\s\S]*?)^```/m.exec(MANUAL) ?? [];

type Kind = 'github' | 'gitlab';

const FORGES = { github: forges.github, gitlab: forges.gitlab };

const PIPELINES: readonly (readonly [name: string, kind: Kind, yaml: string, lock: boolean])[] = [
  ['docs init --ci github', 'github', GITHUB_WORKFLOW, false],
  ['docs init --ci gitlab', 'gitlab', GITLAB_PIPELINE, false],
  ['the manual', 'github', SHORTEST, false],
  ['docs/ci/github-actions.md, second recipe', 'github', GITHUB[1] ?? '', true],
  ['docs/ci/gitlab.md, second recipe', 'gitlab', GITLAB[1] ?? '', true],
];

test('each page has three recipes, and none cancels a push', () => {
  expect([GITHUB.length, GITLAB.length]).toEqual([3, 3]);
  for (const yaml of GITHUB) {
    expect(parse(yaml)).toMatchObject({ concurrency: { 'cancel-in-progress': false } });
  }
  for (const yaml of GITLAB) {
    for (const job of Object.values(parse(yaml) as object)) {
      expect(job).toMatchObject({ interruptible: false, resource_group: expect.any(String) });
    }
  }
});

const failed = (jobs: readonly RunJob[]) =>
  jobs.flatMap(({ steps }) => steps.filter(({ code }) => code !== 0));

describe.each(PIPELINES)('%s', (_name, kind, yaml, lockCommitted) => {
  test('pushes what was merged, and again after the next merge', async () => {
    const pipeline = await openPipeline();
    const forge = FORGES[kind](pipeline, yaml);

    expect(failed(await forge.merge('main'))).toEqual([]);
    expect(await pipeline.page('v1.0/guides/intro')).toContain('First text.');

    await pipeline.commit({
      'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nSecond text.\n',
    });
    expect(failed(await forge.merge('main'))).toEqual([]);
    expect(await pipeline.page('v1.0/guides/intro')).toContain('Second text.');

    expect((await pipeline.remoteFiles()).includes('docs-cli.lock')).toBe(lockCommitted);
  });
});

test.each(PIPELINES.slice(0, 2))(
  '%s: a branch is checked and planned, and pushes nothing; without a key it is checked only',
  async (_name, kind, yaml) => {
    const pipeline = await openPipeline();
    const forge = FORGES[kind](pipeline, yaml);
    const file = 'docs/v1.0/guides/intro.md';
    await pipeline.commit({ [file]: '---\ntitle: Intro\n---\n\nOther text.\n' }, 'a-branch');
    const said = (jobs: readonly RunJob[]) =>
      jobs.flatMap(({ steps }) => steps.map(({ output }) => output)).join('');

    const planned = await forge.pullRequest('a-branch');
    expect(failed(planned)).toEqual([]);
    expect(said(planned)).toContain('1 page to create');
    const checked = await forge.pullRequest('a-branch', { fork: true });
    expect(failed(checked)).toEqual([]);
    expect(said(checked)).toContain('no problems');
    expect(said(checked)).not.toContain('to create');
    expect(await pipeline.page('v1.0/guides/intro')).toBeUndefined();

    await pipeline.commit({ [file]: '---\ntitle: Intro\n---\n\n[x](gone.md)\n' }, 'a-branch');
    const [broken] = failed(await forge.pullRequest('a-branch'));
    expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('gone.md') });
  },
);

test.each(PIPELINES)(
  '%s: installs nothing without an address or a digest, nor with another digest, and says why',
  async (_name, kind, yaml) => {
    const pipeline = await openPipeline();
    const scripts = (kind === 'github' ? githubScripts : gitlabScripts)(yaml).slice(0, 2);
    const blank = yaml === SHORTEST ? '' : 'Fill in DOCS_TARBALL and DOCS_SHA256';
    for (const [env, words] of [
      [{ DOCS_TARBALL: '' }, blank],
      [{ DOCS_SHA256: '' }, blank],
      [{ DOCS_SHA256: '0'.repeat(64) }, 'FAILED'],
    ] as const) {
      const [installed] = await pipeline.run(scripts, env);
      expect(installed?.output).toContain(words);
      expect(installed?.code).not.toBe(0);
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
const WORKFLOWS = [
  github({ comment: true, references: [{ file: 'api.yaml' }] }),
  ...GITHUB,
  SHORTEST,
  DEFINITIONS[0] ?? '',
];

test.each(WORKFLOWS)(
  'a workflow gives the key to the steps that need it, and pins actions',
  (yaml) => {
    const { env = {}, jobs } = parse(yaml) as Workflow;
    for (const job of Object.values(jobs)) {
      expect({ ...env, ...job.env }).toEqual({ DOCS_TARBALL: '', DOCS_SHA256: '' });
      for (const { run = '', uses = '@'.padEnd(41, '0'), env: own = {} } of job.steps) {
        const sends = /docs (?:push|ref upload|ref diff (?!.*--against))/.test(run);
        expect(Object.keys(own).includes('DOCS_API_KEY')).toBe(sends);
        expect(uses).toMatch(/@[0-9a-f]{40}$/);
      }
    }
  },
);

test('a pull request costs the platform nothing with the shortest workflow of the manual', async () => {
  const pipeline = await openPipeline();
  const file = 'docs/v1.0/guides/intro.md';
  await pipeline.commit({ [file]: '---\ntitle: Intro\n---\n\nOther text.\n' }, 'a-branch');

  const [job] = await forges.github(pipeline, SHORTEST).pullRequest('a-branch');

  expect(job?.isDone).toBe(true);
  expect(job?.summary).toContain('<ins>Other</ins>');
  expect(pipeline.requests.count()).toBe(0);
});
