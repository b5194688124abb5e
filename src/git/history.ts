/** What git knows about the history: nothing, and no error, without a repository or without git. */
import type { Readable } from 'node:stream';
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';

/** The longest subject in a history message. */
const SUBJECT_LENGTH = 200;

/** The history message for a push: `subject (abc1234)` of the current commit. Undefined if there is none. */
export async function commitMessage(place: GitPlace): Promise<string | undefined> {
  const git = await openGit(place);
  const line = await git?.read(['log', '-1', '--format=%h %s']);
  const [, commit, subject] = /^(\S+) (.*)/.exec(line ?? '') ?? [];
  if (commit === undefined || subject === undefined) return undefined;
  return `${subject.slice(0, SUBJECT_LENGTH)} (${commit})`;
}

/** The newest commit that changed a file. Undefined if there is none. */
export async function lastCommitOf(place: GitPlace, file: string): Promise<string | undefined> {
  const git = await openGit(place);
  const commit = await git?.read([
    '--literal-pathspecs',
    'log',
    '-1',
    '--format=%H',
    '--',
    git.prefix + file,
  ]);
  return commit?.trim() || undefined;
}

/** Whether the clone has a depth or filter, and so lacks commits or old texts. Fetches nothing. */
export async function isCutOff(place: GitPlace): Promise<boolean> {
  const git = await openGit(place);
  if ((await git?.read(['rev-parse', '--is-shallow-repository']))?.trim() === 'true') return true;
  return (await git?.read(['config', '--get-regexp', PROMISED])) !== undefined;
}

const PROMISED = '^(extensions\\.partialclone|remote\\..*\\.promisor)$';

/** The full ids of all commits since the given one. */
export async function commitsSince(place: GitPlace, since: string): Promise<ReadonlySet<string>> {
  const git = await openGit(place);
  const list = await git?.read(['rev-list', `${since}..HEAD`]);
  return new Set(list?.split('\n'));
}

/** A file that a commit has and its parent does not. */
export interface FileArrival {
  /** What it was before, relative to the project. Null: the file is new. */
  readonly from: { readonly file: string; readonly blob: string } | null;
  readonly to: string;
}

/** New and renamed files below these paths, newest first. Renamed: half the text or more stayed. */
export async function arrivalsIn(
  place: GitPlace,
  paths: readonly string[],
): Promise<readonly FileArrival[]> {
  const git = await openGit(place);
  if (!git) return [];
  const { prefix } = git;
  const raw = [
    '--raw',
    '-z',
    '--no-abbrev',
    '-M50%',
    '--diff-filter=AR',
    '--no-ext-diff',
    '--date-order',
  ];
  const log = git.start(
    ['--literal-pathspecs', 'log', ...raw, '--format=', '--stdin'],
    `${['HEAD', '--', ...paths.map((path) => belowTop(prefix, path))].join('\n')}\n`,
  );
  const arrivals: FileArrival[] = [];
  const inProject = (path: string): string | null =>
    path.startsWith(prefix) ? path.slice(prefix.length) : null;
  let blob = '';
  const names: string[] = [];
  let wanted = 0;
  for await (const token of tokens(log.stdout)) {
    if (wanted > 0) {
      names.push(token);
      wanted -= 1;
      if (wanted > 0) continue;
      const [to = '', file = null] = names.splice(0).toReversed().map(inProject);
      if (to !== null) arrivals.push({ from: file === null ? null : { file, blob }, to });
    } else {
      const [, before = '', status] =
        /^\n?:\d+ \d+ ([\da-f]+) [\da-f]+ ([AR])\d*$/.exec(token) ?? [];
      if (status === undefined) continue;
      blob = before;
      wanted = status === 'R' ? 2 : 1;
    }
    if (arrivals.length >= MAX_VERSIONS) {
      log.kill();
      break;
    }
  }
  return arrivals;
}

const belowTop = (prefix: string, path: string): string =>
  path === '.' ? prefix || '.' : prefix + path;

/** A text that a file had. */
export interface FileVersion {
  /** Relative to the project. */
  readonly file: string;
  readonly blob: string;
  /** The commit that gave the file this text. */
  readonly commit: string;
}

/** Abbreviates a commit id as git does, except in huge repositories. `--raw --no-abbrev` prints full ids. */
export const abbreviated = (commit: string): string => commit.slice(0, 7);

/** The most versions that are looked at, newest first. */
const MAX_VERSIONS = 20_000;

/** The versions of files, newest first, since a commit or all. Merges: against both parents. */
export async function versionsOf(
  place: GitPlace,
  files: readonly string[],
  since: string | undefined,
): Promise<readonly FileVersion[]> {
  const git = await openGit(place);
  if (!git) return [];
  const { prefix } = git;
  const range = since === undefined ? 'HEAD' : `${since}..HEAD`;
  const named = files.filter((file) => !file.includes('\n')).map((file) => belowTop(prefix, file));
  const raw = ['--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff', '--date-order', '-m'];
  const log = git.start(
    ['--literal-pathspecs', 'log', ...raw, '--format=%x01%H', '--stdin'],
    `${[range, '--', ...named].join('\n')}\n`,
  );
  const versions: FileVersion[] = [];
  let commit = '';
  let blob: string | undefined;
  for await (const token of tokens(log.stdout)) {
    if (blob !== undefined) {
      if (!/^0+$/.test(blob) && token.startsWith(prefix)) {
        versions.push({ file: token.slice(prefix.length), blob, commit });
      }
      blob = undefined;
    } else if (token.includes('\u{1}')) {
      commit = token.slice(token.indexOf('\u{1}') + 1).trim();
    } else {
      blob = /^\n?:\d+ \d+ [\da-f]+ ([\da-f]+) \w+$/.exec(token)?.[1];
    }
    if (versions.length >= MAX_VERSIONS) {
      log.kill();
      break;
    }
  }
  return versions;
}

/** Splits the output of a process at NULs. */
async function* tokens(output: Readable): AsyncGenerator<string> {
  let rest = '';
  output.setEncoding('utf8');
  for await (const chunk of output) {
    const parts = (rest + String(chunk)).split('\0');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
