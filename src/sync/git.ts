/** What git knows of the project's folder. A folder without git, or a machine without it, is no error: it knows nothing. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { FilePath } from '../model/ids.ts';
import { git, GIT_FLAGS } from './run-git.ts';

/** The longest subject that goes into a history message. */
const SUBJECT_LENGTH = 200;

/** The history message for what is pushed: `subject (abc1234)` of the commit at hand; undefined where there is none. */
export async function commitMessage(root: string): Promise<string | undefined> {
  const line = await git(root, ['log', '-1', '--no-show-signature', '--format=%h %s']);
  const [, commit, subject] = /^(\S+) (.*)/.exec(line ?? '') ?? [];
  if (commit === undefined || subject === undefined) return undefined;
  return `${subject.slice(0, SUBJECT_LENGTH)} (${commit})`;
}

/** The newest commit that changed a file; undefined where there is none. */
export async function lastCommitOf(root: string, file: string): Promise<string | undefined> {
  const commit = await git(root, ['log', '-1', '--no-show-signature', '--format=%H', '--', file]);
  return commit?.trim() || undefined;
}

/** Whether history was cut off when the repository was cloned. */
export const isShallow = async (root: string): Promise<boolean> =>
  (await git(root, ['rev-parse', '--is-shallow-repository']))?.trim() === 'true';

/** One text that a file had. */
export interface FileVersion {
  /** Relative to the project. */
  readonly file: string;
  readonly blob: string;
  /** Abbreviated. */
  readonly commit: string;
}

/** As git abbreviates it by itself in all but huge repositories; `--raw --no-abbrev` would print it whole. */
const ABBREVIATED = 7;

/** More versions than this are not looked at: the newest count. */
const MOST_VERSIONS = 20_000;

/** The versions that files had, newest first: since a commit, or ever. Both parents of a merge count. */
export async function versionsOf(
  root: string,
  files: readonly string[],
  since: string | undefined,
): Promise<readonly FileVersion[]> {
  const args = ['log', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '-m'];
  const range = since === undefined ? 'HEAD' : `${since}..HEAD`;
  const log = spawn(
    'git',
    [...GIT_FLAGS, '--literal-pathspecs', ...args, '--relative', '--format=%x01%H', '--stdin'],
    { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const asked = [range, '--', ...files.filter((file) => !file.includes('\n'))];
  // Where git cannot be started its output ends at once.
  log.on('error', () => undefined);
  log.stdin.on('error', () => undefined);
  log.stdin.end(`${asked.join('\n')}\n`);
  const versions: FileVersion[] = [];
  let commit = '';
  let blob: string | undefined;
  for await (const token of tokens(log.stdout)) {
    if (blob !== undefined) {
      if (!/^0+$/.test(blob)) versions.push({ file: token, blob, commit });
      blob = undefined;
    } else if (token.includes('\u{1}')) {
      commit = token
        .slice(token.indexOf('\u{1}') + 1)
        .trim()
        .slice(0, ABBREVIATED);
    } else {
      blob = /^\n?:\d+ \d+ [\da-f]+ ([\da-f]+) \w+$/.exec(token)?.[1];
    }
    if (versions.length >= MOST_VERSIONS) {
      log.kill();
      break;
    }
  }
  return versions;
}

/** What a process prints, cut at NULs. */
async function* tokens(output: Readable): AsyncGenerator<string> {
  let rest = '';
  output.setEncoding('utf8');
  for await (const chunk of output) {
    const parts = (rest + String(chunk)).split('\0');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

/** A file that is not what a commit has of it. */
export interface ChangedFile {
  readonly file: FilePath;
  /** What the commit has; null: nothing. */
  readonly blob: string | null;
}

/** Files below `root` that a commit has otherwise, or not at all; undefined where git does not know. `only`: more arguments of `git diff`. */
export async function changedSince(
  root: string,
  commit: string,
  only: readonly string[] = [],
): Promise<readonly ChangedFile[] | undefined> {
  const raw = ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff', '--relative'];
  const found = (await git(root, [...raw, commit, ...only]))?.matchAll(CHANGE);
  return (
    found &&
    Array.from(found, ([, blob = '', file = '']) => ({
      file: file as FilePath,
      blob: /^0+$/.test(blob) ? null : blob,
    }))
  );
}

/** `:<mode> <mode> <blob before> <blob> <status>`, NUL, path, NUL. */
const CHANGE = /:\d+ \d+ ([\da-f]+) [\da-f]+ \w+\0([^\0]+)\0/g;

/** A file longer than this is no page that this tool has pushed. */
const LONGEST_BLOB = 32 * 1024 * 1024;

/** The texts of blobs, in their order; one that is missing or too long is left out. */
export async function* readBlobs(
  root: string,
  blobs: readonly string[],
): AsyncGenerator<{ readonly blob: string; readonly text: string }> {
  if (blobs.length === 0) return;
  const child = spawn('git', [...GIT_FLAGS, 'cat-file', '--batch'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${blobs.join('\n')}\n`);
  const reader = new ByteReader(child.stdout);
  try {
    for (;;) {
      const head = await reader.line();
      if (head === undefined) return;
      const [blob, type, size] = head.split(' ');
      if (blob === undefined || type !== 'blob') continue;
      const length = Number(size);
      if (length > LONGEST_BLOB) return;
      const bytes = await reader.take(length + 1);
      if (bytes === undefined) return;
      yield { blob, text: bytes.subarray(0, length).toString('utf8') };
    }
  } finally {
    child.kill();
  }
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#buffer.subarray(0, end).toString('utf8');
        this.#buffer = this.#buffer.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return undefined;
    }
  }

  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [this.#buffer];
    let have = this.#buffer.length;
    while (have < length) {
      const next = await this.#chunks.next();
      if (next.done === true) return undefined;
      parts.push(next.value);
      have += next.value.length;
    }
    const all = Buffer.concat(parts);
    this.#buffer = all.subarray(length);
    return all.subarray(0, length);
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#buffer = Buffer.concat([this.#buffer, next.value]);
    return true;
  }
}
