/** The pipelines that `docs init --ci` writes for a project with one folder of pages. */
import {
  githubWorkflow,
  gitlabPipeline,
  type PipelineSetup,
} from '../../src/commands/init/pipelines.ts';

const SETUP: PipelineSetup = {
  branch: 'main',
  config: 'docs-cli.config.yml',
  content: ['docs'],
  references: [],
  baseUrl: null,
  comment: false,
};

export const github = (setup: Partial<PipelineSetup> = {}): string =>
  githubWorkflow({ ...SETUP, ...setup });

export const gitlab = (setup: Partial<PipelineSetup> = {}): string =>
  gitlabPipeline({ ...SETUP, ...setup }, { job: 'docs', stage: null });

export const GITHUB_WORKFLOW = github();
export const GITLAB_PIPELINE = gitlab();
