/** Whether a file lacks what its last pull or merge brought, although it was edited since. */
import { headText } from '../../model/local.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import { isDigest } from '../lock/page-line.ts';
import { headOf } from '../lock/stored-page.ts';
import type { Run } from '../run.ts';

/**
 * Whether the file is an edit of its text from before the page's text was taken over: it has no line that this brought,
 * and its edits do not touch those lines. Sending it would undo what nobody here decided about. Knows only what the log
 * of this folder has kept, and not an edit of the same lines.
 */
export async function lacksPulled(
  { was = [], sent }: BasePage,
  page: LocalPage,
  answer: Page,
  { folder: { texts }, lock: { kept } }: Run,
): Promise<boolean> {
  const theirs = headOf(answer);
  if (sent === page.head || theirs === null) return false;
  for (const state of was) {
    const before = isDigest(state) ? await kept.read(state) : null;
    const ours = before === null ? null : headText(texts.read(page));
    if (before === null || ours === null) continue;
    const [had, has] = [new Set(before.split('\n')), new Set(ours.split('\n'))];
    if (theirs.split('\n').some((line) => !had.has(line) && has.has(line))) continue;
    const { merge } = await import('../pull/merge.ts');
    const { text, isClean } = merge(before, ours, theirs);
    if (isClean && text !== ours) return true;
  }
  return false;
}
