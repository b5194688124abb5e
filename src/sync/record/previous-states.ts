/**
 * Remembers the states of a side before it got the other side's state, so that returning to one is
 * not mistaken for an edit: a file after `git checkout`, or a page that lost a confirmed write.
 * Pure.
 */
import { digestOf } from '../../content/digest.ts';
import type { Digest, Instant } from '../../model/ids.ts';
import { parseInstant } from '../../model/instant.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { isPageKey } from './page-line.ts';
import { foldTitle } from './stored-page.ts';
import type { Seen } from './stored-page.ts';

/** More states than a page gets from pulls and merges between two pushes. */
const MAX_STATES = 16;

/** The part of a file that a merge or a pull changes. */
export type FileState = Pick<LocalPage, 'title' | 'head'> & Partial<Pick<LocalPage, 'published'>>;

/** The digest of a file's state. Includes the text for readers if the file has a different draft. */
export const fileState = ({ title, head, published = null }: FileState): Digest => {
  const readers = published === null || published === head ? '' : `\n${published}`;
  return digestOf(`file\n${title}\n${head}${readers}`);
};

/**
 * The digest of a page's state. Includes the date: restoring an old text gives the page a new date.
 */
export const pageState = ({ title, slug, stored }: Seen, updated: Instant): Digest => {
  const date = parseInstant(updated) ?? updated;
  return digestOf(
    JSON.stringify(['page', foldTitle(title), slug, stored.draft, stored.published, date]),
  );
};

/** A state in a line: a digest, or the key that a file had before it followed the page's slug. */
export type PreviousState = NonNullable<BasePage['formerStates']>[number];

/** The states that the line remembers, and `more`, without the present one (`now`). */
export function statesWith(
  line: Pick<BasePage, 'formerStates'> | undefined,
  more: readonly PreviousState[],
  now?: Digest,
): readonly PreviousState[] {
  const states = [...new Set([...(line?.formerStates ?? []), ...more])];
  return states.filter((state) => state !== now).slice(-MAX_STATES);
}

/**
 * The former keys in a line. They are kept after a push: a file with such a key is not a new page.
 */
export const formerKeysIn = (
  line: Pick<BasePage, 'formerStates'> | undefined,
): readonly PreviousState[] => line?.formerStates?.filter(isPageKey) ?? [];

/**
 * Whether the file went back to a state from before something was taken over, without another edit.
 * Sending it would replace an edit that nobody here has decided about. Taking it over again would
 * undo what somebody may have done on purpose.
 */
export const isReverted = (
  { key, formerStates = [] }: BasePage,
  local: FileState & Pick<LocalPage, 'key'>,
): boolean =>
  // First, because most lines have none, and a digest takes longer than all else about a page.
  formerStates.length > 0 &&
  (formerStates.includes(fileState(local)) ||
    (local.key !== key && formerStates.includes(local.key)));

/** Whether a file without a line is this page under a former name, not a new page. */
export const isFormerFile = (
  { formerStates = [], title, sent }: BasePage,
  file: LocalPage,
): boolean =>
  formerStates.includes(file.key) &&
  (title === file.title || sent === file.head || formerStates.includes(fileState(file)));

/**
 * Whether the page is as it was before a write that the line records. `dates`: the page's date as
 * each request returned it.
 */
export const isLost = (
  { formerStates }: BasePage,
  seen: Seen,
  dates: readonly Instant[],
): boolean =>
  formerStates !== undefined && dates.some((date) => formerStates.includes(pageState(seen, date)));
