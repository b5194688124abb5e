/** Pairs of bodies: one, and what became of it. */
import * as fc from 'fast-check';
import { page } from '../../content/darkdown/grammar.ts';
import { anyBody } from '../../content/darkdown/slips.ts';

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

/** Blocks that are put into a container, or taken out of one, and lines that come together. */
const regrouped = fc
  .tuple(
    fc.array(page, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      (text: string) => `{% callout type="error" title="T" %}\n${text}\n{% /callout %}`,
      (text: string) => `{% tabs %}\n{% tab title="T" %}\n${text}\n{% /tab %}\n{% /tabs %}`,
      (text: string) => text.replaceAll(/^/gm, '> '),
      (text: string) => text.replaceAll(/^/gm, '  ').replace('  ', '- '),
      (text: string) => text.replaceAll(/\n\n(?=[A-Za-z])/g, ' '),
    ),
    fc.nat(),
    fc.option(slip, { nil: undefined }),
    fc.boolean(),
  )
  .map(([parts, change, which, how, isTurned]) => {
    const at = which % parts.length;
    const next = parts.map((part, index) => (index === at ? change(part) : part)).join('\n\n');
    const after = how === undefined ? next : slipped(next, how);
    const before = parts.join('\n\n');
    return isTurned ? ([after, before] as const) : ([before, after] as const);
  });

/** Any of them, and texts that have nothing in common. */
export const edited: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  rearranged,
  regrouped,
  anyBody.chain(edit),
  page.chain(edit),
  fc.tuple(anyBody, anyBody),
);
