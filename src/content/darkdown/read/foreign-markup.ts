/** Markup of other tools, which is text here. */
import { blocksIn, walkBlock } from './inline-scan.ts';
import type { Document, Span } from './model.ts';
import { regionsOf } from './regions.ts';
import { markdownOf } from './syntax.ts';
import { tagAt } from './tag.ts';

/** Markup of another tool, and where it is. */
export interface ForeignMarkup {
  readonly offset: number;
  /** The part of the line that is markup. */
  readonly markup: string;
  /** What to write instead. Null: it is a callout, whose type is its name. */
  readonly hint: string | null;
  /** Set if it is reported once per page; null: each is reported. */
  readonly once: Once | null;
}

type Once = 'html' | 'tasks' | 'notes' | 'anchors' | 'formulas';

interface Rule {
  readonly pattern: RegExp;
  readonly hint: string | null;
  readonly once?: Once;
}

/** Components that other tools provide. A single word in angle brackets may be a placeholder. */
const COMPONENTS =
  'Tabs?|TabItem|Callout|Note|Tip|Warning|Info|Danger|Caution|Cards?|CardGroup|Steps?|Accordion|AccordionGroup|CodeGroup|CodeBlock|Admonition|Frame|Details|Columns|ParamField|ResponseField|Expandable|Tooltip|Update|Snippet';

/** At the beginning of a line, outside code, after the marks of lists and quotes. */
const MARKUP: readonly Rule[] = [
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
  { pattern: /^-{1,4}8<-{1,4}/, hint: 'Write the text into the page, or into a synced block' },
  {
    pattern: /^\*\[[^\]\n]{1,60}\]:/,
    hint: 'Pages have no abbreviations: explain the word in the text',
  },
  {
    pattern: /^\[(?:\[toc\]|TOC)\][ \t]*$/i,
    hint: 'Delete the line: pages list their headings automatically',
  },
];

/** Where a line of a list begins with a box. */
const TASK: Rule = {
  pattern: /^\[[ xX]\](?=[ \t]+\S)/,
  hint: 'Pages have no task lists: delete the brackets',
  once: 'tasks',
};

/** HTML elements that are never placeholders in angle brackets. */
const ELEMENTS =
  'details|summary|kbd|su[bp]|div|span|center|fig(?:ure|caption)|h[1-6r]|img|iframe|t[drh]|thead|tbody|[uo]l|li|d[ltd]|strong|em|mark|small|del|ins|blockquote|pre';
/** Names that may be placeholders, unless they have attributes or are closed. */
const WORDS = 'a|b|i|p|s|u|table|video|audio|picture|source|code|font|style|script|button|section';
const ATTRIBUTE = `[ \\t]+[\\w:-]+[ \\t]*=[ \\t]*["'\\w]`;

/** Anywhere in a line, outside code. */
const WITHIN: readonly Rule[] = [
  {
    pattern: /<!--(?![ \t]*docs-check-ignore)|\{\/\*|\{#[ \t][^{}\n]{0,500}#\}/y,
    hint: 'Write it as `[//]: # (…)` on a line of its own, which readers do not see, or delete it',
  },
  {
    pattern: new RegExp(
      `<(?:/?(?:${ELEMENTS})(?=[ \\t\\n]|/?>)|/(?:${WORDS})(?=>)|(?:${WORDS})(?=${ATTRIBUTE}))`,
      'y',
    ),
    hint: 'Write it as Markdown or with tags, or put it into `{% html %}` … `{% /html %}`',
    once: 'html',
  },
  {
    pattern:
      /\[[^\]\n]{0,300}\]\((?:file|javascript|vbscript|data(?!:image\/(?:gif|png|jpeg|webp);)):[^)\n]{0,300}\)/iy,
    hint: 'Links lead to pages, to files beside them, and to addresses that readers can open',
  },
  {
    pattern: /\[\^[^\]\s]{1,60}\](?!\()/y,
    hint: 'Pages have no footnotes: write the note in brackets, or below',
    once: 'notes',
  },
  {
    pattern: /\{:?[ \t]*[#.][A-Za-z][^{}\n]{0,100}\}(?=[ \t]*(?:$|\n))/y,
    hint: 'Delete it: headings have anchors that are made of their words',
    once: 'anchors',
  },
  {
    pattern: /\$\$(?=\n|[^$\n]{1,500}\$\$(?!\$)|$)/y,
    hint: 'Pages have no formulas: use a picture, or code',
    once: 'formulas',
  },
];

const MAY_BE =
  /:::|!!!|\?\?\?|> ?\[!|^.{0,60}?(?:import |export )|<\/?[A-Za-z]|<!--|\{\{[%<]|\[\[?toc|\[[ xX]\]|\[\^|\{:?[ \t]*[#.]|\{\/\*|8<-|^\*\[|\]\((?:file|javascript|vbscript|data):|\$\$/im;
const MAX_LINE_LENGTH = 1000;

/** Marks of lists, which may be nested. */
const LISTS = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*/;
const QUOTES = /^(?:[ \t]*>)*[ \t]*/;

/** All foreign markup in a body, in order. */
export function foreignMarkupIn(document: Document): ForeignMarkup[] {
  const { source } = document;
  if (!MAY_BE.test(source)) return [];
  return markdownOf(document).flatMap(({ start, end }) => {
    const text = source.slice(start, end);
    return [...regionsOf(text)]
      .filter(({ kind }) => kind === 'text')
      .flatMap((region) => onLines(text, region).concat(withinLines(text, region)))
      .map((found) => Object.assign(found, { offset: start + found.offset }))
      .toSorted((a, b) => a.offset - b.offset);
  });
}

/** Markup at the beginning of lines, at most one per line. */
function onLines(text: string, { start, end }: Span): ForeignMarkup[] {
  let at = start;
  return text
    .slice(start, end)
    .split('\n')
    .flatMap((whole) => {
      const offset = at;
      at += whole.length + 1;
      return onLine(whole.slice(0, MAX_LINE_LENGTH), offset);
    });
}

function onLine(line: string, offset: number): ForeignMarkup[] {
  const lists = LISTS.exec(line)?.[0].length ?? 0;
  const inList = line.slice(lists);
  const quotes = QUOTES.exec(inList)?.[0].length ?? 0;
  const rules = line.slice(0, lists).trim() === '' ? MARKUP : [TASK, ...MARKUP];
  for (const [skipped, rest] of [
    [lists, inList],
    [lists + quotes, inList.slice(quotes)],
  ] as const) {
    for (const { pattern, hint, once = null } of rules) {
      const markup = pattern.exec(rest)?.[0].trimEnd();
      if (markup !== undefined) return [{ offset: offset + skipped, markup, hint, once }];
    }
  }
  return [];
}

const SPECIAL = /[\\`<[{$]/g;

function withinLines(text: string, span: Span): ForeignMarkup[] {
  const found: ForeignMarkup[] = [];
  for (const { start, end } of blocksIn(text, span)) {
    const block = text.slice(start, end);
    walkBlock(block, SPECIAL, (at) => {
      const tag = block[at] === '{' ? tagAt(block, at) : undefined;
      if (tag) return tag.end;
      for (const { pattern, hint, once = null } of WITHIN) {
        pattern.lastIndex = at;
        const [markup] = pattern.exec(block) ?? [];
        if (markup === undefined) continue;
        found.push({ offset: start + at, markup, hint, once });
        return at + markup.length;
      }
      return at + 1;
    });
  }
  return found;
}
