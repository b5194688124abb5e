/** What a run is told to do, and what it does if it is told nothing. */
import type { PageKey } from '../model/ids.ts';
import type { PlanRules } from './plan/plan.ts';

/**
 * What to do with pages that both sides changed: `stop` the run before anything is written, `skip` them, let the file win (`ours`), let
 * the platform win (`theirs`, writes files), or merge the texts (`merge`, writes files; what cannot be merged at all stops the run).
 */
export type ConflictPolicy = 'stop' | 'skip' | 'ours' | 'theirs' | 'merge';

/** What a run is told to do. */
export interface SyncOptions {
  /** Publish what the files say readers should see. */
  readonly publish: boolean;
  /** Narrow to these: keys, page ids, file paths or folders, relative to the project or to the working folder. Empty: all. */
  readonly only: readonly string[];
  /** The folder that relative `only` paths start from; absolute. */
  readonly workingFolder: string;
  readonly conflicts: ConflictPolicy;
  /** A choice for single pages; beats `conflicts`. */
  readonly choices: ReadonlyMap<PageKey, ConflictPolicy>;
  /** Write titles, slugs and texts that moved on the platform alone into the files. */
  readonly pull: boolean;
  /** Write files for pages that only the platform has, in the documentations that the folder has or that are named. */
  readonly newFiles: boolean;
  /** Send what the files say; false: only files are written. */
  readonly send: boolean;
  /** Make pages again that are gone from the platform. */
  readonly recreate: boolean;
  /** Delete pages on the platform whose files are gone and that are as they were sent last. */
  readonly prune: boolean;
  /** Publish pages whose files are unlisted, hidden or gated. */
  readonly allowListed: boolean;
  /** Continue although the guard refuses. */
  readonly force: boolean;
  /**
   * Read each page whose date proves nothing, for drift is shown or taken over. Left out: where files are written; else only pages
   * that are to be written are read.
   */
  readonly looks?: boolean;
  /** The history message; null: the subject and abbreviated id of the commit at hand, or the platform's own. */
  readonly message: string | null;
}

/** A push of all drafts that stops at conflicts. */
export const DEFAULT_OPTIONS: Omit<SyncOptions, 'workingFolder'> = {
  publish: false,
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
  message: null,
};

type Choices = Pick<SyncOptions, 'conflicts' | 'choices'>;

/** What is done with a page that both sides changed: the choice for it, else that for all. Decided here alone. */
export const policyFor = (key: PageKey, { conflicts, choices }: Choices): ConflictPolicy =>
  choices.get(key) ?? conflicts;

/** What the planner is told of a run's options. */
export const rulesOf = (
  { conflicts, choices, ...rules }: SyncOptions,
  whyKept: PlanRules['whyKept'],
): PlanRules => ({
  ...rules,
  whyKept: rules.prune ? whyKept : null,
  winner: (key) => WINNER[policyFor(key, { conflicts, choices })],
});

const WINNER = { stop: null, skip: null, merge: null, ours: 'local', theirs: 'remote' } as const;

/** Whether what moved on the platform is written into files. */
export const writesFiles = ({ pull, send, newFiles, conflicts, choices }: SyncOptions): boolean =>
  pull || newFiles || !send || [conflicts, ...choices.values()].some((policy) => FILES.has(policy));

const FILES: ReadonlySet<ConflictPolicy> = new Set<ConflictPolicy>(['theirs', 'merge']);
