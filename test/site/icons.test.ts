import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listFiles } from '../../src/content/folder/list-folder.ts';
import { Icons } from '../../src/site/icons.ts';
import { iconLines } from '../../tools/icons.js';
import { CORPUS, hasCorpus } from '../support/corpus.ts';

const icons = new Icons(iconLines);

test('an icon is found by any of its names, in the requested style or in another', () => {
  const gear = icons.beside('gear');
  expect(gear).toContain('<path d="');
  for (const classes of [
    'fa-gear',
    'fas fa-cog',
    'fa-solid fa-gear fa-2x',
    ' gear ',
    'far fa-gear',
  ])
    expect(icons.beside(classes)).toBe(gear);
  expect(icons.beside('far fa-star')).not.toBe(icons.beside('fas fa-star'));
  expect(icons.beside('github')).toBe(icons.beside('fab fa-github'));
});

test('classes that an author writes are treated as text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.boolean(), (text, isPrefixed) => {
      const classes = isPrefixed ? `fa-${text}` : text;
      for (const html of [icons.beside(classes), icons.alone(classes) ?? ''])
        expect(html).toMatch(
          /^(?:|<svg [^<>]*><path d="[^"<>]*"\/><\/svg>|<span class="icon-name">[a-z\d ]*<\/span>)$/,
        );
    }),
  );
});

test('names of properties that all objects have are not icons', () => {
  for (const name of ['constructor', '__proto__', 'fa-constructor'])
    expect(icons.beside(name)).toBe('');
});

test.skipIf(!hasCorpus)('every icon of real content is known', () => {
  const missing = new Set<string>();
  let seen = 0;
  for (const file of listFiles(CORPUS).files) {
    if (!/\.(?:md|yaml)$/.test(file)) continue;
    const text = readFileSync(join(CORPUS, file), 'utf8');
    const found = file.endsWith('.md')
      ? text.matchAll(/% icon classes="([^"]*)"/g)
      : text.matchAll(/^ *icon: ([\w-]+)$/gm);
    for (const [, classes = ''] of found) {
      seen += 1;
      if (icons.beside(classes) === '') missing.add(classes);
    }
  }
  expect(seen).toBeGreaterThan(200);
  expect([...missing]).toEqual([]);
});
