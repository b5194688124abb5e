/** Runs pipelines' own scripts in bash, in a clone with a remote, against the embedded platform. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { byCodeUnit } from '../../src/model/order.ts';
import type { BuiltTool } from './built.ts';
import { temporaryFolder, writeFiles } from './folder.ts';
import type { RequestLog } from './request-log.ts';
import { openWorld } from './world.ts';

const FILES: Readonly<Record<string, string>> = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  '.gitignore': '.docs-cli/\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nFirst text.\n',
};

/** One job: the scripts of its steps, in order. */
export type Scripts = readonly string[];

export interface GitHubStep {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly if?: string;
  readonly 'working-directory'?: string;
}

export function githubScripts(yaml: string): Scripts {
  const { jobs } = parse(yaml) as { jobs: Record<string, { steps: GitHubStep[] }> };
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

export function gitlabScripts(yaml: string): Scripts {
  const jobs = parse(yaml) as Record<string, { script: string[]; after_script?: string[] }>;
  return Object.values(jobs).flatMap((job) => job.script.concat(job.after_script ?? []));
}

/** The YAML blocks of a page that are complete pipelines. */
export const recipes = async (page: string): Promise<string[]> =>
  (await yamlBlocks(page)).filter((yaml) => /^(?:#.*\n)*\w+:/.test(yaml));

/** The YAML blocks that belong into a pipeline: steps of a job on GitHub, keys of a job on GitLab. */
export const partsOf = async (page: string): Promise<string[]> =>
  (await yamlBlocks(page)).filter((yaml) => yaml.startsWith(' '));

async function yamlBlocks(page: string): Promise<string[]> {
  const markdown = await readFile(new URL(`../../docs/ci/${page}`, import.meta.url), 'utf8');
  return Array.from(markdown.matchAll(/^```yaml\n([\s\S]*?)^```/gm), ([, yaml = '']) => yaml);
}

export interface Finished {
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

/** A fake `gh` with comments as files: `gh api` finds one by its first line, writes it or deletes it. */
const GH = `#!/bin/bash
comments="$HOME/comments"; mkdir -p "$comments"
body="\${@: -1}"
case "$*" in
  *--jq*)
    for file in "$comments"/*; do
      [ -f "$file" ] && [[ "$*" == *"$(head -n 1 "$file")"* ]] && basename "$file"
    done; exit 0;;
  *) [ -z "$GH_READ_ONLY" ] || { echo "this token may not write" >&2; exit 1; };;
esac
case "$*" in
  *'--method POST repos/'*/comments' '*) cp "\${body#body=@}" "$comments/$(ls "$comments" | wc -l)";;
  *'--method PATCH'*) [[ "$*" =~ comments/([0-9]+) ]] && cp "\${body#body=@}" "$comments/\${BASH_REMATCH[1]}";;
  *'--method DELETE'*) [[ "$*" =~ comments/([0-9]+) ]] && rm "$comments/\${BASH_REMATCH[1]}";;
  *) exit 9;;
esac
`;

/** A fake `curl` that keeps notes on merge requests as files, and runs the real one for everything else. */
const CURL = `#!/bin/bash
if [[ "$*" != */notes* ]]; then PATH="$REAL_PATH" exec curl "$@"; fi
comments="$HOME/comments"; mkdir -p "$comments"
[[ "$*" =~ notes/([0-9]+) ]]; id="\${BASH_REMATCH[1]}"
[[ "$*" =~ body=\\<([a-z.]+) ]]; body="\${BASH_REMATCH[1]}"
case "$*" in
  *'--request DELETE'*) rm "$comments/$id";;
  *'--request PUT'*) cp "$body" "$comments/$id";;
  *body=*) cp "$body" "$comments/$(ls "$comments" | wc -l)";;
  *) cd "$comments" && node -p '
    JSON.stringify(fs.readdirSync(".").map((id) => ({ id, body: fs.readFileSync(id, "utf8") })))';;
esac
`;

/**
 * A release, and a fake `npm` that installs it: it creates a `docs` that runs this tool, but only if it gets
 * the release's tarball and runs no scripts. Returns the environment variables that recipes need for the
 * release.
 */
async function release(folder: string, tool: BuiltTool): Promise<Record<string, string>> {
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
  await writeFile(join(bin, 'gh'), GH, { mode: 0o755 });
  await writeFile(join(bin, 'curl'), CURL, { mode: 0o755 });
  return {
    PATH: [bin, process.env['PATH']].join(delimiter),
    RUNNER_TEMP: folder,
    REAL_PATH: process.env['PATH'] ?? '',
    DOCS_TARBALL: pathToFileURL(tarball).href,
    DOCS_SHA256: createHash('sha256').update('a tarball').digest('hex'),
  };
}

export interface Pipeline {
  /** The platform's key. */
  readonly apiKey: string;
  /** Runs the job in a new clone. */
  run(scripts: Scripts, env?: Record<string, string>): Promise<readonly Finished[]>;
  /** Commits a change, as a writer would. Null: the file is removed. */
  commit(files: Record<string, string | null>, branch?: string): Promise<void>;
  /** Runs a script in the writer's clone. */
  git(script: string): Promise<string>;
  /** Clones the remote into a folder of its own. */
  clone(options?: string): Promise<string>;
  /** Runs a script in a folder, with the environment of a job. */
  bash(script: string, cwd: string, env?: Record<string, string>): Promise<Finished>;
  /** The requests that the platform got. */
  readonly requests: RequestLog;
  page(key: string): Promise<string | null | undefined>;
  /** Comments on the pull request, oldest first. */
  comments(): Promise<readonly string[]>;
  /** The history messages of the pages' writes. */
  messages(): Promise<readonly string[]>;
  /** A file in the clone of the last job. */
  read(file: string): Promise<string>;
  /** The files in the remote's main branch. */
  remoteFiles(): Promise<string>;
}

/** Creates a repository with a remote, and a platform, for running jobs with this tool. */
export async function openPipeline(
  tool: BuiltTool,
  project = FILES,
  seed = project,
): Promise<Pipeline> {
  const world = await openWorld(project, { seedFolder: await temporaryFolder(seed) });
  const folder = await temporaryFolder();
  const env = {
    ...(await release(folder, tool)),
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
  const commit: Pipeline['commit'] = async (files, branch = 'main') => {
    const start = `git rev-parse -q --verify origin/${branch} || echo origin/main`;
    if (clones > -1) await git(`git fetch -q && git checkout -q -B ${branch} $(${start})`, writer);
    for (const [file, content] of Object.entries(files)) {
      if (content === null) await rm(join(writer, file));
      else await writeFiles(writer, { [file]: content });
    }
    await git(`git add -A && git commit -qm "Write" && git push -q origin ${branch}`, writer);
  };
  let clones = -1;
  await commit(project);
  clones = 0;
  return {
    apiKey: world.platform.apiKey,
    commit,
    git: (script) => git(script, writer),
    async clone(options = '') {
      clones += 1;
      const clone = join(folder, `clone-${clones}`);
      await git(`git clone -q ${options} file://${join(folder, 'remote.git')} ${clone}`);
      return clone;
    },
    bash: (script, cwd, own = {}) => bash(script, cwd, { ...env, ...own }),
    requests: world.platform.requests,
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
    async comments() {
      const names: string[] = await readdir(join(folder, 'comments')).catch(() => []);
      return Promise.all(
        names.toSorted(byCodeUnit).map((name) => readFile(join(folder, 'comments', name), 'utf8')),
      );
    },
    async messages() {
      const pages = await world.platform.admin.pages();
      return pages.flatMap(({ history }) => history.map(({ message }) => message));
    },
    read: (file) => readFile(join(folder, `clone-${clones}`, file), 'utf8'),
    remoteFiles: () => git('git --git-dir=remote.git ls-tree -r --name-only main'),
  };
}
