/** Pairs files with lines of the lock, and resolves links to missing files accordingly. */
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, PageTexts, UnplacedFile } from '../../model/local.ts';
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
  const [fresh, edited]: [LocalPage[], LocalPage[]] = [[], []];
  for (const page of linked.local.pages.values()) {
    const line = lock.pages.get(page.key);
    if (line === undefined) fresh.push(page);
    else if (line.sent !== page.head) edited.push(page);
  }
  if (fresh.length === 0 && edited.length < 2) return { ...linked, renamed: NOTHING, unclear: [] };
  const { renamed, unclear, unplaced } = await pairNew(
    fresh,
    edited,
    { ...sides, ...linked },
    deps,
  );
  if (renamed.size === 0) return { ...linked, renamed, unclear };
  const again = await linkFiles({ ...scene, renamed }, ready);
  return { ...again, local: withUnplaced(again.local, unplaced), renamed, unclear };
}

/** The folder without these pages, which are not sent. */
function withUnplaced(local: LocalProject, unplaced: readonly UnplacedFile[]): LocalProject {
  if (unplaced.length === 0) return local;
  const pages = new Map(local.pages);
  for (const { key } of unplaced) if (key !== undefined) pages.delete(key);
  return { ...local, pages, unplaced: [...local.unplaced, ...unplaced] };
}

const NOTHING: ReadonlyMap<PageKey, PageKey> = new Map();

async function pairNew(
  fresh: readonly LocalPage[],
  edited: readonly LocalPage[],
  sides: BothSides & RelinkedProject,
  deps: SyncDeps,
): Promise<Pick<Unpaired, 'renamed' | 'unclear' | 'unplaced'>> {
  const { local, lock, snapshot } = sides;
  const unplaced = new Set(local.unplaced.map(({ key }) => key));
  const lost = Array.from(lock.pages.values()).filter(
    ({ key, id }) => !local.pages.has(key) && !unplaced.has(key) && snapshot.pages.has(id),
  );
  const { exchangedFiles } = await import('./same-text.ts');
  const exchanged = await exchangedFiles(edited, fresh, lost, sides, deps);
  const handedOn = [...exchanged.renamed.keys()].flatMap((key) => lock.pages.get(key) ?? []);
  const left = new Unpaired(fresh, [...lost, ...handedOn], () =>
    unclaimedPages(lock.pages.values(), snapshot),
  );
  for (const [key, was] of exchanged.renamed) left.pair(key, was);
  left.unplaced.push(...exchanged.refused);
  if (left.lines.size === 0 || left.files.size === 0) return left;
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
