/** The canonical form of bodies, and their equality. Import this lazily: it loads markdown-it. */
import { toCurrentForm } from '../read/blocks.ts';
import type { MarkdownFlow } from '../markdown/flow.ts';
import { PageReader } from '../markdown/page-reader.ts';
import { normalFormOf, normalFormOfFlows } from './normal-form.ts';
import type { Block, Code, Document, Fragment, Node } from '../read/model.ts';
import { parse } from '../read/parse.ts';
import { printCode, printFlows } from './print-markdown.ts';
import { printTag } from './print-tag.ts';
import { hidesSlips, slipsIn } from './slips.ts';
import type { Slip } from './slips.ts';
import { TAGS } from '../read/vocabulary.ts';
import { lackedWords, sameWords } from '../../words.ts';

/**
 * The form in which today's platform writes a body. Idempotent. It never changes the meaning: a run
 * that cannot be printed with certainty stays as it is, and so does a block with a possible
 * mistake.
 */
export function canonical(body: string): string {
  const printed = unguarded(body);
  return sameWords(printed, body) ? printed : body;
}

/** The same, without the check that all words are kept. */
export function unguarded(body: string): string {
  const document = parse(body);
  const printed = new CanonicalPrinter(document).page();
  return printed === body || normalFormOf(parse(printed)) === normalFormOf(document)
    ? printed
    : body;
}

/**
 * Whether two bodies have the same words, links, attributes and code in the same structure.
 * Two texts that a reader could tell apart are never the same.
 */
export const samePage = (a: string, b: string): boolean =>
  a === b || normalForm(a) === normalForm(b);

/**
 * A text that is equal for two pages if and only if `samePage` returns true. For digests only. It
 * includes words that the reader of pages drops.
 */
export function normalForm(body: string): string {
  const form = normalFormOf(parse(body));
  const lacked = lackedWords(body, form);
  return lacked.length === 0 ? form : `${form}\n${JSON.stringify(['lacked', ...lacked])}`;
}

/** A part of a run: a block, or the text between blocks (blank lines, definitions of targets). */
interface Part {
  readonly text: string;
  readonly flow: MarkdownFlow | null;
  readonly slips: readonly Slip[];
}

function partsOf(text: string, flows: readonly MarkdownFlow[], slips: readonly Slip[]): Part[] {
  const starts: number[] = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const parts: Part[] = [];
  let from = 0;
  let next = 0;
  const add = (end: number, flow: MarkdownFlow | null): void => {
    const first = next;
    while (next < slips.length && (slips[next]?.offset ?? end) < end) next += 1;
    parts.push({ text: text.slice(from, end), flow, slips: slips.slice(first, next) });
    from = end;
  };
  for (const flow of flows) {
    add(starts[flow.lines[0]] ?? text.length, null);
    add(starts[flow.lines[1]] ?? text.length, flow);
  }
  add(text.length, null);
  return parts;
}

class CanonicalPrinter {
  readonly #document: Document;
  readonly #reader: PageReader;
  /** Offsets of fences that are not closed. */
  readonly #openFences: ReadonlySet<number>;

  constructor(document: Document) {
    this.#document = document;
    this.#reader = new PageReader(document);
    this.#openFences = new Set(
      document.diagnostics.flatMap(({ rule, offset }) => (rule === 'unclosed-fence' ? offset : [])),
    );
  }

  page(): string {
    const text = this.#nodes(this.#document, {});
    return text === '' ? '' : `${text}\n`;
  }

  /** `dense`: adjacent blocks have no blank line between them. */
  #nodes({ source, nodes }: Fragment, { dense = false, cellBreaks = false }): string {
    let text = '';
    let before: Node['kind'] | undefined;
    for (const node of nodes) {
      const printed = this.#node(source, node, cellBreaks);
      if (printed === '') continue;
      const isClose = dense && node.kind === 'block' && before === 'block';
      text += (before === undefined ? '' : isClose ? '\n' : '\n\n') + printed;
      before = node.kind;
    }
    return text;
  }

  #node(source: string, node: Node, cellBreaks: boolean): string {
    switch (node.kind) {
      case 'markdown':
        return this.#run(source.slice(node.start, node.end), cellBreaks);
      case 'code':
        return this.#isOpenFence(source, node)
          ? source.slice(node.start, node.end).replace(/\n$/, '')
          : printCode(node);
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

  /**
   * Whether a fence is not closed. If it were closed at the end of the page, the mistake would look
   * intended.
   */
  #isOpenFence(source: string, { notation, start }: Code): boolean {
    const isOfPage = source === this.#document.source;
    return notation === 'fence' && isOfPage && this.#openFences.has(start);
  }

  /**
   * Prints the whole run or, if that is not possible with certainty, as many of its blocks as
   * possible.
   */
  #run(text: string, cellBreaks: boolean): string {
    if (text.trim() === '') return '';
    const flows = this.#reader.run(text, cellBreaks);
    const slips = slipsIn(text);
    const printed = this.#flows({ text, slips }, flows, cellBreaks);
    if (printed !== undefined) return printed;
    return partsOf(text, flows, slips)
      .map((part) => {
        const own = part.flow && this.#flows(part, [part.flow], cellBreaks);
        return own ?? part.text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
      })
      .filter((block) => block !== '')
      .join('\n\n');
  }

  /**
   * Returns undefined if the result would read as other flows, or hide a mistake. Definitions of
   * link targets print as nothing, so their text stays.
   */
  #flows(
    { text, slips }: Pick<Part, 'text' | 'slips'>,
    flows: readonly MarkdownFlow[],
    cellBreaks: boolean,
  ): string | undefined {
    if (text.includes(']:') && !isCode(flows)) return undefined;
    const printed = printFlows(flows);
    if (hidesSlips(slips, printed)) return undefined;
    const again = this.#reader.run(printed, cellBreaks);
    const isSame =
      normalFormOfFlows(again, this.#reader) === normalFormOfFlows(flows, this.#reader);
    return isSame ? printed : undefined;
  }

  #block(source: string, written: Block): string {
    if (written.notation === 'plugin' && TAGS.get(written.name)?.replacesPlugin !== true) {
      return source.slice(written.start, written.end).trimEnd();
    }
    const opening = source.slice(written.open.start, written.open.end).trimEnd();
    // If it were printed as an empty block, the missing closing tag would look intended.
    if (written.notation === 'tag' && written.close === null && !opening.endsWith('/%}'))
      return opening;
    const block = toCurrentForm(written);
    const { name, attributes } = block;
    const rule = TAGS.get(name);
    const dense = rule?.isDense === true;
    const body = this.#nodes(block.body, { dense, cellBreaks: name === 'table' });
    if (rule === undefined) return this.#unknown(source, block, body);
    if (body === '') return printTag(name, attributes, true);
    return `${printTag(name, attributes, false)}\n${body}\n{% /${name} %}`;
  }

  /** The tags of an unknown block stay as they are. */
  #unknown(source: string, { open, close }: Block, body: string): string {
    const tags = [open, close].map((span) => span && source.slice(span.start, span.end).trimEnd());
    return [tags[0], body, tags[1]].filter((part) => part !== null && part !== '').join('\n');
  }
}

const isCode = ([flow, ...rest]: readonly MarkdownFlow[]): boolean =>
  rest.length === 0 && flow?.kind === 'code';
