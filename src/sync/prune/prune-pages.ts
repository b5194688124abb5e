/** Deletes the pages of a run, after everything else. */
import type { Delete } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { AGAIN } from '../log/ledger.ts';
import type { Task } from '../plan/work-list.ts';
import { prunePage } from './prune-page.ts';
import type { PruneDeps } from './prune-page.ts';

/** Processes one page. */
type Write = (task: Task<Delete>) => Promise<void>;

/**
 * Deletes pages from the platform. `each` processes a list of pages. A refused page is tried again as long as
 * others get deleted: it may have been refused because of a subpage, and the platform does not tell which page
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
      case 'moved':
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
