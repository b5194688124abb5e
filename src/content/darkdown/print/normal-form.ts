/**
 * What a page says, apart from how it is written: the ground on which two texts are one page re-printed. It keeps every word, link,
 * attribute and byte of code, and forgets blank lines that do not show, bullets, escapes, padding, the order of attributes and their defaults.
 */
import type { Token } from 'markdown-it';
import { byCodeUnit } from '../../../model/order.ts';
import { toCurrentForm, textOf } from '../read/blocks.ts';
import { readInfo } from '../read/fence.ts';
import type { MarkdownEnv } from '../markdown/markdown-it.ts';
import { readReferences, tagOf, tokensOf, withCellBreaks } from '../markdown/markdown-it.ts';
import type { Attributes, Block, Code, Document, Fragment, Node, Span } from '../read/model.ts';
import { TAGS } from '../read/vocabulary.ts';

/** One deterministic text for all ways of writing a page. Only ever compared or digested. */
export function normalFormOf(document: Document): string {
  const meaning = new NormalFormWriter();
  readReferences(document, meaning.reading);
  meaning.fragment(document);
  const references = Object.entries(meaning.reading.references ?? {});
  for (const [label, { href, title }] of references.toSorted(([a], [b]) => byCodeUnit(a, b))) {
    meaning.say('reference', label, href, title);
  }
  return meaning.finish();
}

/** The same for one run of Markdown, with the definitions of the page it stands in. */
export function normalFormOfRun(source: string, span: Span, reading: MarkdownEnv): string {
  const meaning = new NormalFormWriter(reading);
  meaning.run(source, span);
  return meaning.finish();
}

/** Attributes in one order, defaults and empty ones left out, `"5"` like `5`: early pages quote them all. */
function plainAttributes(tag: string, attributes: Attributes): [string, string][] {
  const defaults = TAGS.get(tag)?.defaults ?? {};
  return [...attributes.keys()]
    .map((name): [string, string] => [name, textOf(attributes, name)])
    .filter(([name, text]) => text !== '' && text !== String(defaults[name] ?? ''))
    .toSorted(([a], [b]) => byCodeUnit(a, b));
}

class NormalFormWriter {
  readonly reading: MarkdownEnv;
  readonly #said: string[] = [];
  #text = '';

  constructor(reading: MarkdownEnv = { cellBreaks: false }) {
    this.reading = reading;
  }

  /** JSON, so that no text can pass for structure. */
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

  fragment({ source, nodes }: Fragment): void {
    for (const node of nodes) this.#node(source, node);
  }

  run(source: string, span: Span): void {
    for (const token of tokensOf(source, span, this.reading)) this.#token(token);
  }

  #node(source: string, node: Node): void {
    switch (node.kind) {
      case 'markdown':
        return this.run(source, node);
      case 'code':
        return this.#code(node);
      case 'html':
        return this.say('html', node.html);
      case 'asset':
        return this.say('asset', node.id, node.url);
      case 'block':
        return this.#block(node);
      default:
        return node satisfies never;
    }
  }

  #code({ language, attributes, code }: Pick<Code, 'language' | 'attributes' | 'code'>): void {
    this.say('code', language, plainAttributes('code', attributes), code);
  }

  #block(written: Block): void {
    const { name, attributes, body } = toCurrentForm(written);
    this.say(name, plainAttributes(name, attributes));
    withCellBreaks(this.reading, name === 'table', () => this.fragment(body));
    this.say('end');
  }

  #token(token: Token): void {
    // The paragraphs of a tight list: to readers they are none, those of a loose one are.
    if (token.hidden) return;
    switch (token.type) {
      case 'inline':
        for (const child of token.children ?? []) this.#token(child);
        break;
      case 'text':
        this.#text += token.content;
        break;
      case 'softbreak':
        this.#text += ' ';
        break;
      case 'fence':
      case 'code_block':
        this.#code({ ...readInfo(token.info.trim()), code: token.content.replace(/\n$/, '') });
        break;
      case 'image':
        this.say(
          'image',
          token.attrs?.filter(([name]) => name !== 'alt'),
        );
        for (const child of token.children ?? []) this.#token(child);
        this.say('end');
        break;
      case 'tag':
      case 'pair_open': {
        const { name, attributes } = tagOf(token);
        this.say(name, plainAttributes(name, attributes));
        break;
      }
      default:
        this.say(token.type, token.tag, token.attrs, token.content);
    }
  }
}
