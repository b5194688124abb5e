/** Pairs of bodies: one, and what became of it. */
import * as fc from 'fast-check';
import { page } from '../content/darkdown/grammar.ts';
import { anyBody } from '../content/darkdown/slips.ts';

/** A change at one place: characters taken out, others put in. */
const slip = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  taken: fc.nat(12),
  put: fc.constantFrom(
    '',
    'x',
    ' ',
    '\n',
    '\n\n',
    '**',
    'new words',
    '1',
    '](/b)',
    '| ',
    '- ',
    '`',
  ),
});

type Slip = typeof slip extends fc.Arbitrary<infer T> ? T : never;

const slipped = (body: string, { at, taken, put }: Slip): string => {
  const start = Math.floor(at * body.length);
  return body.slice(0, start) + put + body.slice(start + taken);
};

/** A text, edited at some places by people who do not look. */
export const edit = (body: string): fc.Arbitrary<readonly [string, string]> =>
  fc
    .array(slip, { minLength: 1, maxLength: 3 })
    .map((slips) => [body, slips.reduce(slipped, body)] as const);

/** Blocks that are kept, left out, put elsewhere, edited. */
const rearranged = fc
  .array(fc.tuple(page, fc.constantFrom('keep', 'keep', 'drop', 'add', 'edit'), slip), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => {
    const old = parts.filter(([, fate]) => fate !== 'add').map(([text]) => text);
    const next = parts
      .filter(([, fate]) => fate !== 'drop')
      .map(([text, fate, how]) => (fate === 'edit' ? slipped(text, how) : text));
    return [old.join('\n\n'), next.join('\n\n')] as const;
  });

/** Any of them, and texts that have nothing in common. */
export const edited: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  rearranged,
  anyBody.chain(edit),
  page.chain(edit),
  fc.tuple(anyBody, anyBody),
);
