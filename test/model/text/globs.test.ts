import { expect, test } from 'vitest';
import { areTooMany, globProblem } from '../../../src/model/text/globs.ts';

test.each([
  ['**/*.md'],
  ['*'],
  ['guide/**/draft-*-*.md'],
  ['**/*a*b*c*d'],
  ['*a*a/*a*a/*a*a/*a*a'],
  ['c++/*.md'],
  ['{api,guide}/**/*.{md,markdown}'],
  ['**/@(a|b).md'],
  ['\\*\\*\\*\\*\\*\\*.md'],
  ['!**/*.draft.md'],
  ['[ab]*?????.md'],
])('%s is taken', (glob) => {
  expect(globProblem(glob)).toBeUndefined();
});

test.each([
  ['**/*a*b*c*d*.md', 'wildcards'],
  ['**/a**b**c**d**.md', 'wildcards'],
  ['**/a/**/b/**/c/**/d/**/*.md', 'wildcards'],
  ['[a]+[a]+[a]+[a]+[a]+b', 'wildcards'],
  ['*a*{a/a,*a*a*}b', 'wildcards'],
  ['@(a|a)@(a|a)@(a|a)@(a|a)@(a|a)', 'wildcards'],
  ['*(a|aa)b', 'repeated groups'],
  ['+(a|aa)b', 'repeated groups'],
  ['(a+)+b', 'repeated groups'],
  ['@(a|aa){1,9}', 'repeated groups'],
  ['{a,b}'.repeat(8), 'braces'],
])('%s is refused', (glob, reason) => {
  expect(globProblem(glob)).toContain(reason);
});

test.each<[string, number, string]>([
  ['simple ones', 200, 'a*/*.md'],
  ['ones with two wildcards', 200, '*-*.md'],
  ['ones with three', 25, '*-*-*.md'],
  ['ones with four', 3, '*-*-*-*.md'],
  ['ones with braces', 100, '{a,b}.md'],
])('of %s, %d are taken and no more', (_, most, glob) => {
  expect(areTooMany(Array.from({ length: most }, () => glob))).toBe(false);
  expect(areTooMany(Array.from({ length: most + 1 }, () => glob))).toBe(true);
});
