/**
 * Deletes pages, after all other writes. Records each deletion first, skips pages with unseen
 * changes, and settles lost answers.
 */
import type { Delete } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { AGAIN } from '../ledger.ts';
import type { Task } from '../plan/work-list.ts';
import { documentationKey } from '../../model/ids.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { NO_WRITE } from '../record/books.ts';
import type { Books, IntentNumber } from '../record/books.ts';
import type { DeleteIntent } from '../record/entry.ts';
import { lookAt, stillThere } from '../platform/look.ts';
import { sendRecorded } from './send-write.ts';
import { lookTwice, untilAnswered } from './settle.ts';
import { isUnchanged } from '../record/stored-page.ts';
import type { Seen } from '../record/stored-page.ts';
import type { SyncDeps } from '../deps.ts';
import { placeInPath } from '../platform/slugs.ts';

/** Processes one page. */
type Write = (task: Task<Delete>) => Promise<void>;

/**
 * Deletes pages from the platform. `each` processes a list of pages. A refused page is tried again
 * as long as others are deleted: it may have a subpage, and the platform does not report which page
 * is below which.
 */
export async function prunePages(
  tasks: readonly Task<Delete>[],
  deps: PruneDeps,
  each: (tasks: readonly Task<Delete>[], write: Write) => Promise<void>,
): Promise<void> {
  const { ledger } = deps.books;
  const refused = new Map<Task<Delete>, Failure>();
  let isUnsupported = false;
  const write: Write = async (task) => {
    const { change, row } = task;
    if (isUnsupported) {
      ledger.skip(change, UNSUPPORTED, EDITOR);
      return;
    }
    if (row.remote === undefined) throw new Error('a page is deleted that nobody saw');
    const deleted = await prunePage(change, row.remote, deps);
    switch (deleted.kind) {
      case 'done':
        ledger.apply(change);
        break;
      case 'stale':
        ledger.skip(change, 'It was changed on the platform since the plan was made.', AGAIN);
        break;
      case 'unseen':
        ledger.skip(change, 'The platform did not find it when asked for the page.', AGAIN);
        break;
      case 'refused':
        refused.set(task, deleted.failure);
        break;
      case 'unsupported':
        isUnsupported = true;
        ledger.skip(change, UNSUPPORTED, EDITOR);
        break;
      default:
        deleted satisfies never;
    }
  };
  await each(tasks, write);
  for (let before = Infinity; refused.size > 0 && refused.size < before;) {
    before = refused.size;
    const again = [...refused.keys()];
    refused.clear();
    for (const task of again) await ledger.attempt([task.change], () => write(task));
  }
  for (const [{ change }, { code, message, status }] of refused) {
    ledger.fail(change, new Failure(code, message, { hint: REFUSED, status }));
  }
}

const UNSUPPORTED = 'This platform cannot delete pages through the API.';

const EDITOR = 'Delete it in the editor';

const REFUSED = 'Delete subpages before their parent; pages in a locked version cannot be deleted';

type PruneDeps = Pick<
  SyncDeps,
  'api' | 'clock' | 'project' | 'signal' | 'report' | 'requestTimeoutMs'
> & {
  readonly books: Books;
};

/**
 * What became of the deletion. `stale`: the page differs from what the plan saw. `unseen`: the look
 * did not find it, and nothing was sent. `refused` and `unsupported`: the platform does not delete
 * it, and it still exists.
 */
type Deleted =
  | { readonly kind: 'done' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'unseen' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'unsupported' };

/**
 * Reads the page in any case, deletes it if it is as `planned`, then reads it again to check that
 * it is gone. A page that is not found counts as deleted only if a deletion was sent before;
 * otherwise it proves nothing. Rejects if the platform refuses for a reason that does not concern
 * the page itself, and with `outcome-unknown` if every answer is lost.
 */
function prunePage({ key, id }: Delete, planned: Seen, deps: PruneDeps): Promise<Deleted> {
  return untilAnswered(key, (attempt) => {
    const intent: DeleteIntent = { op: 'delete', key, id, at: deps.clock.now() };
    return send(intent, { planned, isFirst: attempt === 1 }, deps);
  });
}

/** Resolves to undefined if the answer was lost and the page still exists. */
async function send(
  intent: DeleteIntent,
  { planned, isFirst }: { readonly planned: Seen; readonly isFirst: boolean },
  deps: PruneDeps,
): Promise<Deleted | undefined> {
  const { api, books, signal } = deps;
  const { key, id } = intent;
  const done = (open: IntentNumber): Deleted => {
    books.removed(open, id, key);
    return { kind: 'done' };
  };
  // A deletion cannot be undone, so a list of pages is not enough evidence: each page is read.
  const look = { id, at: null, isAsSeen: (page: Page) => isAsPlanned(key, page, planned) };
  const sent = await sendRecorded(
    { intent, content: null, look },
    (slot) => api.pages.delete(id, { signal, slot }),
    deps,
  );
  if (sent.kind === 'stale') {
    if (sent.page !== null) return { kind: 'stale' };
    return isFirst && !sent.isRefused ? { kind: 'unseen' } : done(NO_WRITE);
  }
  const { open, written } = sent;
  switch (written.kind) {
    case 'done': {
      const failure = await stillThere(id, deps);
      if (failure === undefined) return done(open);
      books.undone(open);
      return { kind: 'refused', failure };
    }
    case 'interrupted':
      // The deletion stays open in the log, so that the next run checks it.
      throw written.failure;
    case 'lost': {
      const { result } = await lookTwice(sent.intent, () => find(id, deps), deps);
      if (result === 'done') return done(open);
      books.undone(open);
      return undefined;
    }
    case 'refused': {
      const { failure } = written;
      if (failure.code === 'unsupported' && !(await lookAt(id, deps))) return done(open);
      books.undone(open);
      if (failure.code === 'unsupported') return { kind: 'unsupported' };
      if (failure.code === 'platform-refused') return { kind: 'refused', failure };
      throw failure;
    }
    default:
      return written satisfies never;
  }
}

/** Whether the page is where the plan saw it and as the plan saw it. */
function isAsPlanned(key: PageKey, page: Page, seen: Seen): boolean {
  const told = placeInPath(page);
  const isHere =
    told === undefined || documentationKey(key) === `${told.version}/${told.documentation}`;
  return isHere && isUnchanged(seen, page);
}

/** Whether the page is gone, for `lookTwice`. */
async function find(id: PageId, deps: PruneDeps): Promise<{ readonly result: 'done' | 'again' }> {
  return { result: (await lookAt(id, deps)) === undefined ? 'done' : 'again' };
}
