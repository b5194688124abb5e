/**
 * Remembers what a side had before it got the other side's state, so that going back is never taken
 * for an edit: a file after `git checkout`, a page that lost a confirmed write. Pure.
 */
import { digestOf } from '../../content/digest.ts';
import type { Digest, Instant } from '../../model/ids.ts';
import { parseInstant } from '../../model/instant.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { isPageKey } from './page-line.ts';
import { foldTitle } from './stored-page.ts';
import type { Seen } from './stored-page.ts';

/** More states than a page collects by pulls and merges before something is sent. */
const MAX_STATES = 16;

/** The part of a file that a merge or a pull changes. */
export type FileState = Pick<LocalPage, 'title' | 'head'> & Partial<Pick<LocalPage, 'published'>>;

/** The digest of a file's state. A text for readers counts if the file has another one as a draft. */
export const fileState = ({ title, head, published = null }: FileState): Digest => {
  const readers = published === null || published === head ? '' : `\n${published}`;
  return digestOf(`file\n${title}\n${head}${readers}`);
};

/** The digest of a page's state. With the date: whoever restores an old text gives it a new one. */
export const pageState = ({ title, slug, stored }: Seen, updated: Instant): Digest => {
  const date = parseInstant(updated) ?? updated;
  return digestOf(
    JSON.stringify(['page', foldTitle(title), slug, stored.draft, stored.published, date]),
  );
};

/** A state in a line: a digest, or the key that a file had before it followed the page's slug. */
export type PreviousState = NonNullable<BasePage['was']>[number];

/** What the line remembers, with more states, but not the present one. */
export function statesWith(
  line: Pick<BasePage, 'was'> | undefined,
  more: readonly PreviousState[],
  now?: Digest,
): readonly PreviousState[] {
  const states = [...new Set([...(line?.was ?? []), ...more])];
  return states.filter((state) => state !== now).slice(-MAX_STATES);
}

/** What a line keeps once a text was sent: former keys, as a file with one is never a new page. */
export const formerKeysIn = (line: Pick<BasePage, 'was'> | undefined): readonly PreviousState[] =>
  line?.was?.filter(isPageKey) ?? [];

/**
 * Whether the file's only edit is that it no longer has what was taken over. Sending it would
 * replace an edit that nobody here decided about. Taking it over again would undo what somebody may
 * have done on purpose.
 */
export const isReverted = (
  { key, was = [] }: BasePage,
  local: FileState & Pick<LocalPage, 'key'>,
): boolean => was.includes(fileState(local)) || (local.key !== key && was.includes(local.key));

/** Whether a file without a line is the page's under a former name, not a new page's. */
export const isFormerFile = ({ was = [], title, sent }: BasePage, file: LocalPage): boolean =>
  was.includes(file.key) &&
  (title === file.title || sent === file.head || was.includes(fileState(file)));

/** Whether the page is as before a write of the line. `dates`: its date as each request gave it. */
export const isLost = ({ was }: BasePage, seen: Seen, dates: readonly Instant[]): boolean =>
  was !== undefined && dates.some((date) => was.includes(pageState(seen, date)));
