/** What stands in a line: markdown-it's inline tokens, and elements among them, as phrases. */
import type { Token } from 'markdown-it';
import type { Mark, Phrase, Phrases } from '../../content/darkdown/markdown/flow.ts';
import type { InlineTag } from '../../content/darkdown/read/inline.ts';
import type { IssueKind } from '../model.ts';
import { stringIn } from './element.ts';
import type { ElementTag } from './element.ts';
import { INLINE_MARK } from './rules/inline-rules.ts';
import type { InlineMark } from './rules/inline-rules.ts';
import { BLOCKS, VOID, htmlName, isHtml } from './names.ts';

/** What the lowering of a line may ask and tell. */
export interface LineContext {
  readonly say: (kind: IssueKind, says: string) => void;
  /** Told of each name that links may use for this place. */
  readonly id: (id: string) => void;
  /** The file that is being read. */
  readonly file: string;
  /** The line on which the text begins, from 0. */
  readonly line: number;
  /** The text of an expression, if it is known. */
  readonly expression: (code: string) => string | undefined;
  /** The path of a file that was imported by that name. */
  readonly imported: (name: string) => string | undefined;
}

/** Where something stands in the source; `line` counts from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

const PLACES = new WeakMap<object, SourcePlace>();

/** Where a link's mark, an image or a block was read; undefined if nothing tells. */
export const sourcePlaceOf = (one: object): SourcePlace | undefined => PLACES.get(one);

/** Remembers where `one` was read, unless that is known already. */
export function readAt<One extends object>(one: One, place: SourcePlace): One {
  if (!PLACES.has(one)) PLACES.set(one, place);
  return one;
}

export const textPhrase = (text: string): Phrase => ({ kind: 'text', text });

/** An inline tag of the page format. */
const tagPhrase = (name: string, attributes: Readonly<Record<string, string>>): Phrase => {
  const tag: InlineTag = {
    kind: 'tag',
    notation: 'tag',
    name,
    attributes: new Map(Object.entries(attributes)),
    close: false,
    selfClosing: true,
    start: 0,
    end: 0,
  };
  return { kind: 'tag', tag };
};

const pairTag = (name: string, close: boolean): InlineTag => ({
  kind: 'tag',
  notation: 'tag',
  name,
  attributes: new Map(),
  close,
  selfClosing: false,
  start: 0,
  end: 0,
});

/** The words of phrases, without marks. */
export function plainText(phrases: Phrases): string {
  let text = '';
  for (const phrase of phrases) {
    if (phrase.kind === 'text') text += phrase.text;
    else if (phrase.kind === 'code-span') text += phrase.code;
    else if (phrase.kind === 'soft-break' || phrase.kind === 'hard-break') text += ' ';
    else if (phrase.kind === 'image') text += plainText(phrase.label);
    else if (phrase.kind === 'tag') {
      text += [...phrase.tag.attributes]
        .filter(([name]) => name === 'text' || name === 'key')
        .map(([, value]) => String(value))
        .join(' ');
    }
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The phrases of an inline token. */
export const linePhrases = (token: Token, context: LineContext): Phrase[] =>
  new LineLowering(context).lower(token.children ?? []);

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** The text of an attribute; empty if it has none. */
export function attributeText(
  { attributes }: Pick<ElementTag, 'attributes'>,
  name: string,
): string {
  const value = attributes.get(name);
  return typeof value === 'string' ? value : '';
}

const MARKS: ReadonlyMap<string, 'em' | 'strong' | 's'> = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['s', 's'],
  ['del', 's'],
  ['strike', 's'],
]);

/** What is open: a mark that will be closed by the same source, or an element whose content is kept aside. */
interface Open {
  readonly name: string;
  readonly mark: Mark | null;
  /** Where its content begins in `out`. */
  readonly from: number;
  readonly tag: ElementTag | null;
}

class LineLowering {
  readonly #context: LineContext;
  readonly #out: Phrase[] = [];
  readonly #open: Open[] = [];
  /** Lines of the text that are behind. */
  #lines = 0;

