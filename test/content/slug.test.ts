import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anchorOf, freeSlug, slugOfTitle, slugProblem } from '../../src/content/slug.ts';
import type { Slug } from '../../src/model/ids.ts';

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

test('the anchor of a heading deletes, and collapses nothing', () => {
  expect(anchorOf('A / B: c_d-e')).toBe('a--b-cd-e');
});

test('a slug that is taken gets the first free number', () => {
  const taken = new Set(['x', 'x-1']);
  expect(freeSlug('x' as Slug, (slug) => taken.has(slug))).toBe('x-2');
});
