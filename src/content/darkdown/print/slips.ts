/** Mistakes that an escape would hide: it says that the text is meant to be text. */
import { firstMissing } from './multiset.ts';
import { openGates } from '../gates.ts';
import { foreignMarkupIn } from '../read/foreign-markup.ts';
import { parse } from '../read/parse.ts';
import { check } from '../read/syntax.ts';

/** Whether a likely mistake in `text`, a run of Markdown, no longer looks like one as printed. */
export function hidesSlips(text: string, printed: string): boolean {
  const slips = slipsIn(text);
  return slips.length > 0 && firstMissing(slips, slipsIn(printed)) !== undefined;
}

function slipsIn(text: string): string[] {
  const document = parse(text);
  return [
    ...check(document).map(({ code, message }) => `${code} ${message}`),
    ...openGates(document).map(({ why }) => `gate ${why}`),
    ...foreignMarkupIn(document).map(({ markup }) => markup),
  ];
}
