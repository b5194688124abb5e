/** Workflows are valid for GitHub's own parser, and pipelines for the schema of GitLab. */
import { readdir, readFile } from 'node:fs/promises';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/index';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  github,
  gitlab,
  ofMany,
  GITHUB_WORKFLOW,
  GITLAB_PIPELINE,
} from '../support/pipelines-of-init.ts';
import { partsOf, recipes } from '../support/pipeline.ts';
import { problemsByPublishedSchema } from '../support/published-schema.ts';

const trace = new NoOperationTraceWriter();

const problemsOf = (content: string): string[] => {
  const { context } = parseWorkflow({ name: 'docs.yml', content }, trace);
  return context.errors.getErrors().map(({ message }) => message);
};

const problemsOfAction = (content: string): string[] => {
  const { context } = parseAction({ name: 'action.yml', content }, trace);
  return context.errors.getErrors().map(({ message }) => message);
};

const [definitions = ''] = await recipes('definitions.md');
const [site = ''] = await recipes('pages.md');
const ownWorkflows = await Promise.all(
  (await readdir('.github/workflows')).map((name) => readFile(`.github/workflows/${name}`, 'utf8')),
);
const ALL = {
  comment: true,
  publish: true,
  references: [{ file: 'api.yaml' }, { file: 'made.yaml', generated: true }],
  baseUrl: 'https://docs.example.com/api/v1',
  content: ['docs', "our 'own' pages"],
};

const ACTION = { kind: 'action', uses: 'owner/docs@v1.2.3' } as const;
const PACKAGE = { kind: 'package', spec: '@owner/docs@1.2.3' } as const;

const { content: _, ...REST } = ALL;
const MANY = ofMany(
  [
    { ...REST, config: 'a/docs-cli.config.yml', content: ['a/docs'] },
    {
      config: 'b/docs-cli.config.yml',
      content: ['b/docs'],
      references: [],
      publish: false,
      baseUrl: null,
    },
  ],
  true,
);

const WORKFLOWS = [
  github(ALL),
  github({ ...ALL, source: ACTION }),
  github({ ...ALL, source: PACKAGE, baseUrl: null }),
  MANY.github,
  GITHUB_WORKFLOW,
  ...(await recipes('github-actions.md')),
  definitions,
  site,
  ...ownWorkflows,
];

test.each(WORKFLOWS.map((yaml, at) => [at, yaml] as const))(
  'workflow %i of the recipes and of this repository is valid',
  (_at, yaml) => {
    expect(problemsOf(yaml)).toEqual([]);
  },
);

test('action.yml is valid', async () => {
  expect(problemsOfAction(await readFile('action.yml', 'utf8'))).toEqual([]);
});

test('what GitHub would refuse is found', async () => {
  expect(problemsOf(GITHUB_WORKFLOW.replace('steps:', 'stepz:'))).not.toEqual([]);
  expect(problemsOf(GITHUB_WORKFLOW.replace('{ github.ref }', '{ github. }'))).not.toEqual([]);
  const action = await readFile('action.yml', 'utf8');
  expect(problemsOfAction(action.replace('using: composite', 'using: bash'))).not.toEqual([]);
});

const PIPELINES = [
  gitlab(ALL),
  gitlab({ ...ALL, source: PACKAGE }),
  MANY.gitlab,
  GITLAB_PIPELINE,
  ...(await recipes('gitlab.md')),
  (await recipes('definitions.md'))[1] ?? '',
  (await recipes('pages.md'))[1] ?? '',
];

const problemsOfPipeline = (yaml: string) => problemsByPublishedSchema('gitlab-ci', parse(yaml));

test.each(PIPELINES.map((yaml, at) => [at, yaml] as const))(
  'pipeline %i for GitLab is of the schema that its editor uses',
  async (_at, yaml) => {
    expect(await problemsOfPipeline(yaml)).toEqual([]);
  },
);

test.each((await partsOf('gitlab.md')).map((yaml, at) => [at, yaml] as const))(
  'part %i of a job for GitLab is of that schema',
  async (_at, yaml) => {
    const job = /^ *script:/m.test(yaml) ? yaml : `  script: [docs push]\n${yaml}`;
    expect(await problemsOfPipeline(`docs:\n${job}`)).toEqual([]);
  },
);

test('what GitLab would refuse is found', async () => {
  for (const [right, wrong] of [
    ['resource_group', 'resource_grup'],
    ['interruptible: false', 'interruptible: "no"'],
    ['script:', 'scripts:'],
    ['GIT_DEPTH: 0', 'GIT_DEPTH: [0]'],
  ] as const) {
    expect(GITLAB_PIPELINE).toContain(right);
    expect(await problemsOfPipeline(GITLAB_PIPELINE.replace(right, wrong))).not.toEqual([]);
  }
});

test.each((await partsOf('github-actions.md')).map((yaml, at) => [at, yaml] as const))(
  'step %i of a job for GitHub is valid',
  (_at, yaml) => {
    const job = 'on: push\njobs:\n  docs:\n    runs-on: ubuntu-latest\n    steps:\n';
    expect(problemsOf(job + yaml)).toEqual([]);
  },
);
