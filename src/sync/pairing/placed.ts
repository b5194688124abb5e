import type { LocalProject, PageTexts } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { RecentTexts } from '../folder/scan-files.ts';
import type { SlugSource } from '../snapshot/documentations.ts';
import { takeSnapshot } from '../snapshot/snapshot.ts';
import type { ByName, Snapshot, SnapshotRequest } from '../snapshot/snapshot.ts';
import type { KeysByName } from './named-places.ts';

/** The folder with the platform's keys, and the snapshot that has them. */
export interface Placed {
  readonly local: LocalProject;
  readonly snapshot: Snapshot;
  readonly named: KeysByName;
}

/** Places a folder on the platform. Folders of an export have names, so only the platform can tell their keys. */
export async function placedOnPlatform(
  found: LocalProject,
  asking: Omit<SnapshotRequest, 'needed' | 'outline' | 'byName'>,
  ready: RecentTexts<PageTexts>,
  { project, api }: { readonly project: Project; readonly api: SlugSource },
): Promise<Placed> {
  const request = { ...asking, needed: [...found.pages.keys()] };
  if (!found.layouts.includes('export')) {
    const outline = found.documentations.map(({ version, slug }) => `${version}/${slug}`);
    const snapshot = await takeSnapshot(api, { ...request, outline });
    return { local: found, snapshot, named: AS_ARRANGED };
  }
  const { keysByName, namesOfVersions } = await import('./named-places.ts');
  const { placedByName } = await import('./placed-by-name.ts');
  const scene = { project, local: found, lock: request.lock };
  let local = found;
  let named = AS_ARRANGED;
  const byName: ByName = {
    names: namesOfVersions(project, found),
    place: (there) => {
      local = placedByName(scene, there, ready);
      named = keysByName(scene, there);
      return [...local.pages.keys()];
    },
  };
  const snapshot = await takeSnapshot(api, { ...request, byName });
  return { local, snapshot, named };
}

/** For folders that are named by slugs. */
const AS_ARRANGED: KeysByName = () => (page) => page.key;
