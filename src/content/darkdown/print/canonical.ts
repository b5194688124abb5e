/** The canonical form of a body, and whether two bodies are one page re-printed. Import this lazily: it brings markdown-it. */
import type { Token } from 'markdown-it';
import { toCurrentForm } from '../read/blocks.ts';
import { fenceOf } from '../read/fence.ts';
import type { MarkdownEnv } from '../markdown/markdown-it.ts';
import { readReferences, tokensOf, withCellBreaks } from '../markdown/markdown-it.ts';
import { normalFormOf, normalFormOfRun } from './normal-form.ts';
import type { Block, Code, Document, Fragment, Node, Span } from '../read/model.ts';
import { parse } from '../read/parse.ts';
import { printTokens } from './print-markdown.ts';
import { printAttributes, printTag } from './print-tag.ts';
import { TAGS } from '../read/vocabulary.ts';

/**
 * The one way in which today's platform writes what the body says. Idempotent, and it never changes what is said: a run of Markdown that
 * cannot be printed without doubt stays as it is, and so does the body.
 */
export function canonical(body: string): string {
  const document = parse(body);
  const printed = new CanonicalPrinter(document).page();
  return printed === body || normalFormOf(parse(printed)) === normalFormOf(document)
    ? printed
    : body;
}

/**
 * Whether two bodies are the same page, printed differently: the same words, links, attributes and code in the same structure. Two texts
 * that a reader could tell apart are never the same.
 */
export const samePage = (a: string, b: string): boolean =>
  a === b || normalForm(a) === normalForm(b);

/** One text for all ways of printing a page: equal exactly where `samePage` is true. For digests; nobody reads it. */
export const normalForm = (body: string): string => normalFormOf(parse(body));

/** Blocks whose children follow each other without a blank line. */
const DENSE: ReadonlySet<string> = new Set(['table', 'row', 'cards']);

/** The stretches of a run's blocks and of what lies between them: blank lines, definitions of targets. */
function topLevel(text: string, tokens: readonly Token[]): Span[] {
  const lines: number[] = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  const stretches: Span[] = [];
  let from = 0;
  for (const { level, map, nesting } of tokens) {
    if (level !== 0 || map === null || nesting < 0) continue;
    const start = lines[map[0]] ?? text.length;
    const end = lines[map[1]] ?? text.length;
    stretches.push({ start: from, end: start }, { start, end });
    from = end;
  }
  return [...stretches, { start: from, end: text.length }];
}

/** Plugins whose tag says the same; of the others nobody has seen both. */
const CONVERTIBLE: ReadonlySet<string> = new Set(['callout', 'code', 'image', 'synced']);

class CanonicalPrinter {
  readonly #document: Document;
  readonly #reading: MarkdownEnv = { cellBreaks: false };

  constructor(document: Document) {
    this.#document = document;
  }

  page(): string {
    readReferences(this.#document, this.#reading);
    const text = this.#fragment(this.#document);
    return text === '' ? '' : `${text}\n`;
  }

  /** `dense`: blocks that follow each other directly have no blank line between them. */
  #fragment({ source, nodes }: Fragment, dense = false): string {
    let text = '';
    let before: Node['kind'] | undefined;
    for (const node of nodes) {
      const printed = this.#node(source, node);
      if (printed === '') continue;
      const isClose = dense && node.kind === 'block' && before === 'block';
      text += (before === undefined ? '' : isClose ? '\n' : '\n\n') + printed;
      before = node.kind;
    }
    return text;
  }

  #node(source: string, node: Node): string {
    switch (node.kind) {
      case 'markdown':
        return this.#run(source, node);
      case 'code':
        return printCode(node);
      case 'html':
        return `{% html %}\n${node.html}${node.html === '' ? '' : '\n'}{% /html %}`;
      case 'asset':
        return source.slice(node.start, node.end).trimEnd();
      case 'block':
        return this.#block(source, node);
      default:
        return node satisfies never;
    }
  }

  /** Where the whole run cannot be printed without doubt, as many of its blocks as can be. */
  #run(source: string, span: Span): string {
    const text = source.slice(span.start, span.end);
    if (text.trim() === '') return '';
    const tokens = tokensOf(source, span, this.#reading);
    const printed = this.#tokens(source, span, tokens);
    if (printed !== undefined) return printed;
    return topLevel(text, tokens)
      .map(({ start, end }) => {
        const part = { start: span.start + start, end: span.start + end };
        const kept = source
          .slice(part.start, part.end)
          .replace(/^(?:[ \t]*\n)+/, '')
          .trimEnd();
        return this.#tokens(source, part, tokensOf(source, part, this.#reading)) ?? kept;
      })
      .filter((block) => block !== '')
      .join('\n\n');
  }

  /** `undefined` if reading it again would not give the same. Definitions of link targets print as nothing: they stay. */
  #tokens(source: string, span: Span, tokens: readonly Token[]): string | undefined {
    const text = source.slice(span.start, span.end);
    if (text.includes(']:') && !isCode(tokens)) return undefined;
    const printed = printTokens(tokens);
    const said = normalFormOfRun(source, span, { ...this.#reading });
    const again = normalFormOfRun(printed, { start: 0, end: printed.length }, { ...this.#reading });
    return again === said ? printed : undefined;
  }

  #block(source: string, written: Block): string {
    if (written.notation === 'plugin' && !CONVERTIBLE.has(written.name)) {
      return source.slice(written.start, written.end).trimEnd();
    }
    const opening = source.slice(written.open.start, written.open.end).trimEnd();
    // A slip is for its writer to see and to fix: printed as an empty block it would look meant.
    if (written.notation === 'tag' && written.close === null && !opening.endsWith('/%}'))
      return opening;
    const block = toCurrentForm(written);
    const { name, attributes } = block;
    const body = withCellBreaks(this.#reading, name === 'table', () =>
      this.#fragment(block.body, DENSE.has(name)),
    );
    if (!TAGS.has(name)) return this.#unknown(source, block, body);
    if (body === '') return printTag(name, attributes, true);
    return `${printTag(name, attributes, false)}\n${body}\n{% /${name} %}`;
  }

  /** Of a block that nobody knows, the tags stay as they are. */
  #unknown(source: string, { open, close }: Block, body: string): string {
    const tags = [open, close].map((span) => span && source.slice(span.start, span.end).trimEnd());
    return [tags[0], body, tags[1]].filter((part) => part !== null && part !== '').join('\n');
  }
}

const isCode = ([token, ...rest]: readonly Token[]): boolean =>
  rest.length === 0 && (token?.type === 'fence' || token?.type === 'code_block');

function printCode({ code, language, attributes }: Code): string {
  const annotation = printAttributes('code', attributes);
  const info = annotation === '' ? language : `${language} {%${annotation} %}`.trimStart();
  return fenceOf(code, info);
}
