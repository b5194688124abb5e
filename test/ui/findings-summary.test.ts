import { expect, test } from 'vitest';
import { findingsSummary } from '../../src/ui/markdown.ts';

test('an error behind many warnings is the first row of a summary of findings', () => {
  const found = (line: number, severity: 'error' | 'warning') => ({
    rule: 'some-rule',
    severity,
    place: { file: 'docs/a.md', line, column: 1 },
    message: `Of line ${line}.`,
  });
  const warnings = Array.from({ length: 40 }, (_, at) => found(at + 1, 'warning'));

  const rows = findingsSummary('Check', [...warnings, found(41, 'error')]).split('\n');

  expect(rows[4]).toBe('| docs/a.md:41 | error | Of line 41. |');
  expect(rows[5]).toContain('docs/a.md:1 |');
  expect(rows.at(-1)).toBe('… and 11 more');
});
