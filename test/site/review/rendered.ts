/** What is left of a review's HTML if one side's marks are taken out. */
import { parseFragment } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { toHtml } from '../../../src/content/darkdown/convert.ts';
import { sanitise } from '../../../src/content/darkdown/write/sanitise.ts';
import { showHidden } from '../../../src/model/text/hidden-characters.ts';
import type { Resolver } from '../../../src/content/darkdown/write/resolver.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { plainHtml } from '../../../src/site/review/html/text.ts';
import { PieceWriter } from '../../../src/site/review/html/pieces.ts';
import type { Piece } from '../../../src/site/review/piece.ts';
import type { BodyReview } from '../../../src/site/review/review-page.ts';

/** Everybody is in every audience: reviews show what any reader sees. */
export const EVERYBODY: Resolver = { ...NO_PROJECT, audience: () => true };

/** The review's rows. */
export function rowsHtml(review: BodyReview): string {
  const writer = new PieceWriter(review, (html) => plainHtml(sanitise(html)));
  return review.entries.map((entry) => writer.entry(entry)).join('');
}

/** The pieces of one side in a review, in its order, and one by one if taken together. */
export function piecesOf({ entries }: BodyReview, which: 'old' | 'new'): Piece[] {
  return entries.flatMap((entry) => {
    if (entry.state === 'removed' && which === 'new') return [];
    if (entry.state === 'added' && which === 'old') return [];
    const piece =
      entry.state === 'removed' ? entry.old : entry.state === 'added' ? entry.new : entry[which];
    return piece.parts ?? [piece];
  });
}

/** The text of HTML without blanks, elements of these names and classes left out. */
export function textOf(html: string, without: readonly string[]): string {
  let text = '';
  const pending: DefaultTreeAdapterTypes.ChildNode[] = [
    ...parseFragment(html).childNodes,
  ].toReversed();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if ('value' in node) text += showHidden(node.value);
    if (!('childNodes' in node) || !('attrs' in node)) continue;
    const classes = node.attrs.find(({ name }) => name === 'class')?.value.split(' ') ?? [];
    if ([node.tagName, ...classes].some((name) => without.includes(name))) continue;
    pending.push(...[...node.childNodes].toReversed());
  }
  return text.replaceAll(/\s+/g, '');
}

/** The text of a page as the platform's readers get it. */
export const pageText = async (body: string): Promise<string> =>
  textOf(await toHtml(body, EVERYBODY, { highlight: false }), []);

/** What a review says beside the text of the page, and pictures, which have none. */
export const BESIDE = ['picture', 'icon', 'note', 'break'];

const VOID = new Set(['br', 'hr', 'img', 'wbr', 'col', 'input']);

/** Tags that are not closed, or not in the order in which they were opened. */
export function unbalanced(html: string): string[] {
  const open: string[] = [];
  for (const [tag, slash = '', name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
    if (VOID.has(name) || tag.endsWith('/>')) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return [`${tag} in ${html}`];
  }
  return open;
}
