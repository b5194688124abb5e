import { expect, test } from 'vitest';
import type { ShownFinding } from '../../../src/commands/check/document.ts';
import { createStyle } from '../../../src/ui/style.ts';
import { checkView } from '../../../src/commands/check/view.ts';

test('a page with more findings than a call has arguments is shown', () => {
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
  const findings = Array.from({ length: 200_000 }, (_, at) => ({ ...finding, line: at + 1 }));
  const report = {
    findings,
    fixed: [],
    pages: 1,
    definitions: 0,
    others: 0,
    errors: 200_000,
    warnings: 0,
    baseline: null,
    external: null,
  };
  const style = createStyle({ colour: false, width: 80, now: 0 });
  const text = checkView({ fails: true, written: null, isNamed: false })(report, style);
  expect(text.split('\n')).toHaveLength(200_001);
});
