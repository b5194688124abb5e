import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArchiveEntry } from '../../../src/content/archive/open-archive.ts';
import { badName, refuse } from '../../../src/features/export/archive-names.ts';
import { join } from 'node:path';

const entry = (name: string, extra: Partial<ArchiveEntry> = {}): ArchiveEntry => ({
  name,
  special: null,
  compressedBytes: 100,
  bytes: 200,
  ...extra,
});

describe('a name', () => {
  test.each(['1 Quick start.md', 'v1.0/docs/über uns.md', 'assets/a&b (1).png', 'folder/'])(
    '%s',
    (name) => {
      expect(badName(name)).toBeUndefined();
    },
  );

  test.each([
    '../evil.md',
    'a/../../evil.md',
    '/etc/passwd',
    'C:/evil',
    'c:evil',
    'a\\..\\..\\evil',
    'a//b',
    './a',
    'a/.',
    '.git/config',
    '.docs-cli/docs-cli.lock.journal',
    'guide/.bashrc',
    '.gitignore',
    '-rf.md',
    'guide/--help.md',
    '',
    '/',
    'a\u0000.md',
    'a\u001B[2J.md',
    'a\u202Etxt.md',
    'con',
    'NUL.md',
    'a/com1.txt/b',
    'a.md.',
    'a /b',
    'a:stream',
    'a'.repeat(256),
    'a/'.repeat(600),
  ])('%j is refused', (name) => {
    expect(badName(name)).toEqual(expect.any(String));
  });

  test('that is not refused stays in the folder', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', 'a', '\\', 'C:', ' '),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = parts.join('/');
        fc.pre(badName(name) === undefined);
        expect(join('/folder', name)).toMatch(/^\/folder\/./);
      }),
    );
  });
});

describe('an archive', () => {
  test('of ordinary files is taken', () => {
    expect(refuse([entry('a/'), entry('a/b.md'), entry('a/c.md'), entry('b.md')])).toBeUndefined();
  });

  test.each([
    [['a.md', 'a.md']],
    [['A.md', 'a.md']],
    [['caf\u00E9.md', 'cafe\u0301.md']],
    [['a', 'a/b.md']],
    [['A/b.md', 'a']],
    [['a/b/c.md', 'a/B']],
    [['x/', 'X']],
  ])('with names that collide: %j', (names) => {
    expect(refuse(names.map((name) => entry(name)))?.reason).toMatch(/same file|is a file/);
  });

  test.each([[['a/', 'a/']], [['a/b.md', 'a/']], [['A/b.md', 'a/c.md']]])(
    'may name a folder twice: %j',
    (names) => {
      expect(refuse(names.map((name) => entry(name)))).toBeUndefined();
    },
  );

  test('with a link or a device', () => {
    expect(refuse([entry('a', { special: 'link' })])).toEqual({
      name: 'a',
      reason: 'it is a link',
    });
  });

  test('that is a bomb', () => {
    const one = entry('a', { compressedBytes: 500_000, bytes: 500_000_000 });
    expect(refuse([one])?.reason).toBe('it would unpack to 1000 times its size');
    const layers = Array.from({ length: 40 }, (_, index) =>
      entry(`${index}`, { compressedBytes: 10 ** 8, bytes: 10 ** 9 }),
    );
    expect(refuse(layers)?.reason).toMatch(/MB or more/);
    expect(refuse([entry('small', { compressedBytes: 10, bytes: 10_000 })])).toBeUndefined();
  });
});
