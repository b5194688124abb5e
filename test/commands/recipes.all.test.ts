/** The recipes for comments and for several configurations, run. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtTool } from '../support/built.ts';
import {
  githubScripts,
  gitlabScripts,
  openPipeline,
  partsOf,
  recipes,
  type GitHubStep,
  type Scripts,
} from '../support/pipeline.ts';

const tool = builtTool();

const [, , COMMENT = '', MANY = ''] = await recipes('github-actions.md');
const [, , GITLAB_COMMENT = '', GITLAB_MANY = ''] = await recipes('gitlab.md');

describe('the recipe for comments', () => {
  const EDIT = "printf '\\nMore, @team.\\n' >> docs/v1.0/guides/intro.md";
  const edited = ([install = '', ...rest]: Scripts): Scripts => [install, EDIT, ...rest];

  test('of GitHub writes the plan and the review, and changes them the next time', async () => {
    const pipeline = await openPipeline(tool);
    const env = { GITHUB_BASE_REF: 'main', GITHUB_REPOSITORY: 'a/b', PULL_REQUEST: '1' };

    for (let run = 0; run < 2; run += 1) {
      const finished = await pipeline.run(edited(githubScripts(COMMENT)), env);
      expect(finished.filter(({ code }) => code !== 0)).toEqual([]);
    }

    const [plan, review, ...others] = await pipeline.comments();
    expect(plan).toMatch(/^<!-- docs plan -->\n### docs: what a push would do\n\n1 page to create/);
    expect(review).toMatch(/^<!-- docs review -->\n### Review: /);
    expect(review).not.toContain('@team');
    expect(others).toEqual([]);
    expect(await pipeline.page('v1.0/guides/intro')).toBeUndefined();
  });

  test('of GitHub is for pull requests of the repository itself', () => {
    const { on, jobs } = parse(COMMENT) as { on: object; jobs: { comment: { if: string } } };
    expect(Object.keys(on)).toEqual(['pull_request']);
    expect(jobs.comment.if).toContain('head.repo.full_name == github.repository');
  });

  test('of GitLab writes the plan and the review', async () => {
    const pipeline = await openPipeline(tool);
    const env = {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: 'HEAD',
      COMMENT_TOKEN: 'token',
      CI_API_V4_URL: 'https://gitlab.example.com/api/v4',
      CI_PROJECT_ID: '1',
      CI_MERGE_REQUEST_IID: '2',
    };

    const finished = await pipeline.run(edited(gitlabScripts(GITLAB_COMMENT)), env);

    expect(finished.filter(({ code }) => code !== 0)).toEqual([]);
    const [plan, review] = await pipeline.comments();
    expect(plan).toMatch(/^### docs: what a push would do/);
    expect(review).toMatch(/^### Review: /);
  });
});

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
  const here = { DOCS_API_KEY: '' };

  interface Matrix {
    readonly strategy: { readonly matrix: { readonly include: readonly { folder: string }[] } };
    readonly steps: readonly GitHubStep[];
  }

  /** The scripts of each job of the matrix, for an event. */
  function jobsOn(event: 'push' | 'pull_request'): Scripts[] {
    const { jobs } = parse(MANY) as { jobs: { docs: Matrix } };
    const { strategy, steps } = jobs.docs;
    return strategy.matrix.include.map(({ folder }) =>
      steps
        .filter(({ if: when }) => when === undefined || when.includes(`'${event}'`))
        .flatMap(({ run, 'working-directory': at }) => {
          if (run === undefined) return [];
          return at === undefined ? [run] : [`cd ${folder}\n${run}`];
        }),
    );
  }

  test('of GitHub checks and pushes each in its folder', async () => {
    const pipeline = await open();
    for (const scripts of [...jobsOn('pull_request'), ...jobsOn('push')]) {
      expect((await pipeline.run(scripts)).filter(({ code }) => code !== 0)).toEqual([]);
    }
    expect(await pipeline.page('v1.0/guides/of-a')).toContain('Text.');
    expect(await pipeline.page('v1.0/others/of-b')).toContain('Text.');
  });

  test('of GitHub marks lines from the top of the repository, and fails one job alone', async () => {
    const pipeline = await open();
    await pipeline.commit({ 'packages/b/docs/v1.0/others/of-b.md': `${page}[x](gone.md)\n` });
    const [a = [], b = []] = jobsOn('pull_request');

    const first = await pipeline.run(a, { GITHUB_ACTIONS: 'true' });
    const [, checked] = await pipeline.run(b, { GITHUB_ACTIONS: 'true' });

    expect(first.filter(({ code }) => code !== 0)).toEqual([]);
    expect(checked?.code).toBe(1);
    expect(checked?.output).toContain('::error file=packages/b/docs/v1.0/others/of-b.md,line=');
  });

  test('of GitLab checks and pushes each in its folder, with its own key', async () => {
    const pipeline = await open();
    const { docs } = parse(GITLAB_MANY) as {
      docs: { parallel: { matrix: { FOLDER: string; KEY: string }[] } };
    };
    const key = pipeline.apiKey;
    const script = gitlabScripts(GITLAB_MANY).join('\n');
    for (const { FOLDER, KEY } of docs.parallel.matrix) {
      const branch = { ...here, FOLDER, KEY, CI_COMMIT_BRANCH: 'a-branch' };
      expect(await pipeline.run([script], branch)).toMatchObject([{ code: 0 }]);
      expect(await pipeline.run([script], { ...here, FOLDER, KEY, [KEY]: key })).toMatchObject([
        { code: 0 },
      ]);
    }
    expect(await pipeline.page('v1.0/guides/of-a')).toContain('Text.');
    expect(await pipeline.page('v1.0/others/of-b')).toContain('Text.');
  });
});
