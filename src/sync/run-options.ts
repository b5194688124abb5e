/** The options of a run, and their defaults. */
import type { PageKey } from '../model/ids.ts';
import type { Project } from '../model/project.ts';

/**
 * What to do with pages that changed on both sides: `stop` before anything is written, `skip` them,
 * keep the file (`ours`), keep the platform's version (`theirs`, writes files), or `merge` the
 * texts (writes files; stops the run if a page cannot be merged).
 */
export type ConflictPolicy = 'stop' | 'skip' | 'ours' | 'theirs' | 'merge';

export interface SyncOptions {
  /** Publish the texts that readers should see according to the files. */
  readonly publish: boolean;
  /**
   * Also publish drafts that others wrote on the platform and that no file has. A person is asked
   * first.
   */
  readonly publishForeign: boolean;
  /**
   * The pages to cover: keys, page ids, or paths relative to the project or working folder. Empty:
   * all.
   */
  readonly only: readonly string[];
  /** The absolute folder that relative paths in `only` start from. */
  readonly workingFolder: string;
  readonly conflicts: ConflictPolicy;
  /** Policies for single pages; they override `conflicts`. */
  readonly choices: ReadonlyMap<PageKey, ConflictPolicy>;
  /** Write titles, slugs and texts into the files if only the platform changed them. */
  readonly pull: boolean;
  /**
   * Create files for pages that only the platform has, in the folder's or the named documentations.
   */
  readonly newFiles: boolean;
  /** Send the files to the platform. If false, only files are written. */
  readonly send: boolean;
  /** Create pages again that are gone from the platform. */
  readonly recreate: boolean;
  /** Delete pages whose files commits removed, or that `only` names, if they are as last sent. */
  readonly prune: boolean;
  /** Publish pages even if their files are unlisted, hidden or gated. */
  readonly allowListed: boolean;
  /** Continue even if the guard refuses. */
  readonly force: boolean;
  readonly looks?: Looks;
  /**
   * The folder has copies of named files and nothing else: each is the page of its key, and that
   * other pages have no file here says nothing.
   */
  readonly asNamed: boolean;
  /** With `asNamed`: the project with the lock. Pages that have a file in it are left alone. */
  readonly ownProject?: Project;
  /** The history message. Null: subject and short id of the commit, or the platform's default. */
  readonly message: string | null;
}

/**
 * Which pages of the lock are read, besides those whose date or title changed on the platform.
 *
 * - `dates`: none. An edit in the same second as the last push stays unseen.
 * - `edited`: those about to be sent. The default of runs that write no files.
 * - `shown`: the same, and their texts are kept, to be shown.
 * - `all`: also each page whose date proves nothing. The default of runs that write files.
 */
export type Looks = 'dates' | 'edited' | 'shown' | 'all';

export const looksOf = (options: SyncOptions): Looks =>
  options.looks ?? (writesFiles(options) ? 'all' : 'edited');

/** Sends all drafts and stops at conflicts. */
export const DEFAULT_OPTIONS: Omit<SyncOptions, 'workingFolder'> = {
  publish: false,
  publishForeign: false,
  only: [],
  conflicts: 'stop',
  choices: new Map(),
  pull: false,
  newFiles: false,
  send: true,
  recreate: false,
  prune: false,
  allowListed: false,
  force: false,
  asNamed: false,
  message: null,
};

type Choices = Pick<SyncOptions, 'conflicts' | 'choices'>;

/** The policy for a page that changed on both sides. The only place that decides it. */
export const policyFor = (key: PageKey, { conflicts, choices }: Choices): ConflictPolicy =>
  choices.get(key) ?? conflicts;

/** Whether the run writes changes from the platform into files. */
export const writesFiles = ({ pull, send, newFiles, conflicts, choices }: SyncOptions): boolean =>
  pull || newFiles || !send || [conflicts, ...choices.values()].some((policy) => FILES.has(policy));

const FILES: ReadonlySet<ConflictPolicy> = new Set<ConflictPolicy>(['theirs', 'merge']);
