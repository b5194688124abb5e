/** Events of forges, faked: the jobs of a pipeline run as their runners run them, with their conditions, outputs and caches. */
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { temporaryFolder } from './folder.ts';
import type { Finished, GitHubStep, Pipeline } from './pipeline.ts';

export interface RunJob {
  readonly name: string;
  readonly isDone: boolean;
  /** Each script that ran, by the name of its step, or its number. */
  readonly steps: readonly (Finished & { readonly step: string })[];
  /** Texts of what the job keeps, by the last part of the path. */
  readonly artifacts: ReadonlyMap<string, string>;
  readonly summary: string;
}

export interface Forge {
  /** A commit of a branch that has a pull request. */
  pullRequest(branch: string, options?: { readonly fork?: boolean }): Promise<readonly RunJob[]>;
  /** What a merge runs. */
  merge(branch: string): Promise<readonly RunJob[]>;
}

/** How the jobs clone: `--filter=blob:none` is a partial one. */
interface Options {
  readonly clone?: string;
}

interface Job {
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly GitHubStep[];
  readonly strategy?: { readonly matrix: { readonly include: readonly Entry[] } };
}

/** What a job of a matrix is given. */
type Entry = Readonly<Record<string, string>>;

type Caches = Map<string, string>;

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
}

async function mergeInto(pipeline: Pipeline, branch: string): Promise<void> {
  await pipeline.git(
    `git fetch -q && git checkout -q -B main origin/main && git merge -q --no-ff --no-edit origin/${branch} && git push -q origin main`,
  );
}

/** GitHub: `yaml` is the workflow. */
export function github(pipeline: Pipeline, yaml: string, options: Options = {}): Forge {
  const workflow = parse(yaml) as { jobs: Record<string, Job> };
  const caches: Caches = new Map();
  const run = async (event: string, branch: string, fork: boolean): Promise<RunJob[]> => {
    const done: RunJob[] = [];
    for (const [name, job, entry] of jobsOf(workflow.jobs)) {
      const clone = await pipeline.clone(options.clone);
      const isPull = event === 'pull_request';
      if (isPull) {
        const merged = `git checkout -q --detach origin/main && git merge -q --no-edit origin/${branch}`;
        await pipeline.bash(merged, clone);
      }
      const head = await pipeline.bash(`git rev-parse origin/${isPull ? branch : 'main'}`, clone);
      const temp = await temporaryFolder();
      const context: Record<string, string> = {
        'github.event_name': event,
        'github.repository': 'company/site',
        'github.token': 'token',
        'github.event.number': '1',
        'github.event.pull_request.head.sha': head.output.trim(),
        'github.event.pull_request.head.repo.full_name': fork ? 'somebody/site' : 'company/site',
        'secrets.DOCS_API_KEY': fork ? '' : pipeline.apiKey,
        'secrets[matrix.key]': fork ? '' : pipeline.apiKey,
        'runner.temp': temp,
        ...Object.fromEntries(Object.entries(entry).map(([k, value]) => [`matrix.${k}`, value])),
      };
      if (!holds(job.if, context)) continue;
      const mayWrite = job.permissions?.['pull-requests'] === 'write' && !fork;
      const env = {
        GITHUB_ACTIONS: 'true',
        GITHUB_BASE_REF: isPull ? 'main' : '',
        GITHUB_REPOSITORY: 'company/site',
        GITHUB_STEP_SUMMARY: join(temp, 'summary'),
        RUNNER_TEMP: temp,
        DOCS_API_KEY: '',
        ...(mayWrite ? {} : { GH_READ_ONLY: '1' }),
      };
      done.push(await runJob(pipeline, name, job, { clone, context, env, caches }));
    }
    return done;
  };
  return {
    pullRequest: (branch, { fork = false } = {}) => run('pull_request', branch, fork),
    async merge(branch) {
      await mergeInto(pipeline, branch);
      return run('push', 'main', false);
    },
  };
}

