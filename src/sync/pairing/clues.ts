/** Finds out which page a new file is, clue by clue. Each clue works on what the earlier ones left. */
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
 * Pair files with pages that the lock knows and that have no file. Applied to the whole folder: which page a
 * file is must not depend on what a run is narrowed to. What the platform says comes before texts and titles.
 * Git comes last, because it is asked only for the rest.
 */
export const CLUES_TO_LINES: readonly Clue[] = [movedKeys, sameText, uniqueTitle, similarText];

/**
 * Pair files with pages that the lock does not know. Applied only to selected pages, after the lock's pages
 * were looked at, because look-ups by slug have the lowest rate limit. Pages that an interrupted run created
 * need no search, and a slug that another file's page has is not searched for.
 */
export const CLUES_TO_PAGES: readonly Clue[] = [
  unfinishedCreates,
  takenSlugs,
  bySlug,
  copiedElsewhere,
  byFormerName,
];

/** Applies these clues in order. Rejects as their requests do. */
export async function followClues(
  clues: readonly Clue[],
  left: Unpaired,
  scene: ClueScene,
  deps: SyncDeps,
): Promise<void> {
  for (const clue of clues) await clue(left, scene, deps);
}
