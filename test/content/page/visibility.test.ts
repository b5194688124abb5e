import { expect, test } from 'vitest';
import { isShown, PUBLIC, visibilityOf, WRITER } from '../../../src/content/page/visibility.ts';
import type { VisibilityInput } from '../../../src/content/page/visibility.ts';

const NOTHING = { opens: false, linked: false, inNavigation: false, inSearch: false };
const BY_ADDRESS = { ...NOTHING, opens: true, linked: true };
const EVERYTHING = { opens: true, linked: true, inNavigation: true, inSearch: true };

const PUBLISHED: VisibilityInput = {
  listed: true,
  hidden: false,
  audience: null,
  hasPublished: true,
  hasDraft: false,
};
const NEVER_PUBLISHED = { hasPublished: false, hasDraft: true };

// What differs from a published page: what others see of it, and what writers see.
test.each([
  ['a published page', {}, EVERYTHING, EVERYTHING],
  ['a published page with a draft', { hasDraft: true }, EVERYTHING, EVERYTHING],
  ['a page without a text', { hasPublished: false }, NOTHING, NOTHING],
  ['a draft', NEVER_PUBLISHED, NOTHING, EVERYTHING],
  ['an unlisted draft', { ...NEVER_PUBLISHED, listed: false }, NOTHING, EVERYTHING],
  ['a hidden draft', { ...NEVER_PUBLISHED, hidden: true }, NOTHING, BY_ADDRESS],
  ['an unlisted page', { listed: false }, NOTHING, NOTHING],
  ['an unlisted page with a draft', { listed: false, hasDraft: true }, NOTHING, NOTHING],
  ['a hidden page', { hidden: true }, BY_ADDRESS, BY_ADDRESS],
  ['a page for the audience of the reader', { audience: 'partners' }, EVERYTHING, EVERYTHING],
  ['a page for another audience', { audience: 'staff' }, NOTHING, NOTHING],
])('%s: what a reader and a writer see of the page', (_, difference, reader, writer) => {
  const page = { ...PUBLISHED, ...difference };
  const audiences = new Set(['partners']);
  expect(visibilityOf(page, { audiences, drafts: false })).toEqual(reader);
  expect(visibilityOf(page, { audiences, drafts: true })).toEqual(writer);
});

test('the public sees published pages, a writer also sees drafts', () => {
  const draft = { ...PUBLISHED, ...NEVER_PUBLISHED };
  expect(visibilityOf(draft, PUBLIC)).toEqual(NOTHING);
  expect(visibilityOf(draft, WRITER)).toEqual(EVERYTHING);
  expect([true, false].map((published) => isShown({ published }, PUBLIC))).toEqual([true, false]);
  expect([true, false].map((published) => isShown({ published }, WRITER))).toEqual([true, true]);
});
