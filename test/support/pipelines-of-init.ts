/** The pipelines that `docs init --ci` writes for a project with one folder of pages. */
import { githubWorkflow } from '../../src/commands/init/github-workflow.ts';
import { gitlabPipeline } from '../../src/commands/init/gitlab-pipeline.ts';
import type { PipelineProject, PipelineSetup } from '../../src/commands/init/pipelines.ts';

const PROJECT: PipelineProject = {
  config: 'docs-cli.config.yml',
  content: ['docs'],
  references: [],
  publish: false,
  baseUrl: null,
};

type Wanted = Partial<PipelineProject> & Partial<Pick<PipelineSetup, 'comment' | 'source'>>;

const TARBALL = { kind: 'tarball' } as const;

const setupOf = ({ comment = false, source = TARBALL, ...project }: Wanted): PipelineSetup => ({
  branch: 'main',
  source,
  projects: [{ ...PROJECT, ...project }],
  comment,
});

const PLACE = { job: 'docs', stage: null };

export const github = (wanted: Wanted = {}): string => githubWorkflow(setupOf(wanted));

export const gitlab = (wanted: Wanted = {}): string => gitlabPipeline(setupOf(wanted), PLACE);

/** For several configurations, each in a folder of its own. */
export const ofMany = (
  projects: PipelineSetup['projects'],
  comment = false,
): { readonly github: string; readonly gitlab: string } => {
  const setup: PipelineSetup = { branch: 'main', source: TARBALL, projects, comment };
  return { github: githubWorkflow(setup), gitlab: gitlabPipeline(setup, PLACE) };
};

export const GITHUB_WORKFLOW = github();
export const GITLAB_PIPELINE = gitlab();
