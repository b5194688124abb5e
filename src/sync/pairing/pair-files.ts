/** Pairs files with lines of the lock, and resolves links to missing files accordingly. */
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { RelinkedProject } from './relink.ts';
import type { RecentTexts } from '../folder/scan-files.ts';
import { openTexts } from '../folder/texts.ts';
import type { BothSides } from '../read-sides.ts';
import type { SyncDeps } from '../session.ts';
import { unclaimedPages } from '../snapshot/unclaimed.ts';
import type { FormerScene } from './former-files.ts';
import { Unpaired } from './unpaired.ts';

/** The folder, with the files whose keys differ from the lock. */
export interface PairedFolder extends RelinkedProject {
  /** For files whose key differs from their lock line: from the new key to the old one. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** Keys of files that may have been renamed. */
  readonly unclear: readonly PageKey[];
}

/** Applies the clues to lock lines if there are new files. Resolves links first, because texts are compared as they are sent. */
export async function pairFiles(sides: BothSides, deps: SyncDeps): Promise<PairedFolder> {
  const { local, lock, snapshot, ready } = sides;
  const { project, machine } = deps;
  const scene = { project, machine, local, lock, snapshot, renamed: NOTHING };
  const linked = await linkFiles(scene, ready);
  const fresh = Array.from(linked.local.pages.values()).filter(({ key }) => !lock.pages.has(key));
  if (fresh.length === 0) return { ...linked, renamed: NOTHING, unclear: [] };
  const { renamed, unclear } = await pairNew(fresh, { ...sides, ...linked }, deps);
  if (renamed.size === 0) return { ...linked, renamed, unclear };
  return { ...(await linkFiles({ ...scene, renamed }, ready)), renamed, unclear };
}

const NOTHING: ReadonlyMap<PageKey, PageKey> = new Map();

async function pairNew(
  files: readonly LocalPage[],
  sides: BothSides & RelinkedProject,
  deps: SyncDeps,
): Promise<Pick<Unpaired, 'renamed' | 'unclear'>> {
  const { local, lock, snapshot } = sides;
  const unplaced = new Set(local.unplaced.map(({ key }) => key));
  const lost = Array.from(lock.pages.values()).filter(
    ({ key, id }) =>
      !local.pages.has(key) && !unplaced.has(key) && (snapshot.pages?.has(id) ?? true),
  );
  const left = new Unpaired(files, lost, () => unclaimedPages(lock.pages.values(), snapshot));
  if (lost.length === 0) return left;
  const { CLUES_TO_LINES, followClues } = await import('./clues.ts');
  const scene = { ...sides, renamed: left.renamed, moved: new Map() };
  await followClues(CLUES_TO_LINES, left, scene, deps);
  return left;
}

/** The folder, with links to missing files resolved. */
async function linkFiles(
  scene: Omit<FormerScene, 'textOf'>,
  ready: RecentTexts<PageTexts>,
): Promise<RelinkedProject> {
  const { project, local } = scene;
  if (local.loose.length === 0) {
    return { local, texts: openTexts(project, local, ready), relinked: [] };
  }
  const { relink } = await import('./relink.ts');
  return relink(scene, ready);
}
