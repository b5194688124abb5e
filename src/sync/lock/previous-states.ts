/**
 * Remembers what a side had before it got what the other side has, so that going back to it is never taken for an
 * edit: a file after `git checkout`, a page that lost a write which the platform had confirmed. Pure.
 */
import { digestOf } from '../../content/digest.ts';
import type { Digest, Instant } from '../../model/ids.ts';
import { parseInstant } from '../../model/instant.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { foldTitle } from './stored-page.ts';
import type { Seen } from './stored-page.ts';

/** More than anybody takes over without sending anything. */
const MAX_STATES = 8;

/** The part of a file that a merge or a pull changes. */
export type FileState = Pick<LocalPage, 'title' | 'head'>;

/** The digest of a file's state. */
export const fileState = ({ title, head }: FileState): Digest =>
  digestOf(`file\n${title}\n${head}`);

/** The digest of a page's state. The date is part of it: somebody who restores an old text gives the page a new date. */
export const pageState = ({ title, slug, stored }: Seen, updated: Instant): Digest => {
  const date = parseInstant(updated) ?? updated;
  return digestOf(
    JSON.stringify(['page', foldTitle(title), slug, stored.draft, stored.published, date]),
  );
};

/** What the line remembers, with more states, but not the present one. */
export function statesWith(
  line: Pick<BasePage, 'was'> | undefined,
  more: readonly Digest[],
  now?: Digest,
): readonly Digest[] {
  const states = [...new Set([...(line?.was ?? []), ...more])];
  return states.filter((state) => state !== now).slice(-MAX_STATES);
}

/**
 * Whether the file's only edit is that it no longer has what was taken over. Sending it would replace an edit
 * that nobody here decided about. Taking it over again would undo what somebody may have done on purpose.
 */
export const isReverted = ({ was }: BasePage, local: FileState): boolean =>
  was?.includes(fileState(local)) === true;

/** Whether the page is as it was before a write that the line records. `dates`: its date as each of the requests gave it. */
export const isLost = ({ was }: BasePage, seen: Seen, dates: readonly Instant[]): boolean =>
  was !== undefined && dates.some((date) => was.includes(pageState(seen, date)));
