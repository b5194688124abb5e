/** Pages of renamed files that the lock does not know: git knows the file's old name, and the platform has the page by that. */
import { placeOf, documentationKey } from '../../model/ids.ts';
import { formerKeys } from '../git/former-keys.ts';
import type { SyncDeps } from '../session.ts';
import { lookUp } from '../look.ts';
import { neighboursIn } from './by-slug.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

/**
 * One request for each earlier key of a file in the same documentation that no file has now. A page that two files had is that of the file which
 * was renamed last.
 */
export async function byFormerName(
  left: Unpaired,
  scene: ClueScene,
  deps: SyncDeps,
): Promise<void> {
  const { local, named } = scene;
  const around = neighboursIn(left, scene);
  const pages = around.flatMap(({ files }) => [...files.values()]);
  if (pages.length === 0) return;
  const neighbours = new Map(
    around.flatMap((one) => Array.from(one.files.keys(), (key) => [key, one])),
  );
  const unplaced = new Set(local.unplaced.map(({ key }) => key));
  for (const { key, keys } of await formerKeys(pages, named, deps)) {
    const within = neighbours.get(key);
    for (const was of keys) {
      const isFiled = local.pages.has(was) || unplaced.has(was);
      if (!within || isFiled || documentationKey(was) !== documentationKey(key)) continue;
      const answer = await lookUp({ ...within, slug: placeOf(was).slug }, deps);
      if (!answer || !left.pages.has(answer.id) || !within.pages.has(answer.id)) continue;
      await left.take(key, answer, [was, ...keys.filter((other) => other !== was)]);
      break;
    }
  }
}
