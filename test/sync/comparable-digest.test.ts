import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadCanonical } from '../../src/sync/comparable-digest.ts';

const WAYS = [
  '* one\n* two',
  '- one\n- two',
  '1. one\n2. two',
  'A *b* c',
  'A _b_ c',
  'A b c',
  '# T',
  'T\n=',
];

describe('digests of bodies', () => {
  test('are equal in canonical form exactly if two bodies are the same page', async () => {
    const { digestsOf, samePage } = await loadCanonical();
    const page = fc.array(fc.constantFrom(...WAYS), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(page, page, (left, right) => {
        const [a, b] = [left.join('\n\n'), right.join('\n\n')];
        const equal = digestsOf(a).canonical === digestsOf(b).canonical;
        expect(equal).toBe(samePage(a, b));
        expect(digestsOf(a).stored === digestsOf(b).stored).toBe(a === b);
      }),
    );
    expect(samePage('A *b* c', 'A _b_ c')).toBe(true);
    expect(samePage('* one', '1. one')).toBe(false);
  });
});
