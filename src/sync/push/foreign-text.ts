/** Failures of a page that somebody else wrote or removed while it was pushed. */
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { Books } from '../log/books.ts';
import { AGAIN } from '../log/ledger.ts';
import type { Evidence } from './evidence.ts';
import { headOf } from '../lock/stored-page.ts';

/** What an answer or a look showed. */
export interface NotAsSent {
  /** What somebody else wrote, as far as it is known. */
  readonly theirs: readonly (string | null | undefined)[];
  /** The text that the page was meant to get, if it is known. */
  readonly own: string | null;
  /** The write published a text that is not ours. */
  readonly isForeign: boolean;
}

/** What the answer `page` to a write shows. `own`: the text that the page was meant to get, if it is known. */
export function notAsSentIn(
  page: Page,
  { drift, notAsSent }: Evidence,
  own: string | null,
): NotAsSent {
  const theirs = drift.has('published')
    ? [drift.has('draft') ? headOf(page) : null, page.contentPublished]
    : [headOf(page)];
  return { theirs, own, isForeign: notAsSent.has('published') };
}

/** Keeps all texts: nobody knows which of them will still be there when a person looks. */
export async function foreignText(
  key: PageKey,
  { theirs, own, isForeign }: NotAsSent,
  books: Pick<Books, 'keepLost'>,
): Promise<Failure> {
  const kept: string[] = [];
  for (const text of new Set(theirs)) {
    if (typeof text === 'string')
      kept.push(`the platform's text is kept in ${await books.keepLost(text)}`);
  }
  if (own !== null) kept.push(`what was sent in ${await books.keepLost(own)}`);
  const where = kept.length === 0 ? '' : `: ${kept.join(', ')}`;
  const message = isForeign
    ? `Readers see a text of ${key} that someone else wrote while it was being pushed${where}.`
    : `Someone else wrote ${key} while it was being pushed${where}.`;
  return new Failure('conflict', message, { hint: `Run docs diff ${key} to see both texts` });
}

/** The page no longer exists. */
export const removedMeanwhile = (key: PageKey): Failure =>
  new Failure('conflict', `${key} was removed on the platform while it was being pushed.`, {
    hint: AGAIN,
  });
