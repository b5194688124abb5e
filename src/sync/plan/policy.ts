/** What is done with pages that both sides changed: decided here alone. Pure. */
import type { PageKey } from '../../model/ids.ts';
import type { ConflictPolicy, SyncOptions } from '../session.ts';
import type { PlanRules } from './plan.ts';

type Choices = Pick<SyncOptions, 'conflicts' | 'choices'>;

/** The choice for this page, else that for all. */
export const policyFor = (key: PageKey, { conflicts, choices }: Choices): ConflictPolicy =>
  choices.get(key) ?? conflicts;

/** What the planner is told of a run's options. */
export const rulesOf = ({ conflicts, choices, ...rules }: SyncOptions): PlanRules => ({
  ...rules,
  winner: (key) => WINNER[policyFor(key, { conflicts, choices })],
});

const WINNER = { stop: null, skip: null, merge: null, ours: 'local', theirs: 'remote' } as const;

/** Whether what moved on the platform is written into files. */
export const writesFiles = ({ pull, send, newFiles, conflicts, choices }: SyncOptions): boolean =>
  pull || newFiles || !send || [conflicts, ...choices.values()].some((policy) => FILES.has(policy));

const FILES: ReadonlySet<ConflictPolicy> = new Set<ConflictPolicy>(['theirs', 'merge']);
