// Slow: each step of a recipe is a shell with the built tool.
/** The recipes for comments and for several configurations, run. */
import { describe, expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import * as forges from '../support/forge-events.ts';
import type { RunJob } from '../support/forge-events.ts';
import { ofMany } from '../support/pipelines-of-init.ts';
import {
  githubScripts,
  gitlabScripts,
  openPipeline,
  partsOf,
  recipes,
} from '../support/pipeline.ts';

const tool = builtTool();

const [, , MANY = ''] = await recipes('github-actions.md');
const [, , GITLAB_MANY = ''] = await recipes('gitlab.md');

test.each([
  ['GitHub', 'github-actions.md', { GITHUB_BASE_REF: 'main' }],
  ['GitLab', 'gitlab.md', { CI_MERGE_REQUEST_DIFF_BASE_SHA: 'HEAD~1' }],
] as const)(
  'the step for the review on %s writes one file, without a key',
  async (_, page, env) => {
    const parts = (await partsOf(page)).filter((yaml) => yaml.includes('docs review'));
    expect(parts).toHaveLength(1);
    const [yaml = ''] = parts;
    const whole = yaml.trimStart().startsWith('-')
      ? githubScripts(`jobs:\n  docs:\n    steps:\n${yaml}`)
      : gitlabScripts(`docs:\n${yaml}`);
    const [script = ''] = whole;
    const pipeline = await openPipeline(tool);
    await pipeline.commit({
      'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nMore text.\n',
    });

    const [finished] = await pipeline.run(
      [`docs() { "${process.execPath}" "${tool.docs}" "$@"; }\n${script}`],
      { ...env, DOCS_API_KEY: '' },
    );

    expect(whole).toHaveLength(1);
    expect(finished).toMatchObject({ code: 0 });
    expect(await pipeline.read('review.html')).toMatch(/^<!doctype html>/);
  },
);

describe('the recipe for several configurations', () => {
  const CONFIG = 'content:\n  - path: docs\n';
  const page = '---\ntitle: Page\n---\n\nText.\n';
  const PROJECTS = {
    '.gitignore': '.docs-cli/\n',
    'packages/a/docs-cli.config.yml': CONFIG,
    'packages/a/docs/v1.0/guides/of-a.md': page,
    'packages/b/docs-cli.config.yml': CONFIG,
    'packages/b/docs/v1.0/others/of-b.md': page,
  };
  const SEED = {
    'docs-cli.config.yml': CONFIG,
    'docs/v1.0/guides/of-a.md': page,
    'docs/v1.0/others/of-b.md': page,
  };
  const open = () => openPipeline(tool, PROJECTS, SEED);
  const failed = (jobs: readonly RunJob[]) =>
    jobs.flatMap(({ steps }) => steps.filter(({ code }) => code !== 0));

  test('is what docs init writes', () => {
    const project = (folder: string) => ({
      config: `${folder}/docs-cli.config.yml`,
      content: [`${folder}/docs`],
      references: [],
      publish: false,
      baseUrl: null,
    });
    const written = ofMany([project('packages/a'), project('packages/b')]);
    expect([MANY, GITLAB_MANY]).toEqual([written.github, written.gitlab]);
  });

  test.each([
    ['GitHub', forges.github, MANY],
    ['GitLab', forges.gitlab, GITLAB_MANY],
  ] as const)('of %s checks, plans and pushes each', async (_, forgeOf, yaml) => {
    const pipeline = await open();
    const forge = forgeOf(pipeline, yaml);
    await pipeline.commit({ 'packages/a/docs/v1.0/guides/of-a.md': `${page}More.\n` }, 'of-a');

    expect(failed(await forge.pullRequest('of-a'))).toEqual([]);
    expect(pipeline.requests.count('listAll')).toBe(1);
    expect(failed(await forge.pullRequest('of-a'))).toEqual([]);
    expect(pipeline.requests.count('listAll')).toBe(1);
    expect(failed(await forge.merge('of-a'))).toEqual([]);
    expect(await pipeline.page('v1.0/guides/of-a')).toContain('More.');
    expect(await pipeline.page('v1.0/others/of-b')).toContain('Text.');
  });

  test('of GitHub marks lines from the top of the repository, and fails one job alone', async () => {
    const pipeline = await open();
    const broken = { 'packages/b/docs/v1.0/others/of-b.md': `${page}[x](gone.md)\n` };
    await pipeline.commit(broken, 'broken');

    const [a, b] = await forges.github(pipeline, MANY).pullRequest('broken');

    expect([a?.isDone, b?.isDone]).toEqual([true, false]);
    expect(b?.steps.at(-1)?.output).toContain(
      '::error file=packages/b/docs/v1.0/others/of-b.md,line=',
    );
  });
});
