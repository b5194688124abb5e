/** Recognises pages that are as they were before a write, although the platform confirmed that write. Pure. */
import { digestOf } from '../../content/digest.ts';
import type { Digest, Instant } from '../../model/ids.ts';
import { parseInstant } from '../../model/instant.ts';
import type { BasePage } from '../../model/sides.ts';
import { foldTitle, headDigest } from './stored-page.ts';
import type { Seen } from './stored-page.ts';

/** The page as it was seen. The date is part of it: somebody who restores an old text gives the page a new date. */
const pageDigest = ({ title, slug, stored }: Seen, updated: Instant): Digest =>
  digestOf(
    JSON.stringify([
      foldTitle(title),
      slug,
      stored.draft,
      stored.published,
      parseInstant(updated) ?? updated,
    ]),
  );

/**
 * What the line must remember of the page as it was `seen` before a write; the write leads to `next`. Nothing
 * if the write left texts and names the same.
 */
export function beforeWrite(
  next: BasePage,
  seen: Seen | undefined,
  updated: Instant | undefined,
): Pick<BasePage, 'before'> {
  if (seen === undefined || updated === undefined) return {};
  const isSame =
    headDigest(seen.stored) === headDigest(next) &&
    seen.slug === next.slug &&
    foldTitle(seen.title) === foldTitle(next.title);
  return isSame ? {} : { before: pageDigest(seen, updated) };
}

/** Whether the page is as it was before the write that the line records. `dates`: its date as each of the requests gave it. */
export const isBeforeWrite = (
  { before }: BasePage,
  seen: Seen,
  dates: readonly Instant[],
): boolean => before !== undefined && dates.some((date) => pageDigest(seen, date) === before);
