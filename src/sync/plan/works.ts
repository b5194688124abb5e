/** What of a plan is carried out, and what is left out and why. Pure. */
import type { Change, Conflict, Pull } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { lineAfterLook } from '../lock/line.ts';
import type { Prepared, RunState, SyncOptions } from '../session.ts';
import { policyFor } from './policy.ts';
import { workOf } from './steps.ts';
import type { PageWork } from './steps.ts';

export const isUnsettled = (change: Change, state: RunState): boolean => {
  if (change.kind !== 'conflict') return false;
  const policy = policyFor(change.key, state.options);
  return policy === 'stop' || (policy === 'merge' && change.merge === undefined);
};

/** Changes that write page files. */
export interface FileChanges {
  readonly merges: readonly Conflict[];
  readonly pulls: readonly Pull[];
  readonly newFiles: readonly Pull[];
}

/** What a run carries out. */
export interface WorkList extends FileChanges {
  /** Pages that are written to the platform. */
  readonly works: readonly PageWork[];
  /** How many there are of all of them. */
  readonly size: number;
}

export function workListOf(prepared: Prepared): WorkList {
  const works = worksOf(prepared);
  const files = fileChangesOf(prepared);
  const { merges, pulls, newFiles } = files;
  return { ...files, works, size: works.length + merges.length + pulls.length + newFiles.length };
}

export function fileChangesOf({ plan }: Pick<Prepared, 'plan'>): FileChanges {
  const merges: Conflict[] = [];
  const pulls: Pull[] = [];
  const newFiles: Pull[] = [];
  for (const change of plan.changes) {
    if (change.kind === 'conflict' && change.merge !== undefined) merges.push(change);
    else if (change.kind === 'pull' && change.newFile) newFiles.push(change);
    else if (change.kind === 'pull' && change.taken) pulls.push(change);
  }
  return { merges, pulls, newFiles };
}

/** Lines of the lock whose pages were looked at in this run, and are as they say: the look proves what their date did not. */
export function provenLines({ lock, sides: { remote }, left, own }: RunState): readonly BasePage[] {
  const proven: BasePage[] = [];
  if (lock.dates === 'still') return proven;
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

export const changesOf = ({ create, update, publish }: PageWork): readonly Change[] =>
  [create, update, publish].filter((change) => change !== undefined);

/** In the order of the folder: the platform appends new pages as they come. */
function worksOf({ state }: Prepared): readonly PageWork[] {
  if (!state.options.send) return [];
  const works: PageWork[] = [];
  for (const page of state.local.pages.values()) {
    const row = state.rows.get(page.key);
    if (row === undefined) continue;
    const work = workOf(page, row.changes);
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
    const reason = whyHeld(change.held);
    return { reason, hint: 'If that is meant, give --allow-listed' };
  }
  return undefined;
}

export const whyHeld = (held: NonNullable<LocalPage['restricted']>): string =>
  `Its file is ${WORDS[held]}, and on the platform readers would find it.`;

const WORDS = {
  unlisted: 'unlisted',
  hidden: 'hidden',
  audience: 'for one audience only',
} as const;
