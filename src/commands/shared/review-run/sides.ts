/** What a review compares. */
import type { DiffReport } from '../definition-changes/document.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { PagePair } from '../../../site/review/review.ts';
import type { SettingsPair } from '../../../site/review/compare-settings.ts';
import type { CarriedPictures } from './pictures.ts';

export interface ReviewSides {
  /** The names of the sides, for people. */
  readonly old: string;
  readonly new: string;
  readonly pairs: AsyncIterable<PagePair> | Iterable<PagePair>;
  /** Undefined: settings are not compared. */
  readonly settings?: readonly SettingsPair[];
  /** Definitions that changed. Undefined: they are not compared. */
  readonly definitions?: readonly DiffReport[];
  /** Files that changed, that readers get, and that no `reviewed` file shows: a review that says nothing of a change is wrong. */
  readonly others?: (reviewed: ReadonlySet<string>) => readonly FilePath[];
  /** Generated definitions and pages that git does not have, so that there is nothing to compare with. */
  readonly uncompared?: readonly FilePath[];
  readonly warnings: readonly string[];
  /** Undefined: pictures are shown as their addresses. */
  readonly pictures?: CarriedPictures;
}
