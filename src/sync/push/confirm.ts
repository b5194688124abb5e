/** Checks answers that may not be true: if nothing but the answer's words says that a write was carried out, the page is read. */
import { Failure } from '../../model/failure.ts';
import { sameInstant } from '../../model/instant.ts';
import type { Page } from '../../model/resources.ts';
import type { SavingIntent } from '../journal/entry.ts';
import { lookAt, lookUp } from '../look.ts';
import { proofOf } from '../lock/proof.ts';
import type { Evidence } from './evidence.ts';
import { headDigest, isUnchanged, sameTitle } from '../lock/stored-page.ts';
import type { Seen } from '../lock/stored-page.ts';
import { removedMeanwhile } from './foreign-text.ts';
import type { PageState, WriteTarget } from './page-state.ts';
import { carriedOut } from './settle.ts';
import type { SettleDeps } from './settle.ts';

/** A write to an existing page, and its answer. */
export interface AnsweredWrite {
  readonly intent: SavingIntent;
  readonly content: string | null;
  readonly before: PageState;
  readonly target: WriteTarget;
  /** No earlier write of this run went to the page. */
  readonly isFirst: boolean;
}

/** What a write did. */
export type Confirmed =
  | { readonly kind: 'page'; readonly page: Page }
  /** The write did nothing, although the platform says that it did. */
  | { readonly kind: 'nothing'; readonly failure: Failure };

/** The page as it is after a write that was answered with `page`. An answer is believed if the page has changed and has a new date. */
export async function confirm(
  answered: AnsweredWrite,
  page: Page,
  deps: SettleDeps,
): Promise<Confirmed> {
  const { intent, content, before, target } = answered;
  if (!isDoubtful(answered, page)) return { kind: 'page', page };
  const now = await lookAt(before.id, deps);
  if (now === undefined) throw removedMeanwhile(intent.key);
  if (carriedOut({ intent, content, before: before.seen }, now, deps))
    return { kind: 'page', page: now };
  if (!isUnchanged(before.seen, now)) return { kind: 'page', page: now };
  // Another page may have the slug. The caller finds that out.
  if (intent.op === 'update' && intent.slug !== now.slug) {
    if (await lookUp({ ...target, slug: intent.slug }, deps)) return { kind: 'page', page: now };
  }
  return { kind: 'nothing', failure: notDone(intent.op) };
}

function isDoubtful({ before, isFirst }: AnsweredWrite, page: Page): boolean {
  if (page.id !== before.id) return true;
  // Two writes of one run may fall into the same second, and dates have whole seconds.
  const mayBeStill = !isFirst && proofOf(page.updated, page.answeredAt) === 'fresh';
  if (sameInstant(page.updated, before.updated) && !mayBeStill) return true;
  return isUnchanged(before.seen, page);
}

/**
 * Whether the answer to a write shows that an earlier write of this run was lost: the parts in `drift` are
 * again as they were at the `start`, and not as `before` this write. `now`: the page in that answer.
 */
export function isLost(
  start: Seen,
  before: Seen,
  now: Seen,
  { drift }: Pick<Evidence, 'drift'>,
): boolean {
  const isBack = <T>(was: T, sent: T, is: T, isSame: (a: T, b: T) => boolean): boolean =>
    !isSame(was, sent) && isSame(was, is);
  const equal = (a: string | null, b: string | null): boolean => a === b;
  const [was, sent, is] = [start, before, now].map(({ stored }) => headDigest(stored));
  return (
    ((drift.has('draft') || drift.has('published')) &&
      isBack(was ?? null, sent ?? null, is ?? null, equal)) ||
    (drift.has('title') && isBack(start.title, before.title, now.title, sameTitle)) ||
    (drift.has('slug') && isBack(start.slug, before.slug, now.slug, equal))
  );
}

/** The failure if the platform claims a write that it did not carry out. */
export function notDone(op: SavingIntent['op']): Failure {
  const what =
    op === 'publish'
      ? 'published the page, but readers do not see it'
      : 'wrote the page, but it does not have what was sent';
  return new Failure('platform-refused', `The platform answered that it ${what}.`, {
    hint: 'Run the same command again; if it fails again, contact those who run the platform',
  });
}
