import { basename } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerValue, parsePageFile } from '../../src/content/page/page-file.ts';
import { freeSlug, slugOfTitle, slugProblem } from '../../src/content/slug.ts';
import type { Slug } from '../../src/model/ids.ts';
import { hasCorpus, realFiles } from '../support/corpus.ts';
import type { LayoutName } from '../support/corpus.ts';

test.each([
  ['Setup (v1.2)', 'setup--v1-2-'],
  ['网关 A', '---a'],
  ['🙂x', '-x'],
  ['网关', 'page'],
  ['a'.repeat(70), 'a'.repeat(64)],
])('the slug of %s', (title, slug) => {
  expect(slugOfTitle(title)).toBe(slug);
});

test('the slug of a title is a slug, and its own slug', () => {
  fc.assert(
    fc.property(fc.string(), (title) => {
      const slug = slugOfTitle(title);
      expect(slugProblem(slug)).toBeNull();
      expect(slugOfTitle(slug)).toBe(slug);
    }),
  );
});

test('a slug that is taken gets the first free number', () => {
  const taken = new Set(['x', 'x-1']);
  expect(freeSlug('x' as Slug, (slug) => taken.has(slug))).toBe('x-2');
});

/** Titles and slugs with the same letters: those renamed since tell nothing. */
function derivable(layout: LayoutName): { title: string; slug: string }[] {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return realFiles(layout).flatMap(({ file, text }) => {
    const page = parsePageFile(text);
    const title = headerValue(page, 'title') ?? '';
    const stem = layout === 'export-layout' ? '' : basename(file, '.md');
    const slug = headerValue(page, 'slug') ?? stem;
    const isCut = slug.length === 64 && letters(title).startsWith(letters(slug));
    return slug !== '' && (isCut || letters(title) === letters(slug)) ? [{ title, slug }] : [];
  });
}

// Typed by hand, or made before the platform's rule of today: nothing collapses hyphens any more.
test.skipIf(!hasCorpus).each([
  ['repository-layout' as const, 128, []],
  ['early-layout' as const, 25, ['1--introduction']],
  [
    'export-layout' as const,
    56,
    [
      'lora-channel-customizing',
      'lora-concentrator-spectrum-eu868-settings-guide',
      'lora-concentrator-spectrum-kr920-settings-guide',
      'lora-network-server',
      'lora-p2p-mode',
      'lorawan-gateway-configuration',
      'rak7249-build-in-lora-network-server-rak811',
      'rak7249-the-things-network-ttn-rak811',
    ],
  ],
])('slugs of real titles: %s', (layout, count, others) => {
  const pairs = derivable(layout);
  expect(pairs).toHaveLength(count);
  const unlike = pairs.filter(({ title, slug }) => slugOfTitle(title) !== slug);
  expect(unlike.map(({ slug }) => slug).toSorted()).toEqual(others);
});
