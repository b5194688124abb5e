/** Mistakes that an escape would hide, because it marks the text as intended. */
import { firstMissing } from './multiset.ts';
import { openGates } from '../gates.ts';
import { foreignMarkupIn } from '../read/foreign-markup.ts';
import { parse } from '../read/parse.ts';
import { check } from '../read/syntax.ts';

/** A likely mistake in a run of Markdown. */
export interface Slip {
  readonly offset: number;
  readonly name: string;
}

/** Whether one of a text's slips is no longer recognisable after printing. */
export const hidesSlips = (slips: readonly Slip[], printed: string): boolean =>
  slips.length > 0 &&
  firstMissing(
    slips.map(({ name }) => name),
    slipsIn(printed).map(({ name }) => name),
  ) !== undefined;

/** The likely mistakes in a text, in order. */
export function slipsIn(text: string): Slip[] {
  const document = parse(text);
  return [
    ...check(document).map(({ offset, rule, message }) => ({ offset, name: `${rule} ${message}` })),
    ...openGates(document).map(({ start, why }) => ({ offset: start, name: `gate ${why}` })),
    ...foreignMarkupIn(document).map(({ offset, markup }) => ({ offset, name: markup })),
  ].toSorted((a, b) => a.offset - b.offset);
}
