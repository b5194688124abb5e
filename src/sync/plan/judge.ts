import type { Plan } from '../../model/change.ts';
import { documentationsOf } from '../../model/ids.ts';
import type { Prepared, RunState, SyncDeps } from '../session.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Lock } from '../lock/lock.ts';
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
    lockPagesSeen: countSeen(lock, snapshot),
    localPages: local.pages.size + local.unplaced.length,
    narrowed: options.only.length > 0,
    emptied: emptiedBy(decided, local),
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

function emptiedBy({ changes }: Plan, { pages, unplaced }: RunState['local']): readonly string[] {
  const deleted = changes.flatMap(({ kind, key }) => (kind === 'delete' ? [key] : []));
  if (deleted.length === 0) return [];
  const keys = [...pages.keys(), ...unplaced.flatMap(({ key }) => key ?? [])];
  const left = documentationsOf(keys);
  return [...documentationsOf(deleted)].filter((documentation) => !left.has(documentation));
}

/** How many pages of the lock the platform has. Null if it was not asked. */
function countSeen(lock: Lock, { pages }: Snapshot): number | null {
  if (pages === null) return null;
  let seen = 0;
  for (const { id } of lock.pages.values()) if (pages.has(id)) seen += 1;
  return seen;
}
