/**
 * Chooses the pipeline that `docs init --ci` writes and its path: next to an existing one if the
 * forge can include another.
 */
import { join } from 'node:path';
import { DEFAULT_BASE_URL } from '../../model/address.ts';
import { findRepository } from '../../system/git/run-git.ts';
import { isThere } from '../../system/files/path.ts';
import { readRegular } from '../../system/files/read.ts';
import { defaultBranch } from '../../system/git/default-branch.ts';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import type { Permission } from '../../model/operations.ts';
import { listOf } from '../../model/text/sentences.ts';
import { YamlText } from '../../system/yaml/yaml-text.ts';
import type { LeftToFill } from './document.ts';
import { manifestIn } from '../../config/schema-address.ts';
import { releaseSource } from './release-source.ts';
import { githubWorkflow } from './github-workflow.ts';
import { gitlabPipeline, type GitlabPlace } from './gitlab-pipeline.ts';
import {
  generatedIn,
  matrixOf,
  oddPathsIn,
  pathsIn,
  type PipelineProject,
  type PipelineSetup,
} from './pipelines.ts';

const GITHUB = '.github/workflows/docs.yml';
const GITLAB = '.gitlab-ci.yml';
/** The file that an existing pipeline of GitLab includes. */
const INCLUDED = '.gitlab/docs.yml';

export const pipelineNames: ReadonlySet<string> = new Set([GITHUB, GITLAB, INCLUDED]);

/** The forge whose pipelines check and push, if any. */
export type PipelineChoice = 'github' | 'gitlab' | 'none';

export interface Pipeline {
  readonly files: ReadonlyMap<string, string>;
  /** Values that only a person can fill in. */
  readonly left: readonly LeftToFill[];
}

type Wanted = Omit<PipelineSetup, 'branch' | 'source'> & {
  readonly force: boolean;
};

/**
 * Throws `usage` if a comment is requested without a pipeline, or a pipeline in a folder below the
 * top of its repository, where no forge finds it.
 */
export function requireCi(folder: string, ci: PipelineChoice = 'none', comment = false): void {
  if (comment && ci === 'none') {
    throw new Failure('usage', '--comment is for the pipeline that --ci writes.', {
      hint: 'Add --ci github or --ci gitlab',
    });
  }
  if (ci === 'none' || pathInRepository(folder) === '') return;
  throw new Failure(
    'usage',
    `Workflows are read at the top of the repository only; this folder is "${pathInRepository(folder)}".`,
    { hint: `Set it up without --ci; then, at the top: docs init --ci ${ci}` },
  );
}

/** The path of a folder in its repository. Empty at its top, and without one. */
export const pathInRepository = (folder: string): string =>
  (findRepository(folder)?.prefix ?? '').replace(/\/$/, '');

/** The pipeline, for the top of its repository. */
export async function pipelineFor(
  host: Host,
  ci: 'github' | 'gitlab',
  { force, ...wanted }: Wanted,
): Promise<Pipeline> {
  const branch = await defaultBranch({ root: host.cwd, ...host });
  const setup = { ...wanted, branch, source: releaseSource(manifestIn(host.packageFolder), ci) };
  requireInert(setup);
  const [only, another] = setup.projects;
  if (another !== undefined) requirePlain(setup);
  const keys =
    another === undefined
      ? [secret('DOCS_API_KEY', only)]
      : matrixOf(setup).map(({ key }, at) => secret(key, setup.projects[at] ?? only));
  const isBeside = ci === 'gitlab' && !force && isForeign(host.cwd);
  const file = ci === 'github' ? GITHUB : isBeside ? INCLUDED : GITLAB;
  const text =
    ci === 'github'
      ? githubWorkflow(setup)
      : gitlabPipeline(setup, isBeside ? placeBeside(host.cwd) : { job: 'docs', stage: null });
  const include = isBeside ? [includeIn(existing(host.cwd))] : [];
  const secrets = [...keys, ...(ci === 'gitlab' && wanted.comment ? ['COMMENT_TOKEN'] : [])];
  const named = [...new Set(secrets)].map((name) => ({
    file: null,
    line: null,
    what: SECRETS[ci](name),
  }));
  const left = [...include, ...blanksIn(file, text, setup), ...named];
  return { files: new Map([[file, text]]), left };
}

/**
 * Throws if a path has what GitHub replaces before a shell sees the line: a name that a stranger
 * chose would be run.
 */
