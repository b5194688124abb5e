/** Paths of a configuration stay in its folder on every system, whichever it was written on. */
import { posix, win32 } from 'node:path';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fileSchema } from '../../src/config/settings.ts';

const accepts = (path: string): boolean => v.safeParse(fileSchema, { content: [{ path }] }).success;

/** Names, and all that leads up, to the top or to another drive, with both kinds of slashes. */
const part = fc.constantFrom(
  'a',
  'b c',
  '.',
  '..',
  '...',
  '..a',
  '',
  'C:',
  'c:',
  'ä',
  '~',
  'CON',
  '%2e%2e',
);
const path = fc
  .array(fc.tuple(part, fc.constantFrom('/', '\\', '')), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.flat().join(''));

test.each([
  ['posix', posix, '/work/project'],
  ['win32', win32, 'D:\\work\\project'],
  ['win32', win32, '\\\\server\\share\\project'],
] as const)('on %s no path of content leads out of the folder', (_, paths, root) => {
  fc.assert(
    fc.property(path, (path) => {
      if (!accepts(path)) return;
      const target = paths.resolve(root, path);
      expect(`${target}${paths.sep}`.startsWith(`${root}${paths.sep}`)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('a path of names is accepted, with the slashes of either system', () => {
  const names = fc.array(fc.constantFrom('a', 'b c', 'ä', '.', '..a'), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(names, fc.constantFrom('/', '\\'), (names, slash) => {
      expect(accepts(names.join(slash))).toBe(true);
    }),
  );
});

test.each([
  '..',
  '../a',
  '..\\a',
  'a/../../b',
  'a\\..\\..\\b',
  'a\\b/../../c',
  '/a',
  '\\a',
  'C:\\a',
  'c:a',
  '//server/share',
])('the path %j is refused', (path) => {
  expect(accepts(path)).toBe(false);
});
