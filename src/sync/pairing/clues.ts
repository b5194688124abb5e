/** Which page a new file is: one clue after the other, each for what those before it left. */
import type { SyncDeps } from '../session.ts';
import { byFormerName } from './by-former-name.ts';
import { bySlug, takenSlugs } from './by-slug.ts';
import { copiedElsewhere } from './copied-elsewhere.ts';
import { movedKeys } from './moved-keys.ts';
import { sameText, uniqueTitle } from './same-text.ts';
import { similarText } from './similar-text.ts';
import { unfinishedCreates } from './unfinished-creates.ts';
import type { Clue, ClueScene, Unpaired } from './unpaired.ts';

/**
 * Files against pages that the lock knows and no file has, of the whole folder: whose page a file is does not hang on what a run is narrowed to. What the
 * platform says goes before what texts and titles suggest, and git comes last, for it is asked for what is left alone.
 */
export const CLUES_TO_LINES: readonly Clue[] = [movedKeys, sameText, uniqueTitle, similarText];

/**
 * Files against pages that the lock does not know, in scope alone and once the pages of the lock were looked at: look-ups by slug are what the platform
 * grants fewest of. What an interrupted run made is known without a search, and a slug that another file's page has is not searched for.
 */
export const CLUES_TO_PAGES: readonly Clue[] = [
  unfinishedCreates,
  takenSlugs,
  bySlug,
  copiedElsewhere,
  byFormerName,
];

/** Asks these clues, in their order. Rejects as their requests do. */
export async function followClues(
  clues: readonly Clue[],
  left: Unpaired,
  scene: ClueScene,
  deps: SyncDeps,
): Promise<void> {
  for (const clue of clues) await clue(left, scene, deps);
}