  constructor(context: LineContext) {
    this.#context = context;
  }

  lower(tokens: readonly Token[]): Phrase[] {
    for (const token of tokens) this.#token(token);
    while (this.#open.length > 0) this.#drop();
    return joined(this.#out);
  }

  #token(token: Token): void {
    switch (token.type) {
      case 'text':
      case 'text_special':
        if (token.content !== '') this.#out.push(textPhrase(token.content));
        return;
      case 'code_inline':
        this.#out.push({ kind: 'code-span', code: token.content.replaceAll('\n', ' ') });
        return;
      case 'softbreak':
        this.#lines += 1;
        this.#out.push({ kind: 'soft-break' });
        return;
      case 'hardbreak':
        this.#lines += 1;
        this.#out.push({ kind: 'hard-break', isTag: false });
        return;
      case 'image': {
        const [url, title] = [attribute(token, 'src'), attribute(token, 'title')];
        const label = linePhrases(token, this.#context);
        this.#image(url, title, plainText(label));
        return;
      }
      case 'em_open':
      case 'strong_open':
      case 's_open':
        this.#begin(token.type.replace('_open', '') as 'em' | 'strong' | 's');
        return;
      case 'em_close':
      case 'strong_close':
      case 's_close':
        this.#end(token.type.replace('_close', ''), true);
        return;
      case 'link_open':
        this.#beginLink(attribute(token, 'href'), attribute(token, 'title'), 'link', null);
        return;
      case 'link_close':
        this.#end('link', true);
        return;
      case INLINE_MARK:
        this.#mark(token.meta?.['mark'] as InlineMark);
        return;
      default:
        if (token.content !== '') this.#out.push(textPhrase(token.content));
    }
  }

  get #here(): SourcePlace {
    return { file: this.#context.file, line: this.#context.line + this.#lines + 1 };
  }

  #image(url: string, title: string, alt: string): void {
    const label = [textPhrase(alt)];
    this.#out.push(readAt({ kind: 'image', url, title, label } as const, this.#here));
  }

  /** The address of an image, also if it is code that names a file. */
  #sourceOf(tag: ElementTag): string {
    const value = tag.attributes.get('src');
    if (typeof value !== 'object') return attributeText(tag, 'src');
    const named = /^(?:require|useBaseUrl)\(\s*(["'])([^"']+)\1\s*\)(?:\.default)?$/.exec(
      value.code,
    );
    return named?.[2] ?? this.#context.imported(value.code) ?? '';
  }

  #begin(name: 'em' | 'strong' | 's', from: string = name, tag: ElementTag | null = null): void {
    const isInside = this.#open.some(({ mark }) => mark?.name === name);
    const mark: Mark | null = isInside ? null : { name };
    this.#open.push({ name: from, mark, from: this.#out.length, tag });
    if (mark) this.#out.push({ kind: 'open', mark });
  }

  #beginLink(href: string, title: string, name: string, tag: ElementTag | null): void {
    // A link in a link cannot be written.
    const isInside = this.#open.some(({ mark }) => mark?.name === 'link');
    const mark: Mark | null =
      isInside || href === '' ? null : readAt({ name: 'link', href, title } as const, this.#here);
    this.#open.push({ name, mark, from: this.#out.length, tag });
    if (mark) this.#out.push({ kind: 'open', mark });
  }

  /** Closes the nearest one of that name. What was opened inside and is open still ends with it. */
  #end(name: string, isMarkdown: boolean): boolean {
    let at = this.#open.length - 1;
    while (at >= 0) {
      const one = this.#open[at];
      if (one?.name === name && (one.tag === null) === isMarkdown) break;
      at -= 1;
    }
    if (at < 0) return false;
    while (this.#open.length > at) this.#drop();
    return true;
  }

  /** Ends what was opened last. */
  #drop(): void {
    const last = this.#open.pop();
    if (!last) return;
    const { mark, tag, from } = last;
    if (tag !== null && this.#whole(tag, from)) return;
    if (mark === null) return;
    if (this.#out.length === from + 1) {
      // Nothing is in it.
      this.#out.pop();
      return;
    }
    if (mark.name === 'pair') {
      this.#out.push({ kind: 'close', mark });
      return;
    }
    this.#out.push({ kind: 'close', mark });
  }

  #mark(mark: InlineMark): void {
    switch (mark.kind) {
      case 'nothing':
        return;
      case 'keys':
        for (const [index, key] of mark.keys.entries()) {
          if (index > 0) this.#out.push(textPhrase('+'));
          this.#out.push(tagPhrase('key', { key }));
        }
        return;
      case 'expression':
        return this.#expression(mark.code, mark.source);
      case 'tag':
        return this.#tag(mark.tag, mark.source);
      default:
        return mark satisfies never;
    }
  }

