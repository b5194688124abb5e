/** Bodies with slips in them, and text that was never meant to be one. */
import * as fc from 'fast-check';
import { page, sign } from './grammar.ts';

type Edit = readonly [at: number, kind: 'cut' | 'insert' | 'repeat', length: number, text: string];

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom('cut', 'insert', 'repeat'),
  fc.integer({ min: 1, max: 30 }),
  fc.oneof(
    sign,
    fc.constantFrom(
      '\n',
      '\n\n',
      '\n{% ',
      '\n{% callout',
      '\n{% /callout %}',
      '\n$plugin[{"',
      '\\x',
      '01',
      '\t',
    ),
  ),
);

function apply(text: string, [at, kind, length, added]: Edit): string {
  const pos = Math.floor(at * text.length);
  if (kind === 'cut') return text.slice(0, pos) + text.slice(pos + length);
  const piece = kind === 'insert' ? added : text.slice(pos, pos + length).repeat(3);
  return text.slice(0, pos) + piece + text.slice(pos);
}

const edits = fc.array(edit, { maxLength: 5 });

const broken = (text: string, changes: readonly Edit[]): string => {
  let after = text;
  for (const change of changes) after = apply(after, change);
  return after;
};

const brokenPage = fc.tuple(page, edits).map(([text, changes]) => broken(text, changes));

/** Any of these, or text that was never meant to be a page. */
export const anyBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: brokenPage },
  { weight: 2, arbitrary: page },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(sign, fc.constant('\n')), { maxLength: 40 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/** Longer pieces of a page repeat what shorter ones have. */
const PIECE_LINES = 30;

/** Pieces of real pages, some of them put together from two, with slips. */
const realPiece = (bodies: readonly string[]): fc.Arbitrary<string> => {
  const piece = fc
    .tuple(
      fc.constantFrom(...bodies.map((body) => body.split('\n'))),
      fc.nat(),
      fc.integer({ min: 1, max: PIECE_LINES }),
    )
    .map(([lines, at, count]) => {
      const from = at % lines.length;
      return lines
        .slice(from, from + count)
        .map((line) => line.slice(0, 1000))
        .join('\n');
    });
  return fc
    .tuple(piece, fc.option(piece, { nil: '', freq: 2 }), edits)
    .map(([a, b, changes]) => broken(`${a}\n${b}`, changes));
};

/** `anyBody` and, where there are any, pieces of the bodies of real pages. */
export const anyBodyAnd = (real: readonly string[]): fc.Arbitrary<string> =>
  real.length === 0
    ? anyBody
    : fc.oneof({ weight: 3, arbitrary: anyBody }, { weight: 1, arbitrary: realPiece(real) });

/** A piece repeated between others: about `length` characters of what costs most to misread. */
export const pumpedBody = (length: number): fc.Arbitrary<string> =>
  fc
    .tuple(anyBody, fc.array(sign, { minLength: 1, maxLength: 6 }), anyBody, fc.boolean())
    .map(([before, signs, after, wholePage]) => {
      const unit = wholePage && after !== '' ? `${after}\n` : signs.join('');
      return `${before}\n${unit.repeat(Math.ceil(length / unit.length))}\n${after}`.slice(
        0,
        length,
      );
    });
