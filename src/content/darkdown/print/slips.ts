/** Mistakes that an escape would hide: it says that the text is meant to be text. */
import { firstMissing } from './multiset.ts';
import { foreignMarkupIn } from '../read/foreign-markup.ts';
import { parse } from '../read/parse.ts';
import { check } from '../read/syntax.ts';

/** A text without any of these has no slips. */
const MAY_HAVE = /\{%|\{\{|\$plugin\[|^[ \t]*(?::::|!!!|\?\?\?|> ?\[!|import |export |<|\[)/m;

/** Whether something that looks like a mistake in `text`, a run of Markdown, does not look like one in what was printed of it. */
export function hidesSlips(text: string, printed: string): boolean {
  if (!MAY_HAVE.test(text)) return false;
  return firstMissing(slipsIn(text), slipsIn(printed)) !== undefined;
}

function slipsIn(text: string): string[] {
  const document = parse(text);
  return [
    ...check(document).map(({ code, message }) => `${code} ${message}`),
    ...foreignMarkupIn(document).map(({ markup }) => markup),
  ];
}
