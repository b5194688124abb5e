import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictLine } from '../../src/content/page/unready.ts';
import { merge } from '../../src/sync/pull/merge.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

/** Every line of `part`, in order, is in `whole`. */
function holds(whole: string, part: string): boolean {
  const lines = whole.split('\n');
  let at = 0;
  return part.split('\n').every((line) => {
    at = lines.indexOf(line, at) + 1;
    return at > 0;
  });
}

describe('merging by lines', () => {
  test('if one side is unchanged, the result is the other side', () => {
    fc.assert(
      fc.property(text, text, (base, moved) => {
        const result = { text: moved, isClean: true, settled: moved };
        expect(merge(base, base, moved)).toEqual(result);
        expect(merge(base, moved, base)).toEqual(result);
        expect(merge(base, moved, moved)).toEqual(result);
      }),
    );
  });

  test('gives the same result for both sides, with markers exactly if it is not clean', () => {
    fc.assert(
      fc.property(text, text, text, (base, local, remote) => {
        const one = merge(base, local, remote);
        const other = merge(base, remote, local);
        expect(one.isClean).toBe(other.isClean);
        expect(one.isClean ? other.text : one.text).toBe(one.text);
        expect(conflictLine(one.text) === undefined).toBe(one.isClean);
      }),
    );
  });

  test('without a common ancestor, keeps all lines of both sides', () => {
    fc.assert(
      fc.property(text, text, (local, remote) => {
        const merged = merge(null, local, remote);
        expect(merged.isClean).toBe(local === remote);
        expect(holds(merged.text, local)).toBe(true);
        expect(holds(merged.text, remote)).toBe(true);
      }),
    );
  });

  test('takes both changes if they are on different lines, and writes markers if they are on the same lines', () => {
    const base = 'one\n\ntwo\n\nthree';
    expect(merge(base, 'ONE\n\ntwo\n\nthree', 'one\n\ntwo\n\nTHREE\n\nfour')).toEqual({
      text: 'ONE\n\ntwo\n\nTHREE\n\nfour',
      isClean: true,
      settled: 'ONE\n\ntwo\n\nTHREE\n\nfour',
    });
    expect(merge(base, 'one\n\nours\n\nthree', 'one\n\ntheirs\n\nthree')).toEqual({
      text: 'one\n\n<<<<<<< file\nours\n=======\ntheirs\n>>>>>>> platform\n\nthree',
      isClean: false,
      settled: 'one\n\n\nthree',
    });
  });

  test('of 4,000 lines that are all equal, or all different, ends', () => {
    const same = Array.from({ length: 4000 }, () => 'x').join('\n');
    const lines = (name: string) =>
      Array.from({ length: 4000 }, (_, n) => `${name}${n}`).join('\n');
    expect(merge(same, `${same}\nx\nx`, `y\n${same}`).isClean).toBe(true);
    const torn = merge(lines('a'), lines('b'), lines('c'));
    expect(torn.isClean).toBe(false);
    expect(holds(torn.text, lines('b')) && holds(torn.text, lines('c'))).toBe(true);
  });
});
