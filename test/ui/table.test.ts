import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { formatTable, truncate } from '../../src/ui/table.ts';

describe('a table', () => {
  test('aligns by what a terminal shows: CJK and emoji take two columns', () => {
    const rows = [
      ['日本語', 'a'],
      ['👩‍👩‍👧 x', 'b'],
      ['plain', 'c'],
    ];
    const columns = formatTable(rows, Infinity)
      .split('\n')
      .map((line) => stringWidth(line.slice(0, -1)));

    expect(new Set(columns).size).toBe(1);
  });

  test('cuts nothing where somebody has to agree to it', () => {
    const row = ['new', `${'x'.repeat(90)}@example.com`, 'for ever'];

    expect(formatTable([row], 80, { whole: true })).toBe(row.join('  '));
  });

  test('takes what is too much from the widest column and says so', () => {
    expect(formatTable([['short', 'x'.repeat(40)]], 20)).toBe(`short  ${'x'.repeat(12)}…`);
  });

  test('is not cut where there is no terminal', () => {
    expect(formatTable([['x'.repeat(500), 'y']], Infinity)).toContain('x'.repeat(500));
  });

  test('sets figures to the right, under a head', () => {
    expect(
      formatTable(
        [
          ['a', '1'],
          ['b', '10'],
        ],
        80,
        { head: ['n', 'pages'], right: [1] },
      ),
    ).toBe('n  pages\na      1\nb     10');
  });

  test('has no empty rows and nothing of none', () => {
    expect(formatTable([], 80)).toBe('');
  });

  test('keeps every line within the width, as far as columns can shrink', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '日', '👍', ' '), maxLength: 60 });
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 30, max: 120 }), (rows, width) => {
        for (const line of formatTable(rows, width).split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

test('cutting keeps the colours around a text closed', () => {
  expect(truncate('\u001b[31mabcdefgh\u001b[39m', 4)).toBe('\u001b[31mabc…\u001b[39m');
});
