/** Deletes the pages of a run, after everything else. */
import type { Delete } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { AGAIN } from '../log/ledger.ts';
import type { RunState } from '../session.ts';
import { prunePage } from './prune-page.ts';
import type { PruneDeps } from './prune-page.ts';

/** Processes one page. */
type Write = (change: Delete) => Promise<void>;

/**
 * Deletes pages from the platform. `each` processes a list of pages. A refused page is tried again as long as
 * others get deleted: it may have been refused because of a subpage, and the platform does not tell which page
 * is below which.
 */
export async function prunePages(
  changes: readonly Delete[],
  { sides: { remote } }: RunState,
  deps: PruneDeps,
  each: (changes: readonly Delete[], write: Write) => Promise<void>,
): Promise<void> {
  const { ledger } = deps.books;
  const refused = new Map<Delete, Failure>();
  let isUnsupported = false;
  const carryOut = async (change: Delete): Promise<void> => {
    const seen = remote.get(change.key);
    if (seen === undefined) throw new Error('a page is deleted that nobody saw');
    const deleted = await prunePage(change, seen, deps);
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
        refused.set(change, deleted.failure);
        break;
      case 'unsupported':
        isUnsupported = true;
        ledger.skip(change, UNSUPPORTED, EDITOR);
        break;
      default:
        deleted satisfies never;
    }
  };
  const write: Write = async (change) => {
    if (isUnsupported) ledger.skip(change, UNSUPPORTED, EDITOR);
    else await carryOut(change);
  };
  await each(changes, write);
  for (let before = Infinity; refused.size > 0 && refused.size < before;) {
    before = refused.size;
    const again = [...refused.keys()];
    refused.clear();
    for (const change of again) await ledger.attempt([change], () => write(change));
  }
  for (const [change, { code, message, status }] of refused) {
    ledger.fail(change, new Failure(code, message, { hint: REFUSED, status }));
  }
}

const UNSUPPORTED = 'This platform cannot delete pages through the API.';

const EDITOR = 'Delete it in the editor';

const REFUSED = 'Delete subpages before their parent; pages in a locked version cannot be deleted';
