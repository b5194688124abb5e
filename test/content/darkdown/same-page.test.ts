import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHtml } from '../../../src/content/darkdown/convert.ts';
import { canonical, samePage } from '../../../src/content/darkdown/print/canonical.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';

const shown = async (body: string): Promise<string> =>
  (await toHtml(body, NO_PROJECT, { highlight: false })).replaceAll(/\s+/g, ' ');

/** Lists in all their spellings: most pairs of short ones are near to each other. */
const line = fc.constantFrom(
  '- a',
  '- a',
  '* a',
  '- b',
  '  - a',
  '  b',
  '1. a',
  '2. b',
  '   - a',
  '> - a',
  '> a',
  '',
  '',
  '',
  'a',
  '  ```',
  '{% callout %}',
  '{% /callout %}',
);
const body = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
/** The same lines with other blank lines between them. */
const pair = fc
  .tuple(body, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
  .map(([one, gaps]) => {
    const lines = one.split('\n').filter((each) => each !== '');
    return [one, lines.map((each, at) => (gaps[at] ? `\n${each}` : each)).join('\n')] as const;
  });

test('two bodies that are the same page have the same HTML', async () => {
  let same = 0;
  await fc.assert(
    fc.asyncProperty(pair, async ([one, other]) => {
      if (!samePage(one, other)) return;
      same += 1;
      expect(await shown(one)).toBe(await shown(other));
    }),
    { numRuns: 4000 },
  );
  expect(same).toBeGreaterThan(500);
});

test('a loose list and a tight list are different pages, and keep that in canonical form', async () => {
  const tight = '- a\n- b';
  const loose = '* a\n\n* b';

  expect(samePage(tight, loose)).toBe(false);
  expect(samePage(tight, '*  a\n*  b\n')).toBe(true);
  for (const list of [tight, loose]) {
    expect(await shown(canonical(list))).toBe(await shown(list));
    expect(samePage(canonical(list), list)).toBe(true);
  }
});
