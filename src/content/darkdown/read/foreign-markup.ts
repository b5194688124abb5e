/** Lines that other tools read as markup. Here they are text. */
import type { Document } from './model.ts';
import { regionsOf } from './regions.ts';
import { markdownOf } from './syntax.ts';

/** Markup of another tool, and where it is. */
export interface ForeignMarkup {
  readonly offset: number;
  /** The part of the line that is markup. */
  readonly markup: string;
  /** What to write in its place. Null: it is a callout, whose type its name says. */
  readonly hint: string | null;
}

/** Components that such tools bring along. A word in angle brackets alone may be a placeholder. */
const COMPONENTS =
  'Tabs?|TabItem|Callout|Note|Tip|Warning|Info|Danger|Caution|Cards?|CardGroup|Steps?|Accordion|AccordionGroup|CodeGroup|CodeBlock|Admonition|Frame|Details|Columns|ParamField|ResponseField|Expandable|Tooltip|Update|Snippet';

/** At the beginning of a line, outside code. */
const MARKUP: readonly { readonly pattern: RegExp; readonly hint: string | null }[] = [
  { pattern: /^:{3,} ?\{?[A-Za-z][\w-]*/, hint: null },
  { pattern: /^(?:!!!|\?\?\?\+?) +[a-z][\w-]*/, hint: null },
  { pattern: /^> ?\[!(?:NOTE|TIP|WARNING|IMPORTANT|CAUTION|INFO|DANGER)\][+-]?/i, hint: null },
  {
    pattern: /^import +(?:[\w*{}, $]{1,200} +from +)?(["'])[^"'\n]{1,300}\1;?[ \t]*$/,
    hint: 'Delete the line: pages have no components',
  },
  {
    pattern: /^export +(?:default |const \w+ *=|function \w+ *\()/,
    hint: 'Delete the line: pages have no components',
  },
  {
    pattern: new RegExp(`^</?(?:${COMPONENTS})(?=[ />]|$)`),
    hint: 'Pages have tags such as `{% tabs %}`, `{% callout %}` and `{% cards %}` for it',
  },
  {
    pattern: /^<[A-Z][a-z]\w*(?: +[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|\{[^{}\n]*\}))+ *\/?>/,
    hint: 'Pages have no components',
  },
  {
    pattern: /^<!--(?![ \t]*docs-check-ignore)/,
    hint: 'Write it as `[//]: # (…)`, which readers do not see, or delete it',
  },
  { pattern: /^\{\{[%<].{0,500}[%>]\}\}/, hint: 'Pages have no shortcodes; tags are `{% … %}`' },
  {
    pattern: /^\[(?:\[toc\]|TOC)\][ \t]*$/i,
    hint: 'Delete the line: pages list their headings automatically',
  },
];

const MAY_BE =
  /^[ \t]{0,3}(?::::|!!!|\?\?\?|> ?\[!|import |export |<\/?[A-Z]|<!--|\{\{[%<]|\[\[?toc)/im;
const MAX_LINE_LENGTH = 1000;

/** All such lines of a body, in order, at most one markup each. */
export function foreignMarkupIn(document: Document): ForeignMarkup[] {
  const { source } = document;
  if (!MAY_BE.test(source)) return [];
  return markdownOf(document).flatMap(({ start, end }) =>
    linesIn(source.slice(start, end)).flatMap(({ offset, text }) => {
      const indent = /^ {0,3}/.exec(text)?.[0].length ?? 0;
      const line = text.slice(indent, MAX_LINE_LENGTH);
      for (const { pattern, hint } of MARKUP) {
        const markup = pattern.exec(line)?.[0].trimEnd();
        if (markup !== undefined) return [{ offset: start + offset + indent, markup, hint }];
      }
      return [];
    }),
  );
}

/** Lines of a run of Markdown that are not code. */
function linesIn(text: string): { readonly offset: number; readonly text: string }[] {
  const lines: { readonly offset: number; readonly text: string }[] = [];
  for (const { kind, start, end } of regionsOf(text)) {
    if (kind !== 'text') continue;
    let offset = start;
    for (const line of text.slice(start, end).split('\n')) {
      lines.push({ offset, text: line });
      offset += line.length + 1;
    }
  }
  return lines;
}
