/**
 * The only way in which git is run. A repository that we are given may have hostile settings, and a
 * dozen of git's settings name programs to run: filters, monitors, hooks, transports, viewers. So
 * git is asked only for what it can read from its objects; it never looks at files and never
 * fetches. It is told where the repository is, gets as little of our environment as possible, and
 * is never itself a program from that repository. The repository is found without git, whose answer
 * depends on its version and settings. ADR 83.
 */
import type { Readable } from 'node:stream';
import { Failure } from '../../model/failure.ts';
import { findProgram, safePath } from '../programs/find-program.ts';
import { ALONE, loadExeca } from '../programs/start-program.ts';
import type { Execa, Machine } from '../programs/start-program.ts';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isThere } from '../files/path.ts';
import { readRegular } from '../files/read.ts';

/** Git, for one repository. */
export interface Git {
  /** From the repository's top, where git's paths start, to the project. Empty, or ends in `/`. */
  readonly prefix: string;
  /**
   * Git's output. Undefined if it fails. Rejects with `failed` if git does not end.
   *
   * @param none the exit code by which this command says that it found nothing
   */
  read(args: readonly string[], input?: string, none?: number): Promise<string | undefined>;
  /** Starts git. The output ends if that fails; reading it rejects with `failed` if git stalls. */
  start(args: readonly string[], input: string): GitProcess;
}

export interface GitProcess {
  readonly stdout: Readable;
  kill(): void;
}

/** Each of them overrides the repository's own setting. */
const SETTINGS: readonly string[] = [
  'safe.bareRepository=explicit',
  'protocol.allow=never',
  'core.fsmonitor=',
  'core.hooksPath=/dev/null',
  'core.sshCommand=false',
  'core.alternateRefsCommand=',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'log.showSignature=false',
  'log.showRoot=true',
  'log.follow=false',
];

const FLAGS = ['--no-pager', ...SETTINGS.flatMap((setting) => ['-c', setting])];

/** Variables that git's settings, such as `safe.directory`, and a program on Windows need. */
const PASSED_ON = [
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'SystemRoot',
  'SystemDrive',
  'TEMP',
  'TMP',
];

/** `GIT_ALLOW_PROTOCOL` also overrides a repository's own `protocol.<name>.allow`. */
const OURS = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Git waits forever for the writer of a pipe, and anybody can put a pipe in place of one of its
 * files.
 */
const LIMIT_MS = 60_000;

const noAnswer = (): Failure =>
  new Failure('failed', 'Git does not answer in this repository.', {
    hint: 'Find out what it waits for: git status',
  });

/** More than any list of a repository's files. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Opens git for the project's repository. Undefined if the project is not in one, if git is not
 * installed, or if git does not trust the repository because it belongs to another user
 * (`safe.directory`).
 */
export async function openGit(place: GitPlace, limitMs = LIMIT_MS): Promise<Git | undefined> {
  const repository = findRepository(place.root);
  if (!repository) return undefined;
  const { gitFolder, top, prefix, isOwn } = repository;
  const outside = [place.root, top];
  const program = findProgram('git', place, outside);
  if (program === undefined) return undefined;
  const env = environmentOf(place, outside);
  const execa = await loadExeca();
  const where = [`--git-dir=${gitFolder}`, `--work-tree=${top}`];
  const named = new Program(execa, program, [...where, ...FLAGS], { cwd: top, env }, limitMs);
  // Git checks who owns a repository only if it finds the repository by itself.
  const finding = new Program(execa, program, FLAGS, { cwd: top, env }, limitMs);
  if (!isOwn && (await finding.read(['rev-parse', '--git-dir'])) === undefined) return undefined;
  return {
    prefix,
    read: (args, input, none) => named.read(args, input, none),
    start: (args, input) => named.start(args, input),
  };
}

function environmentOf(place: GitPlace, outside: readonly string[]): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = place.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { PATH: safePath(place, outside), ...Object.fromEntries(passed), ...OURS };
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env: Record<string, string>;
}

class Program implements Pick<Git, 'read' | 'start'> {
  readonly #execa: Execa;
  readonly #program: string;
  readonly #flags: readonly string[];
  readonly #options: ProgramOptions;
  readonly #limitMs: number;

