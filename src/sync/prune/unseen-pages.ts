/** Decides about pages that were not found just before their deletion: they are gone, or an answer was wrong. */
import type { Delete } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { PageId } from '../../model/ids.ts';
import { AGAIN } from '../journal/ledger.ts';
import type { PruneDeps } from './prune-page.ts';

/**
 * Treats those pages as deleted that the list of all pages lacks too. Keeps the lines of the others, or of
 * all if the list is not available.
 */
export async function settleUnseen(changes: readonly Delete[], deps: PruneDeps): Promise<void> {
  const { books, clock } = deps;
  const { ledger } = books;
  const listed = await listedNow(deps);
  for (const change of changes) {
    const { key, id } = change;
    if (listed === null || listed.has(id)) {
      ledger.skip(change, listed === null ? UNKNOWN : CONTRADICTION, AGAIN);
      continue;
    }
    const open = await books.intend({ op: 'delete', key, id, at: clock.now() }, null);
    books.removed(open, id, key);
    books.leave(open);
    ledger.apply(change);
  }
}

/** Resolves to null if the list is not available now. */
async function listedNow({ api, signal }: PruneDeps): Promise<ReadonlyMap<PageId, unknown> | null> {
  try {
    return (await api.project.all({}, signal)).pages;
  } catch (error) {
    if (error instanceof Failure && !error.endsRun) return null;
    throw error;
  }
}

const CONTRADICTION = 'The platform lists it, but did not find it when asked for the page.';

const UNKNOWN =
  'The platform did not find it when asked for the page, but nothing else shows that it is gone.';
