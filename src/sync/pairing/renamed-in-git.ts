/** Pages of renamed files that the lock does not know: git knows the file's old name, and the platform has the page by that. */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import { documentationKey } from '../snapshot/documentation-key.ts';
import { found } from '../snapshot/documentations.ts';
import type { Quest } from './match.ts';
import { formerKeys } from '../git/former-keys.ts';
import type { KeysByName } from './named-places.ts';
import type { SyncDeps } from '../session.ts';

export interface RenamedInGit {
  readonly page: LocalPage;
  readonly answer: Page;
  /** The key that the page has on the platform first. */
  readonly formerly: readonly [PageKey, ...PageKey[]];
}

/**
 * Looks for pages of files that are left after `match`: one request for each earlier key in the same documentation that no file has now. A
 * page that two files had is that of the file which was renamed last.
 */
export async function findRenamedInGit(
  quests: readonly Quest[],
  { isFiled, named }: { readonly isFiled: (key: PageKey) => boolean; readonly named: KeysByName },
  deps: SyncDeps,
): Promise<readonly RenamedInGit[]> {
  const wanted = new Map<PageKey, Quest>();
  for (const quest of quests) {
    if (quest.candidates.size === 0) continue;
    for (const key of quest.wanted.keys()) wanted.set(key, quest);
  }
  if (wanted.size === 0) return [];
  const pages = [...wanted].flatMap(([key, quest]) => quest.wanted.get(key) ?? []);
  const renamed: RenamedInGit[] = [];
  const taken = new Set<Page['id']>();
  for (const { key, keys } of await formerKeys(pages, named, deps)) {
    const quest = wanted.get(key);
    const page = quest?.wanted.get(key);
    if (!quest || !page) continue;
    for (const was of keys) {
      if (isFiled(was) || documentationKey(was) !== documentationKey(key)) continue;
      const answer = await pageAt(was, quest, deps);
      if (!answer || taken.has(answer.id) || !quest.candidates.has(answer.id)) continue;
      taken.add(answer.id);
      renamed.push({ page, answer, formerly: [was, ...keys.filter((other) => other !== was)] });
      break;
    }
  }
  return renamed;
}

const pageAt = (
  key: PageKey,
  { version, documentation }: Quest,
  { api, signal }: SyncDeps,
): Promise<Page | undefined> => {
  const address = {
    version: { id: version },
    documentation: { id: documentation },
    slug: placeOf(key).slug,
  };
  return found(api.pages.find(address, { signal }));
};