  constructor(
    execa: Execa,
    program: string,
    flags: readonly string[],
    options: ProgramOptions,
    limitMs: number,
  ) {
    this.#execa = execa;
    this.#program = program;
    this.#flags = flags;
    this.#options = options;
    this.#limitMs = limitMs;
  }

  async read(args: readonly string[], input = '', none = 0): Promise<string | undefined> {
    const ended = await this.#execa(this.#program, [...this.#flags, ...args], {
      ...this.#options,
      ...ALONE,
      input,
      stripFinalNewline: false,
      maxBuffer: MAX_BYTES,
      timeout: this.#limitMs,
    });
    if (ended.timedOut || ended.isMaxBuffer) throw noAnswer();
    return ended.failed && ended.exitCode !== none ? undefined : ended.stdout;
  }

  start(args: readonly string[], input: string): GitProcess {
    const child = this.#execa(this.#program, [...this.#flags, ...args], {
      ...this.#options,
      ...ALONE,
      input,
      buffer: false,
      stderr: 'ignore',
    });
    const silence = setTimeout(() => {
      child.kill();
      child.stdout.destroy(noAnswer());
    }, this.#limitMs);
    for (const event of ['readable', 'end', 'close']) {
      child.stdout.once(event, () => clearTimeout(silence));
    }
    const kill = (): void => {
      child.kill();
      // While there is unread output, the process does not count as ended, and docs would wait for
      // it.
      child.stdout.destroy();
    };
    return { stdout: child.stdout, kill };
  }
}

/** Where to run git, and with which environment. */
export interface GitPlace extends Machine {
  /** Absolute path of the project's folder; all paths are relative to it. */
  readonly root: string;
}

export interface Repository {
  /** Absolute. */
  readonly gitFolder: string;
  /** The folder that contains `.git`; absolute, with links resolved. */
  readonly top: string;
  /** The path from `top` to the given folder, with `/`. Empty, or ends with `/`. */
  readonly prefix: string;
  /** Whether all of it belongs to the current user. */
  readonly isOwn: boolean;
}

/**
 * Finds the nearest folder upwards that has a `.git`, either a folder or, as in a worktree, a file
 * that names one. Bare repositories do not count, because anybody can commit one as an ordinary
 * folder. Undefined if there is none, or it is broken.
 */
export function findRepository(root: string): Repository | undefined {
  let start: string;
  try {
    start = realpathSync.native(root);
  } catch {
    return undefined;
  }
  for (let top = start; ; top = dirname(top)) {
    const found = gitFolderAt(top);
    if (found !== undefined) {
      const { gitFolder } = found;
      if (gitFolder === null) return undefined;
      const way = relative(top, start).split(sep).join('/');
      const prefix = way === '' ? '' : `${way}/`;
      return { gitFolder, top, prefix, isOwn: [top, join(top, '.git'), gitFolder].every(isOwn) };
    }
    if (dirname(top) === top) return undefined;
  }
}

/** Undefined: there is no `.git` here. `null`: there is a file that does not name a valid one. */
function gitFolderAt(top: string): { readonly gitFolder: string | null } | undefined {
  const path = join(top, '.git');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return isGitFolder(path) ? { gitFolder: path } : undefined;
  if (!stats?.isFile()) return undefined;
  const [, to] = /^gitdir: ([^\0]+?)[\r\n]*$/.exec(readOrNothing(path)) ?? [];
  if (to === undefined) return { gitFolder: null };
  const gitFolder = resolve(top, to);
  return { gitFolder: isGitFolder(gitFolder) ? gitFolder : null };
}

/** Uses git's own criteria. A worktree has its objects elsewhere. */
const isGitFolder = (path: string): boolean =>
  isThere(join(path, 'HEAD')) &&
  (isThere(join(path, 'commondir')) || isThere(join(path, 'objects')));

function readOrNothing(path: string): string {
  try {
    return readRegular(path, 'gitfile').toString('utf8');
  } catch {
    return '';
  }
}

/** False on systems without file owners; git then decides whether it trusts the repository. */
function isOwn(path: string): boolean {
  try {
    return lstatSync(path).uid === process.geteuid?.();
  } catch {
    return false;
  }
}
