/**
 * A page's content, independent of its notation. Keeps every word, link, attribute and byte of
 * code; drops invisible blank lines, bullets, escapes, padding, attribute order and defaults.
 */
import { byCodeUnit } from '../../../model/order.ts';
import type { CodeText, Flow, Mark, Phrase, Phrases } from '../markdown/flow.ts';
import { AUTO_TITLE } from '../markdown/flow.ts';
import { PageReader } from '../markdown/page-reader.ts';
import { textOf } from '../read/blocks.ts';
import type { InlineTag } from '../read/inline.ts';
import type { Attributes, Document } from '../read/model.ts';
import { TAGS } from '../read/vocabulary.ts';

/** One deterministic text for all notations of a page. For comparisons and digests only. */
export function normalFormOf(document: Document): string {
  const reader = new PageReader(document);
  const writer = new NormalFormWriter(reader);
  writer.flows(reader.flows(document));
  const definitions = Object.entries(reader.definitions);
  for (const [label, { href, title }] of definitions.toSorted(([a], [b]) => byCodeUnit(a, b))) {
    writer.say('reference', label, href, title);
  }
  return writer.finish();
}

/** The same for the flows of a page that `reader` read. */
export function normalFormOfFlows(flows: readonly Flow[], reader: PageReader): string {
  const writer = new NormalFormWriter(reader);
  writer.flows(flows);
  return writer.finish();
}

/**
 * Attributes, sorted, without presets and empty values. Early pages quote numbers: `"5"` is `5`.
 */
export function plainAttributes(tag: string, attributes: Attributes): [string, string][] {
  const rules = TAGS.get(tag)?.attributes;
  return [...attributes.keys()]
    .map((name): [string, string] => [name, textOf(attributes, name)])
    .filter(([name, text]) => text !== '' && text !== String(rules?.get(name)?.preset ?? ''))
    .toSorted(([a], [b]) => byCodeUnit(a, b));
}

class NormalFormWriter {
  readonly #reader: PageReader;
  readonly #said: string[] = [];
  #text = '';

  constructor(reader: PageReader) {
    this.#reader = reader;
  }

  /** Written as JSON, so that no text can be mistaken for structure. */
  say(...words: readonly unknown[]): void {
    if (this.#text !== '') {
      const text = this.#text;
      this.#text = '';
      this.#said.push(JSON.stringify(text));
    }
    this.#said.push(JSON.stringify(words));
  }

  finish(): string {
    this.say();
    return this.#said.join('\n');
  }

  flows(flows: readonly Flow[]): void {
    for (const flow of flows) this.#flow(flow);
  }

  #flow(flow: Flow): void {
    switch (flow.kind) {
      case 'heading':
        return this.#around(['heading', flow.level], () => this.#phrases(flow.phrases));
      case 'paragraph':
        // Readers see paragraphs in a loose list, and lines in a tight one.
        if (flow.isTight) return this.#phrases(flow.phrases);
        return this.#around(['paragraph'], () => this.#phrases(flow.phrases));
      case 'quote':
        return this.#around(['quote'], () => this.flows(flow.content));
      case 'list':
        return this.#around(['list', flow.start ?? null], () => {
          for (const item of flow.items) this.#around(['item'], () => this.flows(item));
        });
      case 'rule':
        return this.say('rule');
      case 'pipe-table':
        return this.#around(['pipe-table', flow.aligns], () => {
          for (const [at, row] of [flow.head, ...flow.rows].entries()) {
            const source = flow.surplus?.get(at - 1)?.source;
            this.say('row', ...(source === undefined ? [] : [source]));
            if (source !== undefined) continue;
            for (const cell of row) this.#around(['cell'], () => this.#phrases(cell));
          }
        });
      case 'code':
        return this.#code(flow);
      case 'html':
        return this.say('html', flow.html);
      case 'asset':
        return this.say('asset', flow.id, flow.url);
      case 'block': {
        const { name, attributes, body } = flow;
        const content = this.#reader.flows(body, name === 'table');
        return this.#around(['block', name, plainAttributes(name, attributes)], () =>
          this.flows(content),
        );
      }
      default:
        return flow satisfies never;
    }
  }

  #around(words: readonly unknown[], content: () => void): void {
    this.say(...words);
    content();
    this.say('end');
  }

  #code({ language, attributes, code }: CodeText): void {
    this.say('code', language, plainAttributes('code', attributes), code);
  }

  #phrases(phrases: Phrases): void {
    for (const phrase of phrases) this.#phrase(phrase);
  }

  #phrase(phrase: Phrase): void {
    switch (phrase.kind) {
      case 'text':
        this.#text += phrase.text;
        return undefined;
      case 'page-title':
        this.#text += AUTO_TITLE;
        return undefined;
      case 'soft-break':
        this.#text += ' ';
        return undefined;
      case 'hard-break':
        return this.say('break');
      case 'code-span':
        return this.say('code-span', phrase.code);
      case 'variable':
        return this.say('variable', phrase.name);
      case 'tag':
        return this.#tag(phrase.tag);
      case 'image':
        return this.#around(['image', phrase.url, phrase.title], () => this.#phrases(phrase.label));
      case 'empty-link':
        return this.#around(['link', phrase.href, phrase.title], () => undefined);
      case 'open':
        return this.#mark(phrase.mark);
      case 'close':
        return this.say('end');
      default:
        return phrase satisfies never;
    }
  }

  #mark(mark: Mark): void {
    if (mark.name === 'pair') this.#tag(mark.tag);
    else if (mark.name === 'link') this.say('link', mark.href, mark.title);
    else this.say(mark.name);
  }

  #tag({ name, attributes }: InlineTag): void {
    this.say('tag', name, plainAttributes(name, attributes));
  }
}
