/** Lines that other tools read as markup. Here readers see their source. */
import { markdownOf } from '../../darkdown/read/syntax.ts';
import { regionsOf } from '../../darkdown/read/regions.ts';
import { placed } from '../../place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { lineIn } from '../body-lines.ts';
import { CALLOUT_NAMES, CALLOUT_TYPES } from './values.ts';
import { finding, quoted } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { CheckedBody } from '../site.ts';

interface Markup {
  readonly pattern: RegExp;
  /** Null: it is a callout, whose type its name says. */
  readonly hint: string | null;
}

/** The callout that other tools call by this name. */
const callout = (markup: string): string => {
  const name = /[a-z]+/i.exec(markup)?.[0].toLowerCase() ?? '';
  const type = CALLOUT_NAMES.get(name) ?? (CALLOUT_TYPES.includes(name) ? name : 'info');
  return `Write it as \`{% callout type="${type}" %}\` … \`{% /callout %}\``;
};

/** Components that such tools bring along. A word in angle brackets alone may be a placeholder. */
const COMPONENTS =
  'Tabs?|TabItem|Callout|Note|Tip|Warning|Info|Danger|Caution|Cards?|CardGroup|Steps?|Accordion|AccordionGroup|CodeGroup|CodeBlock|Admonition|Frame|Details|Columns|ParamField|ResponseField|Expandable|Tooltip|Update|Snippet';

/** At the beginning of a line, outside code. */
const MARKUP: readonly Markup[] = [
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
  { pattern: /^\{\{[%<].{0,500}[%>]\}\}/, hint: 'Pages have no shortcodes; tags are `{% … %}`' },
  {
    pattern: /^\[(?:\[toc\]|TOC)\][ \t]*$/i,
    hint: 'Delete the line: pages list their headings automatically',
  },
];

const MAY_BE = /^[ \t]{0,3}(?::::|!!!|\?\?\?|> ?\[!|import |export |<\/?[A-Z]|\{\{[%<]|\[\[?toc)/im;
const LONGEST = 1000;

/** A finding for each such line. */
export function checkForeignMarkup(file: FilePath, body: CheckedBody): Finding[] {
  const { source } = body.document;
  if (!MAY_BE.test(source)) return [];
  const found = markdownOf(body.document).flatMap(({ start, end }) =>
    linesIn(source.slice(start, end)).flatMap(({ offset, text }) => {
      const indent = /^ {0,3}/.exec(text)?.[0].length ?? 0;
      const line = text.slice(indent, LONGEST);
      for (const { pattern, hint } of MARKUP) {
        const markup = pattern.exec(line)?.[0].trimEnd();
        if (markup !== undefined)
          return [{ offset: start + offset + indent, markup, hint: hint ?? callout(markup) }];
      }
      return [];
    }),
  );
  return placed(source, found).map(({ line, column, markup, hint }) => {
    const message = `${quoted(markup)} is another tool's markup: readers see it as text.`;
    return finding('foreign-markup', { file, line: lineIn(body, line), column, message, hint });
  });
}

/** Lines of a run of Markdown that are not code. */
function linesIn(text: string): { readonly offset: number; readonly text: string }[] {
  const lines: { readonly offset: number; readonly text: string }[] = [];
  let inFence = false;
  for (const { kind, start, end } of regionsOf(text)) {
    if (kind !== 'text') continue;
    let offset = start;
    for (const line of text.slice(start, end).split('\n')) {
      // A fence that is left in text belongs to a list.
      if (/^[ \t>]*(?:```|~~~)/.test(line.slice(0, LONGEST))) inFence = !inFence;
      else if (!inFence) lines.push({ offset, text: line });
      offset += line.length + 1;
    }
  }
  return lines;
}