  #expression(code: string, source: string): void {
    const inner = code.trim();
    if (inner === '' || (/^\/\*[^]*\*\/$/.test(inner) && inner.indexOf('*/') === inner.length - 2))
      return;
    const text = stringIn(inner) ?? this.#context.expression(inner);
    if (text !== undefined) {
      if (text !== '') this.#out.push(textPhrase(text.replaceAll('\n', ' ')));
      return;
    }
    this.#context.say('expression', `The expression ${short(source)} was kept as text.`);
    this.#out.push(textPhrase(source.replaceAll(/\s+/g, ' ')));
  }

  #tag(tag: ElementTag, source: string): void {
    const name = htmlName(tag.name);
    const id = attributeText(tag, 'id') || (name === 'a' ? attributeText(tag, 'name') : '');
    if (id !== '') this.#context.id(id);
    if (BLOCKS.has(name)) this.#out.push(GAP);
    if (tag.kind === 'close') {
      if (!this.#end(name, false) && !isHtml(name)) this.#literal(source);
      return;
    }
    if (tag.kind === 'self' || VOID.has(name)) return this.#alone(tag, name, source);
    const mark = MARKS.get(name);
    if (mark !== undefined) return this.#begin(mark, name, tag);
    if (name === 'a' || name === 'Link') {
      const href = attributeText(tag, 'href') || attributeText(tag, 'to');
      return this.#beginLink(href, attributeText(tag, 'title'), name, tag);
    }
    if (name === 'u' || name === 'ins') {
      const isInside = this.#open.some((one) => one.mark?.name === 'pair');
      const pair: Mark | null = isInside ? null : { name: 'pair', tag: pairTag('u', false) };
      this.#open.push({ name, mark: pair, from: this.#out.length, tag });
      if (pair) this.#out.push({ kind: 'open', mark: pair });
      return;
    }
    if (!isHtml(name) && !WHOLE.has(name)) {
      this.#context.say('component', `The component <${tag.name}> was kept as text.`);
      this.#literal(source);
    }
    this.#open.push({ name, mark: null, from: this.#out.length, tag });
    if (!isHtml(name) && !WHOLE.has(name)) this.#closings.add(tag);
  }

  /** Components whose tags stay: so does the closing one. */
  readonly #closings = new Set<ElementTag>();

  #literal(source: string): void {
    this.#out.push(textPhrase(source.replaceAll(/\s+/g, ' ')));
  }

  /** Elements whose content becomes something else when they end. Returns whether nothing else is to be closed. */
  #whole(tag: ElementTag, from: number): boolean {
    const name = htmlName(tag.name);
    if (this.#closings.has(tag)) {
      this.#literal(`</${tag.name}>`);
      return true;
    }
    const inner = (): string => plainText(this.#out.splice(from));
    switch (name) {
      case 'code':
      case 'tt':
      case 'samp': {
        const code = inner();
        if (code !== '') this.#out.push({ kind: 'code-span', code });
        return true;
      }
      case 'kbd':
      case 'Kbd': {
        const key = inner();
        if (key !== '') this.#out.push(tagPhrase('key', { key }));
        return true;
      }
      case 'Badge': {
        this.#badge(tag, inner());
        return true;
      }
      case 'Latex': {
        const code = inner();
        this.#context.say('math', 'A formula was turned into code.');
        if (code !== '') this.#out.push({ kind: 'code-span', code });
        return true;
      }
      case 'q':
        this.#out.splice(from, 0, textPhrase('“'));
        this.#out.push(textPhrase('”'));
        return true;
      case 'Tooltip':
      case 'abbr': {
        const tip = attributeText(tag, 'tip') || attributeText(tag, 'title');
        const headline = attributeText(tag, 'headline');
        const said = [headline, tip].filter((text) => text !== '').join(': ');
        if (said !== '') this.#out.push(textPhrase(` (${said})`));
        return true;
      }
      default:
        return false;
    }
  }

  #badge(tag: ElementTag, content: string): void {
    const text = content || attributeText(tag, 'text');
    const type = BADGES.get(attributeText(tag, 'type') || attributeText(tag, 'color')) ?? 'info';
    if (text !== '') this.#out.push(tagPhrase('badge', { text, type }));
  }

  #alone(tag: ElementTag, name: string, source: string): void {
    switch (name) {
      case 'br':
        this.#out.push({ kind: 'hard-break', isTag: false });
        return;
      case 'wbr':
      case 'Icon':
      case 'VPIcon':
      case 'hr':
        return;
      case 'Badge':
        return this.#badge(tag, '');
      case 'img':
      case 'Image': {
        const url = this.#sourceOf(tag);
        if (url === '') break;
        this.#image(url, attributeText(tag, 'title'), attributeText(tag, 'alt'));
        return;
      }
      case 'input': {
        if (attributeText(tag, 'type') === 'checkbox') {
          this.#out.push(textPhrase(tag.attributes.has('checked') ? '[x] ' : '[ ] '));
        }
        return;
      }
      default:
        if (isHtml(name)) return;
    }
    const says =
      name === 'img' || name === 'Image'
        ? 'The address of the image is code: its tag was kept as text.'
        : `The component <${tag.name}> was kept as text.`;
    this.#context.say(name === 'img' || name === 'Image' ? 'image' : 'component', says);
    this.#literal(source);
  }
}

