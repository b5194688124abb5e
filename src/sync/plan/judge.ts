import type { Plan } from '../../model/change.ts';
import type { Prepared, RunState, SyncDeps } from '../session.ts';
import { showsNone } from '../snapshot/snapshot.ts';
import { folderMessage, guard, unexplained } from './guard.ts';
import type { Circumstances } from './guard.ts';
import { deletionsIn } from './deletions.ts';

/** Runs the guard. Asks git only if the number of updates would be refused; warnings then name the commits that explain them. */
export async function judge(
  { local, texts, lock, snapshot, named, options, rows }: RunState,
  decided: Plan,
  deps: SyncDeps,
): Promise<Pick<Prepared, 'refusals' | 'warnings'>> {
  const circumstances: Circumstances = {
    plan: decided,
    lockPages: lock.pages.size,
    isOtherProject: showsNone(lock, snapshot),
    localPages: local.pages.size + local.unplaced.length,
    narrowed: options.only.length > 0,
    ...deletionsIn(decided, { local, lock, contents: deps.project.contents }),
    filesOnly: !options.send,
  };
  // `--force` overrides refusals, but the user still sees which folders are emptied.
  const said = options.force ? circumstances.deletedFolders.map(folderMessage) : [];
  const updates = options.force ? [] : unexplained(circumstances);
  if (updates.length === 0) return { refusals: guard(circumstances), warnings: said };
  const { explainUpdates } = await import('../git/explained-updates.ts');
  const scene = { rows, lock, pages: texts.pages, named };
  const { explained, warnings } = await explainUpdates(updates, scene, deps);
  return { refusals: guard({ ...circumstances, explained }), warnings };
}
