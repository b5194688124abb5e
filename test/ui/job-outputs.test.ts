import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { outputText } from '../../src/ui/github-actions.ts';

test('an output of a job is read back whole, whatever its value holds', () => {
  const line = fc.constantFrom('END', 'END_', 'created<<END', 'created=9', 'a path', '');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const value = lines.join('\n');
      const [head = '', ...rest] = outputText('plan', value).split('\n');
      const [name, end = ''] = head.split('<<');
      expect(name).toBe('plan');
      const at = rest.indexOf(end);
      expect(rest.slice(0, at).join('\n')).toBe(value);
      expect(rest.slice(at + 1)).toEqual(['']);
    }),
  );
});
