/** Lines of the lock that can be let go: neither the folder nor the platform has the page any more. */
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { found } from '../snapshot/documentations.ts';
import { forEachAtOnce } from '../pool.ts';
import type { RunState, SyncDeps } from '../session.ts';
import { showsNone } from '../snapshot/snapshot.ts';

/** Pages that a run asks for, at most: what is left is let go by later runs. */
const AT_ONCE = 30;

/**
 * Keys that the lock may forget. Each page is asked for by its id: a list of all pages may lack one that is there, and without its
 * line nobody would be told that it is an orphan. Where that cannot be asked, the line stays.
 */
export async function goneOnBothSides(
  state: RunState,
  { api, signal }: Pick<SyncDeps, 'api' | 'signal'>,
): Promise<readonly PageKey[]> {
  const gone: PageKey[] = [];
  await forEachAtOnce(withoutBoth(state).slice(0, AT_ONCE), AT_ONCE, async ({ key, id }) => {
    try {
      if (!(await found(api.pages.read(id, { signal })))) gone.push(key);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  });
  return gone;
}

function withoutBoth({ sides, lock, snapshot }: RunState): readonly BasePage[] {
  const { cases, remote, unplaced } = sides;
  // The lock of another project tells nothing of this one.
  if (showsNone(lock, snapshot)) return [];
  // A file whose key cannot be told may be that of any page.
  if (unplaced.some(({ key }) => key === undefined)) return [];
  return [...cases.withoutFile()].flatMap(({ key, base, placement }) =>
    remote.get(key) === undefined && placement.kind === 'visible' ? [base] : [],
  );
}
