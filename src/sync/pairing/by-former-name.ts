/** Finds the pages of renamed files that the lock does not know: git knows the file's old name, and the platform still has the page under it. */
import { placeOf, documentationKey } from '../../model/ids.ts';
import { formerKeys } from '../git/former-keys.ts';
import type { SyncDeps } from '../session.ts';
import { lookUp } from '../look.ts';
import { neighboursIn } from './neighbours.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

/**
 * Sends one request for each earlier key of a file, if no file has that key now and it is in the same
 * documentation. If two files had the same key, the page belongs to the one renamed last.
 */
export async function byFormerName(
  left: Unpaired,
  scene: ClueScene,
  deps: SyncDeps,
): Promise<void> {
  const { local } = scene;
  const around = neighboursIn(left, scene);
  const pages = around.flatMap(({ files }) => [...files.values()]);
  if (pages.length === 0) return;
  const neighbours = new Map(
    around.flatMap((one) => Array.from(one.files.keys(), (key) => [key, one])),
  );
  const unplaced = new Set(local.unplaced.map(({ key }) => key));
  for (const { key, keys } of await formerKeys(pages, deps)) {
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
