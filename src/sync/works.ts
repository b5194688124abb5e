/** What of a plan is carried out, and what is left out and why. Pure. */
import type { Change, Conflict, Pull } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import { groupBy } from '../model/group-by.ts';
import type { PageKey } from '../model/ids.ts';
import type { BasePage } from '../model/sides.ts';
import { lineAfterLook } from './line.ts';
import type { Prepared, RunState, SyncOptions } from './session.ts';
import { workOf } from './steps.ts';
import type { Work } from './steps.ts';

const policyOf = (key: PageKey, { options }: RunState): string =>
  options.choices.get(key) ?? options.conflicts;

export const isUnsettled = (change: Change, state: RunState): boolean => {
  if (change.kind !== 'conflict') return false;
  const policy = policyOf(change.key, state);
  return policy === 'stop' || (policy === 'merge' && change.merge === undefined);
};

/** Changes that write page files. */
export interface FileChanges {
  readonly merges: readonly Conflict[];
  readonly pulls: readonly Pull[];
  readonly arrivals: readonly Pull[];
}

/** What a run carries out. */
export interface Job extends FileChanges {
  /** Pages that are written to the platform. */
  readonly works: readonly Work[];
  /** How many there are of all of them. */
  readonly size: number;
}

export function jobOf(prepared: Prepared): Job {
  const works = worksOf(prepared);
  const files = fileChangesOf(prepared);
  const { merges, pulls, arrivals } = files;
  return { ...files, works, size: works.length + merges.length + pulls.length + arrivals.length };
}

export function fileChangesOf({ plan }: Pick<Prepared, 'plan'>): FileChanges {
  const merges: Conflict[] = [];
  const pulls: Pull[] = [];
  const arrivals: Pull[] = [];
  for (const change of plan.changes) {
    if (change.kind === 'conflict' && change.merge !== undefined) merges.push(change);
    else if (change.kind === 'pull' && change.newFile) arrivals.push(change);
    else if (change.kind === 'pull' && change.taken) pulls.push(change);
  }
  return { merges, pulls, arrivals };
}

/** Lines of the lock whose pages were looked at in this run, and are as they say: the look proves what their date did not. */
export function provenLines({ lock, remote, still, left, own }: RunState): readonly BasePage[] {
  const proven: BasePage[] = [];
  if (still) return proven;
  const open = new Set(left.map(({ key }) => key));
  for (const [key, line] of lock.pages) {
    if (line.unproven === undefined || remote.isAsBase(key)) continue;
    // Of what is not known to be over, a look proves nothing.
    if (open.has(key) || own.has(key)) continue;
    const seen = remote.get(key);
    const after = seen && lineAfterLook(line, seen);
    if (after) proven.push(after);
  }
  return proven;
}

/** Whether the lock is told of it, and nothing else is. */
export const isToLearn = (change: Change): boolean =>
  change.kind === 'adopt' || (change.kind === 'unchanged' && change.notes.length > 0);

export function unsettledFailure(
  conflicts: readonly Change[],
  { send, conflicts: policy }: SyncOptions,
): Failure {
  const [first] = conflicts;
  const which = conflicts.length === 1 ? `${first?.key} was` : `${conflicts.length} pages were`;
  const tried = policy === 'merge' ? ', and cannot be merged' : '';
  const what = `${which} changed here and on the platform${tried}`;
  return new Failure('conflict', `${what}; nothing was written.`, {
    hint: `See them with docs diff; then give --${send ? 'ours' : 'theirs'} or --skip-conflicts.`,
  });
}

export const changesOf = ({ create, update, publish }: Work): readonly Change[] =>
  [create, update, publish].filter((change) => change !== undefined);

/** In the order of the folder: the platform appends new pages as they come. */
function worksOf({ plan, state }: Prepared): readonly Work[] {
  if (!state.options.send) return [];
  const changed = plan.changes.filter(({ kind }) => kind !== 'unchanged');
  const byKey = groupBy(changed, ({ key }) => key);
  const works: Work[] = [];
  for (const page of state.local.pages.values()) {
    const changes = byKey.get(page.key);
    if (changes === undefined) continue;
    const work = workOf(page, changes);
    if (work.create || work.update || work.publish) works.push(work);
  }
  return works;
}

export function whyLeftOut(
  change: Change,
): { readonly reason: string; readonly hint: string } | undefined {
  if (change.kind === 'conflict' && change.merge === undefined) {
    const reason = 'It was changed here and on the platform.';
    return {
      reason,
      hint: `docs diff ${change.key} shows both.`,
    };
  }
  if (change.kind === 'publish' && change.held !== null) {
    const reason = `Its file is ${WORDS[change.held]}, and on the platform readers would find it.`;
    return { reason, hint: 'If that is meant, give --allow-listed.' };
  }
  return undefined;
}

const WORDS = {
  unlisted: 'unlisted',
  hidden: 'hidden',
  audience: 'for one audience only',
} as const;
