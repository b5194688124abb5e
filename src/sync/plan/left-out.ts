/** Which changes of a plan are not carried out, and why. Pure. */
import type { Change, Conflict, Publish } from '../../model/change.ts';
import { UNKNOWN_DRAFT } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { RestrictionKind } from '../../model/local.ts';
import { policyFor } from '../run-options.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Row } from './cases.ts';
import { count } from '../../model/text/sentences.ts';

/** Whether the change is a conflict without a decision, which stops the run before anything is written. */
export function isUndecided(
  change: Change,
  options: Pick<SyncOptions, 'conflicts' | 'choices'>,
): boolean {
  // A choice was made, but for an earlier text: the change is left out, and the next run asks again.
  if (change.kind !== 'conflict' || change.again !== undefined) return false;
  const policy = policyFor(change.key, options);
  return policy === 'stop' || (policy === 'merge' && change.merge === undefined);
}

/**
 * Whether the conflict's texts can be merged. Slugs cannot be merged, nor can a page that is gone.
 */
export const isMergeable = (change: Change): change is Conflict =>
  change.kind === 'conflict' &&
  change.id !== null &&
  change.group !== 'gone-but-edited' &&
  !change.fields.includes('slug');

/** The failure of a run with undecided conflicts. There must be at least one. */
export function undecidedFailure(
  conflicts: readonly Change[],
  { send, conflicts: policy }: SyncOptions,
  inPipeline: boolean,
): Failure {
  const [first] = conflicts;
  if (conflicts.every(isDeletedHere)) {
    const which =
      conflicts.length === 1 ? `${first?.key} has` : `${count(conflicts.length, 'page')} have`;
    return new Failure(
      'conflict',
      `${which} no file, but changed on the platform; nothing was written.`,
      {
        hint: 'docs pull <page> writes the file again, docs page delete <page> --force deletes the page; or give --skip-conflicts',
      },
    );
  }
  if (conflicts.every(isGone)) {
    const which =
      conflicts.length === 1 ? `${first?.key} was` : `${count(conflicts.length, 'page')} were`;
    return new Failure(
      'conflict',
      `${which} edited here, but deleted on the platform; nothing was written.`,
      { hint: 'docs push --recreate creates such pages again; or give --skip-conflicts' },
    );
  }
  const isOne = conflicts.length === 1;
  const which = isOne ? first?.key : count(conflicts.length, 'page');
  const tried = policy === 'merge' ? ', and cannot be merged' : '';
  const changed = `${isOne ? 'was' : 'were'} changed here and on the platform`;
  const how = conflicts.every(isDiverged) ? changed : isOne ? DIFFERS : 'differ on both sides';
  const what = `${which} ${how}${tried}`;
  const takes = conflicts.some(isMergeable) ? 'merge' : 'theirs';
  return new Failure('conflict', `${what}; nothing was written.`, {
    hint: inPipeline
      ? conflicts.every(isUndone)
        ? 'On your machine, if the file is right: docs push --ours; or give --skip-conflicts'
        : `On your machine: docs pull --${takes}, commit, push; or give --skip-conflicts`
      : `See them with docs diff; then give --${send ? 'ours' : 'theirs'} or --skip-conflicts`,
  });
}

const isUndone = (change: Change): boolean => change.kind === 'conflict' && change.undone === true;

const isDeletedHere = (change: Change): boolean =>
  change.kind === 'conflict' && change.group === 'deleted-but-edited';

const isGone = (change: Change): boolean =>
  change.kind === 'conflict' && change.group === 'gone-but-edited';

const isDiverged = (change: Change): boolean =>
  change.kind === 'conflict' && change.group === 'diverged';

/** Without a common base, it is unknown which side changed. */
const DIFFERS = 'is different on both sides';

interface LeftOut {
  readonly reason: string;
  readonly hint: string;
}

/** Why a change is skipped in a run that is carried out. Returns undefined if it is not skipped. */
export function whyLeftOut(change: Change): LeftOut | undefined {
  if (change.kind === 'conflict' && change.merge === undefined) {
    if (change.again !== undefined) {
      const hint = `docs diff ${change.key} shows both; then run the same command again`;
      return { reason: AGAIN[change.again], hint };
    }
    if (isDeletedHere(change)) {
      const hint = `docs pull ${change.key} writes its file again`;
      return { reason: 'It has no file, but was changed on the platform.', hint };
    }
    if (isGone(change)) {
      const hint = `docs push --recreate ${change.key} creates it again`;
      return { reason: 'It was edited here, but deleted on the platform.', hint };
    }
    const reason = isDiverged(change)
      ? 'It was changed here and on the platform.'
      : `It ${DIFFERS}, and no common base is known.`;
    return { reason, hint: `docs diff ${change.key} shows both` };
  }
  if (change.kind === 'publish' && change.held !== null) return heldBack(change, change.held);
  return undefined;
}

const AGAIN: Readonly<Record<NonNullable<Conflict['again']>, string>> = {
  changed: 'It was changed again on the platform after both texts were compared.',
  removed: 'It was removed on the platform after both texts were compared.',
};

/**
 * How many gone pages no run has read back: the only proof that they existed is the answer to their
 * creation.
 */
export const countNeverSeen = (rows: readonly Row[]): number =>
  rows.filter(
    ({ base, changes }) =>
      base?.racy === true &&
      base.formerStates === undefined &&
      changes.some(({ kind }) => kind === 'gone'),
  ).length;

function heldBack({ key, heldBy }: Publish, held: NonNullable<Publish['held']>): LeftOut {
  if (held === 'foreign') {
    const hint = `docs page publish ${key} publishes it as it is, docs pull ${key} writes it into the file`;
    return { reason: FOREIGN, hint };
  }
  if (held === 'pulled') {
    if (heldBy === UNKNOWN_DRAFT)
      return { reason: UNTOLD, hint: `docs page publish ${key} publishes it` };
    const hint = `docs page publish ${key} publishes it, and so does a push once somebody has changed its words`;
    const copy =
      heldBy === undefined ? PULLED : `Somebody else has not published this yet: ${heldBy}.`;
    return { reason: copy, hint };
  }
  return { reason: whyHeld(held, heldBy), hint: HELD_HINT[held] };
}

const FOREIGN = 'Its draft was written on the platform, and this folder has not pulled it.';
const PULLED = 'Its text is a draft from the platform that docs pull wrote into the file.';
const UNTOLD =
  'Its file got a draft from the platform, and only the clone that pulled it knows which words are the draft’s.';

/** Why a page is not published by default. `words`: what holds it back, if more is known. */
export function whyHeld(held: RestrictionKind, words: string = WORDS[held]): string {
  if (held === 'not-yet') return `It is ${words}.`;
  if (held === 'gate') return `A part of it is for an audience, but ${WORDS[held]}.`;
  return `Its file is ${words}, but readers would find it on the platform.`;
}

const WORDS: Readonly<Record<RestrictionKind, string>> = {
  'not-yet': 'not for readers yet',
  unlisted: 'unlisted',
  hidden: 'hidden',
  audience: 'for one audience only',
  gate: 'the platform would show it to everybody',
};

const ALLOW = 'To publish it anyway, give --allow-listed';

/** What to do about a page that is held back. */
const HELD_HINT: Readonly<Record<RestrictionKind, string>> = {
  'not-yet': 'To publish it, remove what says so: --allow-listed does not',
  unlisted: ALLOW,
  hidden: ALLOW,
  audience: ALLOW,
  gate: 'docs check names the place; to publish it anyway, give --allow-listed',
};