function* jobsOf(jobs: Readonly<Record<string, Job>>): Generator<readonly [string, Job, Entry]> {
  for (const [name, job] of Object.entries(jobs)) {
    for (const entry of job.strategy?.matrix.include ?? [{}]) yield [name, job, entry];
  }
}

interface Place {
  readonly clone: string;
  readonly context: Record<string, string>;
  readonly env: Readonly<Record<string, string>>;
  readonly caches: Caches;
}

async function runJob(
  pipeline: Pipeline,
  name: string,
  { steps }: Job,
  { clone, context, env, caches }: Place,
): Promise<RunJob> {
  const finished: (Finished & { step: string })[] = [];
  const artifacts = new Map<string, string>();
  const saved = new Map<string, string>();
  let isDone = true;
  for (const [at, step] of steps.entries()) {
    const isAlways = step.if === 'always()';
    if (!isAlways && (!isDone || !holds(step.if, context))) continue;
    const given = Object.fromEntries(
      Object.entries(step.with ?? {}).map(([key, value]) => [key, filled(String(value), context)]),
    );
    const { path = '', key = '' } = given;
    if (step.uses?.startsWith('actions/cache@')) {
      const kept = caches.get(key);
      if (kept !== undefined) await copy(kept, join(clone, path));
      else saved.set(key, path);
      context[`steps.${step.id}.outputs.cache-hit`] = kept === undefined ? '' : 'true';
    }
    if (step.uses?.startsWith('actions/upload-artifact@')) {
      artifacts.set(path.split('/').at(-1) ?? '', await readFile(path, 'utf8'));
    }
    if (step.run === undefined) continue;
    const outputs = join(env['RUNNER_TEMP'] ?? '', `outputs-${at}`);
    const own = Object.entries(step.env ?? {}).map(([k, value]) => [k, filled(value, context)]);
    const script = filled(step.run, context);
    const folder = filled(step['working-directory'] ?? '.', context);
    const result = await pipeline.bash(script, join(clone, folder), {
      ...env,
      GITHUB_OUTPUT: outputs,
      ...(Object.fromEntries(own) as Record<string, string>),
    });
    finished.push({ ...result, step: step.name ?? String(at) });
    isDone &&= result.code === 0;
    const text = await readFile(outputs, 'utf8').catch(() => '');
    for (const [k, value] of outputsIn(text)) context[`steps.${step.id}.outputs.${k}`] = value;
  }
  for (const [key, path] of isDone ? saved : []) {
    if (!(await isThere(join(clone, path)))) continue;
    const kept = join(await temporaryFolder(), 'kept');
    await copy(join(clone, path), kept);
    caches.set(key, kept);
  }
  const summary = await readFile(env['GITHUB_STEP_SUMMARY'] ?? '', 'utf8').catch(() => '');
  return { name, isDone, steps: finished, artifacts, summary };
}

const outputsIn = (text: string): (readonly [string, string])[] =>
  [...text.matchAll(/^([\w-]+)(?:=(.*)|<<(.+)\n([\s\S]*?)\n\3)$/gm)].map(
    ([, name = '', short, , long]) => [name, short ?? long ?? ''],
  );

const filled = (text: string, context: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{\{ *([\w.[\]-]+) *\}\}/g, (_, name: string) => context[name] ?? '');

/** Comparisons, joined by `&&`: the recipes have no others. */
function holds(condition: string | undefined, context: Readonly<Record<string, string>>): boolean {
  return (condition ?? '').split('&&').every((part) => {
    if (part.trim() === '') return true;
    const [, name = '', sign, text, other = ''] =
      /^\s*([\w.-]+) (==|!=) (?:'([^']*)'|([\w.-]+))\s*$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`the faked runner does not understand "${part}"`);
    return ((context[name] ?? '') === (text ?? context[other] ?? '')) === (sign === '==');
  });
}

