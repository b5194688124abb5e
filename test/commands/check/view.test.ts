import { expect, test } from 'vitest';
import type { ShownFinding } from '../../../src/commands/check/document.ts';
import { createStyle } from '../../../src/ui/style.ts';
import { checkView } from '../../../src/commands/check/view.ts';

const finding: ShownFinding = {
  code: 'foreign-markup',
  severity: 'error',
  message: 'This is not known.',
  hint: null,
  file: 'a.md',
  line: 1,
  column: 1,
  fixable: false,
};

function shown(findings: readonly ShownFinding[]): readonly string[] {
  const errors = findings.length;
  const counts = { pages: 1, definitions: 0, others: 0, errors, warnings: 0 };
  const report = { findings, fixed: [], ...counts, baseline: null, external: null };
  const style = createStyle({ colour: false, width: 80, now: 0 });
  return checkView({ fails: true, written: null, isNamed: false })(report, style).split('\n');
}

const several = (length: number, of: Partial<ShownFinding> = {}): ShownFinding[] =>
  Array.from({ length }, (_, at) => ({ ...finding, line: at + 1, ...of }));

test('a page with more findings than a call has arguments is shown', () => {
  expect(shown(several(200_000))).toHaveLength(200_004);
});

test('more findings than a screen has begin with their number by rule, and what --fix fixes', () => {
  const findings = [
    ...several(1),
    ...several(48, { code: 'curly', fixable: true }),
    ...several(1, { code: 'broken-link' }),
    ...several(1, { code: 'broken-link', fixable: true }),
  ];

  expect(shown(findings).slice(0, 6)).toEqual([
    '51 findings by rule; docs check --fix fixes 49',
    'curly           48  --fix fixes all',
    'broken-link      2  --fix fixes 1',
    'foreign-markup   1',
    '',
    'a.md',
  ]);
  expect(shown(findings.slice(1))[0]).toBe('a.md');
});