function requireInert(setup: PipelineSetup): void {
  const live = pathsIn(setup).find((path) => /\$\{\{|\p{Cc}|[\u2028\u2029]/u.test(path));
  if (live === undefined) return;
  const why = live.includes('${{')
    ? '${{ }} in it would be run'
    : 'it has a line break or another control character';
  throw new Failure('usage', `The name ${JSON.stringify(live)} cannot be in a pipeline: ${why}.`, {
    hint: 'Rename it, then run the same command again',
  });
}

/** Throws if a path needs quotes, because a matrix passes paths to shells without them. */
function requirePlain(setup: PipelineSetup): void {
  const [odd] = oddPathsIn(setup);
  if (odd === undefined) return;
  throw new Failure(
    'usage',
    `The name "${odd}" cannot be in a pipeline for several configurations: it has a character that shells read.`,
    { hint: 'Rename it, or write the job of its configuration yourself: docs/ci has one' },
  );
}

/** Whether there is a pipeline that docs did not write. */
const isForeign = (folder: string): boolean =>
  isThere(join(folder, GITLAB)) && !existing(folder).startsWith(OURS);

const OURS = '# Checks the pages of a ';

/** The text of the existing pipeline. Empty if it cannot be read. */
function existing(folder: string): string {
  try {
    return readRegular(join(folder, GITLAB), null).toString('utf8');
  } catch {
    return '';
  }
}

/**
 * The job and the stage for a pipeline that an existing one includes: a name that is free, and a
 * stage that exists.
 */
function placeBeside(folder: string): GitlabPlace {
  const pipeline = parsed(existing(folder));
  const { stages } = pipeline;
  const [first = 'test'] = Array.isArray(stages) ? stages.map(String) : [];
  const hasTest = !Array.isArray(stages) || stages.includes('test');
  return { job: 'docs' in pipeline ? 'docs-cli' : 'docs', stage: hasTest ? null : first };
}

/** What a person adds to an existing pipeline, where it has such a list or at its top. */
function includeIn(text: string): LeftToFill {
  const entry = `{ local: ${INCLUDED} }`;
  const at = text.split('\n').findIndex((line) => line.startsWith('include:'));
  return at === -1
    ? { file: GITLAB, line: 1, what: `include: [${entry}]` }
    : { file: GITLAB, line: at + 1, what: `${entry}, as one more in the list of include` };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const read = new YamlText(text, 'core').value();
  const pipeline = 'value' in read ? read.value : null;
  return typeof pipeline === 'object' && pipeline !== null ? { ...pipeline } : {};
}

/** The lines of a pipeline that a person has to fill in. */
function blanksIn(file: string, text: string, setup: PipelineSetup): readonly LeftToFill[] {
  const lines = text.split('\n');
  const at = (what: string, mark: string): LeftToFill => ({
    file,
    line: lines.findIndex((line) => line.includes(mark)) + 1,
    what,
  });
  return [
    ...(setup.source.kind === 'tarball'
      ? [
          at(
            'DOCS_TARBALL: the address of the tarball, on the release page of docs, which is in no registry',
            "DOCS_TARBALL: ''",
          ),
          at('DOCS_SHA256: its digest, from the same page', "DOCS_SHA256: ''"),
        ]
      : []),
    ...generatedIn(setup).map((name) =>
      at(`the step that builds ${name}`, `# ${name} is generated: `),
    ),
  ];
}

/** The variable of a key, with the address that the pipeline sends it to and what it must be able to do. */
const secret = (name: string, project: PipelineProject): string =>
  `${name}, a key for ${new URL(project.baseUrl ?? DEFAULT_BASE_URL).origin} with ${listOf(permissionsFor(project))}`;

/** What the key of a pipeline needs: for a push, and for the upload of definitions. */
const permissionsFor = ({ publish, references }: PipelineProject): readonly Permission[] => [
  'project.read',
  'page.read',
  'page.edit',
  ...(publish ? (['page.publish'] as const) : []),
  ...(references.length > 0 ? (['reference.read', 'reference.publish'] as const) : []),
];

const SECRETS: Readonly<Record<'github' | 'gitlab', (name: string) => string>> = {
  github: (name) => `the secret ${name}: Settings, Secrets and variables, Actions`,
  gitlab: (name) =>
    `the masked variable ${name}: Settings, CI/CD, Variables (if it is protected as well, merge requests have no plan)`,
};
