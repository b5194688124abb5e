import { array, assert, constantFrom, property } from 'fast-check';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInside, wayInto } from '../../../src/system/files/path.ts';

const name = constantFrom('a', 'b', '..c', '...', '.d', 'ä b');
const path = array(name, { maxLength: 4 }).map((parts) => join('/', ...parts));
const within = array(name, { minLength: 1, maxLength: 3 }).map((parts) => join(...parts));

test('what is joined below a folder is inside it, and the way leads there', () => {
  assert(
    property(path, within, (folder, way) => {
      expect(isInside(join(folder, way), folder)).toBe(true);
      expect(wayInto(folder, join(folder, way))).toBe(way);
      expect(isInside(folder, join(folder, way))).toBe(false);
    }),
  );
});

test('a folder is inside itself, and nothing beside it is', () => {
  expect(wayInto('/docs', '/docs')).toBe('');
  expect(wayInto('/', '/docs')).toBe('docs');
  for (const beside of ['/docs2', '/docs/../other', '/', '/do']) {
    expect(wayInto('/docs', beside)).toBeUndefined();
  }
});

test('folders whose names begin with two dots are folders like others', () => {
  expect(isInside('/docs/..pages', '/docs')).toBe(true);
  expect(isInside('/docs', '/docs/..pages')).toBe(false);
});
