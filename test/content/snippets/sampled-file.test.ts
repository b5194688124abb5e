import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOf, SampledFile } from '../../../src/content/snippets/sampled-file.ts';

const line = fc.stringMatching(/^[a-z ]{0,12}$/);
const lines = fc.array(line, { minLength: 1, maxLength: 12 });

test('a region is the lines between its markers, whatever is around it', () => {
  fc.assert(
    fc.property(lines, lines, lines, (above, inside, below) => {
      const text = [...above, '// #region it', ...inside, '// #endregion', ...below].join('\n');
      const last = above.length + 1 + inside.length;
      const region = sampleOf(new SampledFile(text), 'it');
      const byLines = sampleOf(new SampledFile(text), `L${above.length + 2}-L${last}`);
      expect(region).toEqual(byLines);
    }),
  );
});

test('indentation does not change a part', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom(' ', '  ', '\t', '\t  '), (inside, indent) => {
      const deeper = inside.map((each) => (each.trim() === '' ? '' : indent + each));
      const codeOf = (all: readonly string[]) => {
        const found = sampleOf(new SampledFile(all.join('\n')), '');
        return 'lines' in found ? found.lines : found;
      };
      expect(codeOf(deeper)).toEqual(codeOf(inside));
    }),
  );
});

test('a part of any text is lines or a problem', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, name) => {
      const found = sampleOf(new SampledFile(text), name);
      expect('lines' in found || found.problem.length > 0).toBe(true);
    }),
  );
});