/** Components with content that become something of the page format. */
const WHOLE: ReadonlySet<string> = new Set(['Badge', 'Tooltip', 'Kbd', 'Icon', 'Latex']);

const BADGES: ReadonlyMap<string, string> = new Map([
  ['tip', 'success'],
  ['success', 'success'],
  ['green', 'success'],
  ['warning', 'warning'],
  ['yellow', 'warning'],
  ['orange', 'warning'],
  ['danger', 'error'],
  ['error', 'error'],
  ['red', 'error'],
]);

export const short = (source: string): string => {
  const line = source.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};

/** Where a block of HTML begins or ends in a line: what is around it are words apart. */
const GAP: Phrase = { kind: 'text', text: ' ' };

/** Adjacent texts as one: a parser reads them so. */
function joined(phrases: readonly Phrase[]): Phrase[] {
  const out: Phrase[] = [];
  let isGap = false;
  const add = (phrase: Phrase): void => {
    const last = out.at(-1);
    if (phrase.kind === 'text' && last?.kind === 'text') {
      out[out.length - 1] = textPhrase(last.text + phrase.text);
    } else out.push(phrase);
  };
  for (const phrase of phrases) {
    // A space at the end of emphasis would not be read as its end.
    if (phrase !== GAP && isGap && phrase.kind !== 'close') {
      if (isTouching(out.at(-1), phrase)) add(GAP);
      isGap = false;
    }
    if (phrase === GAP) isGap = true;
    else add(phrase);
  }
  return out;
}

const isTouching = (before: Phrase | undefined, after: Phrase): boolean =>
  before !== undefined &&
  before.kind !== 'open' &&
  before.kind !== 'hard-break' &&
  after.kind !== 'hard-break' &&
  !(before.kind === 'text' && /\s$/.test(before.text)) &&
  !(after.kind === 'text' && /^\s/.test(after.text));
