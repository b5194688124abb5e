import type { PageKey } from '../../model/ids.ts';
import { findRenames } from './find-renames.ts';
import { joined } from '../lock/joined.ts';
import type { Remembered } from '../journal/journal.ts';
import type { Unpaired } from './rename.ts';
import type { RunState, SyncDeps } from '../session.ts';

interface Scene extends Pick<RunState, 'local' | 'texts' | 'lock' | 'snapshot'> {
  readonly remembered: Remembered;
}

export interface Renamed {
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** New keys of files that may be renamed ones. */
  readonly unclear: readonly PageKey[];
}

/** Files that have another key than the lock's: by what the platform says, by their texts and titles, and by what git knows. */
export async function renamesOf(
  { local, lock, snapshot, remembered, texts }: Scene,
  deps: SyncDeps,
): Promise<Renamed> {
  const isNew = (key: PageKey): boolean => !lock.pages.has(key);
  const strangers = [...local.pages.keys()].filter(isNew);
  if (strangers.length === 0) return { renamed: new Map(), unclear: [] };
  const { open } = remembered;
  const { findRekeyed } = await import('./rekeyed.ts');
  const rekeyed = await findRekeyed({ strangers, local, lock, snapshot }, deps);
  const { found, unclear, unpaired } = findRenames({ local, lock, snapshot, open, rekeyed });
  const alike = await alikeOf(unpaired, texts, deps);
  return { renamed: joined(joined(rekeyed, found), alike), unclear };
}

/** Git is asked only if it may know. */
async function alikeOf(
  unpaired: Unpaired,
  texts: RunState['texts'],
  { project, machine }: SyncDeps,
): Promise<ReadonlyMap<PageKey, PageKey>> {
  if (unpaired.orphans.length === 0 || unpaired.strangers.length === 0) return new Map();
  const { pairAlike } = await import('./alike.ts');
  return pairAlike(unpaired, texts, { project, machine });
}