interface GitLabJob {
  readonly rules?: readonly { readonly if: string }[];
  readonly cache?: {
    readonly key: string;
    readonly paths: readonly string[];
    readonly when?: string;
  };
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly artifacts?: { readonly paths: readonly string[] };
  readonly parallel?: { readonly matrix: readonly Entry[] };
}

/** GitLab: `yaml` is the pipeline. A merge request of a fork runs in the fork, without variables. */
export function gitlab(pipeline: Pipeline, yaml: string, options: Options = {}): Forge {
  const jobs = parse(yaml) as Record<string, GitLabJob>;
  const caches: Caches = new Map();
  const run = async (isMerge: boolean, branch: string, fork: boolean): Promise<RunJob[]> => {
    const done: RunJob[] = [];
    const entries = Object.entries(jobs).flatMap(([name, job]) =>
      (job.parallel?.matrix ?? [{}]).map((entry: Entry) => ({ name, job, entry })),
    );
    for (const { name, job, entry } of entries) {
      const clone = await pipeline.clone(options.clone);
      await pipeline.bash(`git checkout -q --detach origin/${branch}`, clone);
      const base = await pipeline.bash(`git merge-base origin/main HEAD`, clone);
      const env: Record<string, string> = {
        CI_PIPELINE_SOURCE: isMerge ? 'push' : 'merge_request_event',
        CI_COMMIT_BRANCH: isMerge ? 'main' : '',
        CI_DEFAULT_BRANCH: 'main',
        CI_MERGE_REQUEST_IID: isMerge ? '' : '1',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: isMerge ? '' : base.output.trim(),
        CI_API_V4_URL: 'https://gitlab.example.com/api/v4',
        CI_PROJECT_ID: '1',
        COMMENT_TOKEN: fork ? '' : 'token',
        DOCS_API_KEY: fork || 'KEY' in entry ? '' : pipeline.apiKey,
        [entry['KEY'] ?? 'NO_KEY']: fork ? '' : pipeline.apiKey,
        ...entry,
      };
      const value = (text: string): string =>
        text.startsWith('$') ? (env[text.slice(1)] ?? '') : text.replaceAll('"', '');
      const runs = (job.rules ?? []).some(({ if: rule }) => {
        const [left = '', right = ''] = rule.split(' == ');
        return value(left) === value(right);
      });
      if (job.rules !== undefined && !runs) continue;
      const expanded = (text: string): string =>
        text.replaceAll(/\$(\w+)/g, (_, each: string) => env[each] ?? '');
      const key = expanded(job.cache?.key ?? '');
      const paths = (job.cache?.paths ?? []).map(expanded);
      for (const path of paths) {
        const kept = caches.get(`${key} ${path}`);
        if (kept !== undefined) await copy(kept, join(clone, path));
      }
      // One shell runs them all.
      const script = job.script.join('\n');
      const result = await pipeline.bash(script, clone, env);
      const steps = [{ ...result, step: 'script' }];
      for (const [at, after] of (job.after_script ?? []).entries()) {
        steps.push({ ...(await pipeline.bash(after, clone, env)), step: `after ${at}` });
      }
      const isDone = result.code === 0;
      for (const path of isDone || job.cache?.when === 'always' ? paths : []) {
        if (!(await isThere(join(clone, path)))) continue;
        const kept = join(await temporaryFolder(), 'kept');
        await copy(join(clone, path), kept);
        caches.set(`${key} ${path}`, kept);
      }
      const artifacts = new Map<string, string>();
      for (const path of job.artifacts?.paths ?? []) {
        const text = await readFile(join(clone, path), 'utf8').catch(() => null);
        if (text !== null) artifacts.set(path, text);
      }
      done.push({ name, isDone, steps, artifacts, summary: '' });
    }
    return done;
  };
  return {
    pullRequest: (branch, { fork = false } = {}) => run(false, branch, fork),
    async merge(branch) {
      await mergeInto(pipeline, branch);
      return run(true, 'main', false);
    },
  };
}
