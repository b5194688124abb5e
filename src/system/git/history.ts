/**
 * What git says about the history. Without a repository or without git, results are empty, and
 * nothing fails.
 */
import type { Readable } from 'node:stream';
import { inShell } from '../../model/text/shell.ts';
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

/** A hint in a shallow clone. */
export const FETCH_ALL = 'Fetch all with fetch-depth: 0 (GitLab: GIT_DEPTH: 0)';

/** What a clone lacks. `depth`: commits. `filter`: old texts. Null: nothing. */
export type CutOff = 'depth' | 'filter' | null;

/** Whether the clone has a depth or filter, and so lacks commits or old texts. Fetches nothing. */
export async function cutOffBy(place: GitPlace): Promise<CutOff> {
  const git = await openGit(place);
  if ((await git?.read(['rev-parse', '--is-shallow-repository']))?.trim() === 'true')
    return 'depth';
  return (await git?.read(['config', '--get-regexp', PROMISED])) === undefined ? null : 'filter';
}

export const isCutOff = async (place: GitPlace): Promise<boolean> =>
  (await cutOffBy(place)) !== null;

/** The command that fetches the old texts below `paths` into a partial clone. */
export const fetchingTexts = (paths: readonly string[]): string =>
  fetchingWords(paths.map(inShell).join(' '));

/** The same, with paths as a shell has them. */
export const fetchingWords = (paths: string): string =>
  `git log -p -m --full-history -- ${paths} > /dev/null`;

const PROMISED = '^(extensions\\.partialclone|remote\\..*\\.promisor)$';

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
  for await (const entry of rawEntries(log.stdout)) {
    if ('commit' in entry) continue;
    const [to = '', file = null] = entry.names.toReversed().map(inProject);
    const from = file === null ? null : { file, blob: entry.before ?? '' };
    if (to !== null) arrivals.push({ from, to });
    if (arrivals.length >= MAX_FILE_VERSIONS) {
      log.kill();
      break;
    }
  }
  return arrivals;
}

/** A path of the project as git has it, from the top of the repository. */
export const belowTop = (prefix: string, path: string): string =>
  path === '.' ? prefix || '.' : prefix + path;

/** A text that a commit gave a file, compared with one of the commit's parents. */
export interface FileVersion {
  /** Relative to the project. */
  readonly file: string;
  readonly blob: string;
  /** Its text in that parent. Null: the parent does not have the file. */
  readonly before: string | null;
  readonly commit: string;
  /** How many parents the commit has: a merge has a version for each that had another text. */
  readonly parents: number;
}

/** Abbreviates a commit id as git does, except in huge repositories. `--raw --no-abbrev` prints full ids. */
export const abbreviated = (commit: string): string => commit.slice(0, 7);

/** The most versions that are looked at, newest first. */
export const MAX_FILE_VERSIONS = 20_000;

/** The versions of files in HEAD's history, in all its branches, newest first. */
export async function versionsOf(
  place: GitPlace,
  files: readonly string[],
): Promise<readonly FileVersion[]> {
  const git = await openGit(place);
  if (!git) return [];
  const { prefix } = git;
  const named = files.filter((file) => !file.includes('\n')).map((file) => belowTop(prefix, file));
  const log = git.start(
    ['--literal-pathspecs', 'log', ...EVERY_VERSION, '--format=%x01%H %P', '--stdin'],
    `${['HEAD', '--', ...named].join('\n')}\n`,
  );
  const versions: FileVersion[] = [];
  let commit = '';
  let parents = 0;
  for await (const entry of rawEntries(log.stdout)) {
    if ('commit' in entry) {
      const ids = entry.commit.trim().split(' ');
      commit = ids[0] ?? '';
      parents = ids.length - 1;
      continue;
    }
    const { before, blob, names } = entry;
    const [path = ''] = names;
    if (blob !== null && path.startsWith(prefix)) {
      versions.push({ file: path.slice(prefix.length), blob, before, commit, parents });
    }
    if (versions.length >= MAX_FILE_VERSIONS) {
      log.kill();
      break;
    }
  }
  return versions;
}

const NO_BLOB = /^0+$/;

/** Includes commits of branches whose merge kept none of their changes. */
const EVERY_VERSION = [
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--date-order',
  '--full-history',
  '-m',
];

/** A change of a file. Names are from the top of the repository; of a rename, the old one first. */
interface RawChange {
  readonly names: readonly string[];
  /** Null: no file. */
  readonly before: string | null;
  readonly blob: string | null;
}

/** What `git log --raw -z` prints: commits, as a format that begins with `%x01` has them, and changes. */
export async function* rawEntries(
  output: Readable,
): AsyncGenerator<RawChange | { readonly commit: string }> {
  let change: RegExpExecArray | null = null;
  let names: string[] = [];
  for await (const token of tokens(output)) {
    if (change) {
      const [, before = '', blob = '', status = ''] = change;
      names.push(token);
      if (status.startsWith('R') && names.length < 2) continue;
      yield {
        names,
        before: NO_BLOB.test(before) ? null : before,
        blob: NO_BLOB.test(blob) ? null : blob,
      };
      change = null;
      names = [];
    } else if (token.includes('\u{1}')) yield { commit: token.slice(token.indexOf('\u{1}') + 1) };
    else change = /^\n?:\d+ \d+ ([\da-f]+) ([\da-f]+) (\w+)$/.exec(token);
  }
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
