/** Turns a line into phrases: the inline tokens of markdown-it and the elements among them. */
import type { Token } from 'markdown-it';
import type { Mark, Phrase } from '../../content/darkdown/markdown/flow.ts';
import type { IssueKind } from '../model.ts';
import { type ElementTag, stringIn } from './element.ts';
import { MADE, MARKS, badgeOf, icon, iconNamed, isIcon } from './elements/inline.ts';
import { BLOCKS, INLINE_COMPONENTS, VOID, htmlName, isHtml } from './names.ts';
import type { SourceReading } from './source-reading.ts';
import {
  type SourcePlace,
  attributeAddress,
  attributeText,
  GAP,
  inlineTag,
  joinedPhrases,
  plainText,
  readAt,
  short,
  tagPhrase,
  tagText,
  textPhrase,
} from './phrases.ts';
import { type InlineMark, INLINE_MARK } from './rules/inline-rules.ts';

/** Called with each name that links may use for this place. */
type TakeId = (id: string) => void;

/** The phrases of an inline token whose text begins on `line`, from 0. */
export const linePhrases = (
  token: Token,
  page: SourceReading,
  line: number,
  takeId: TakeId = (id) => page.id(id),
): Phrase[] => {
  page.tellNotations(token.content, line);
  return new LineLowering(page, line, takeId).lower(token.children ?? []);
};

/** The phrases of a tag without content. */
export const tagPhrases = (tag: ElementTag, page: SourceReading, line: number): Phrase[] =>
  new LineLowering(page, line, (id) => page.id(id)).lowerTag(tag);

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** An open mark, or an open element whose content may still be replaced. */
interface Open {
  readonly name: string;
  readonly mark: Mark | null;
  /** The index in `out` where its content begins. */
  readonly from: number;
  readonly tag: ElementTag | null;
}

class LineLowering {
  readonly #page: SourceReading;
  readonly #line: number;
  readonly #takeId: TakeId;
  readonly #out: Phrase[] = [];
  readonly #open: Open[] = [];
  /** The number of lines that have been read. */
  #lines = 0;

  constructor(page: SourceReading, line: number, takeId: TakeId) {
    this.#page = page;
    this.#line = line;
    this.#takeId = takeId;
  }

  lowerTag(tag: ElementTag): Phrase[] {
    this.#tag(tag, tagText(tag));
    return this.#lowered();
  }

  lower(tokens: readonly Token[]): Phrase[] {
    for (const token of tokens) this.#token(token);
    return this.#lowered();
  }

  #lowered(): Phrase[] {
    while (this.#open.length > 0) this.#drop();
    return joinedPhrases(this.#out);
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
        const label = linePhrases(token, this.#page, this.#line, this.#takeId);
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
    return { file: this.#page.file, line: this.#line + this.#lines + 1 };
  }

  #image(url: string, title: string, alt: string): void {
    const label = [textPhrase(alt)];
    this.#out.push(readAt({ kind: 'image', url, title, label } as const, this.#here));
  }

  #begin(name: 'em' | 'strong' | 's', from: string = name, tag: ElementTag | null = null): void {
    this.#opened({ name }, from, tag);
  }

  /** Opens a link. An empty address is not a link. */
  #beginLink(href: string, title: string, name: string, tag: ElementTag | null): void {
    const mark = href === '' ? null : readAt({ name: 'link', href, title } as const, this.#here);
    this.#opened(mark, name, tag);
  }

  /** Opens a mark, unless one of its kind is open: a link inside a link is not possible. */
  #opened(mark: Mark | null, name: string, tag: ElementTag | null): void {
    const isInside = this.#open.some((one) => one.mark?.name === mark?.name);
    const own = isInside ? null : mark;
    this.#open.push({ name, mark: own, from: this.#out.length, tag });
    if (own) this.#out.push({ kind: 'open', mark: own });
  }

  /**
   * Closes the nearest mark or element with that name, and all that were opened inside it. Returns
   * false if none is open.
   */
  #end(name: string, isMarkdown: boolean): boolean {
    const at = this.#open.findLastIndex(
      (one) => one.name === name && (one.tag === null) === isMarkdown,
    );
    if (at < 0) return false;
    while (this.#open.length > at) this.#drop();
    return true;
  }

  /** Closes the mark or element that was opened last. */
  #drop(): void {
    const last = this.#open.pop();
    if (!last) return;
    const { mark, tag, from } = last;
    if (tag !== null && this.#whole(tag, from)) return;
    if (mark === null) return;
    // The mark is empty.
    if (this.#out.length === from + 1) this.#out.pop();
    else this.#out.push({ kind: 'close', mark });
  }

  #mark(mark: InlineMark): void {
    switch (mark.kind) {
      case 'nothing':
        if (mark.id !== undefined) this.#takeId(mark.id);
        return;
      case 'keys':
        for (const [index, key] of mark.keys.entries()) {
          if (index > 0) this.#out.push(textPhrase('+'));
          this.#out.push(tagPhrase('key', { key }));
        }
        return;
      case 'condition':
        return this.#page.leaveOutCondition(mark.source, this.#line);
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
    if (inner === '' || (inner.startsWith('/*') && inner.indexOf('*/', 2) === inner.length - 2))
      return;
    const text = stringIn(inner) ?? this.#page.valueOf(inner);
    if (text === undefined) {
      this.#kept('expression', `The expression ${short(source)} was kept as text.`, source);
    } else if (text !== '') this.#out.push(textPhrase(text.replaceAll('\n', ' ')));
  }

  #tag(tag: ElementTag, source: string): void {
    const name = htmlName(tag.name);
    const get = (key: string): string => attributeText(tag, key);
    const id = get('id') || (name === 'a' ? get('name') : '');
    if (id !== '') this.#takeId(id);
    if (BLOCKS.has(name)) this.#out.push(GAP);
    this.#page.tellLost(tag, this.#line);
    if (tag.kind === 'close') {
      // Browsers read `</br>` as a line break.
      if (name === 'br') this.#out.push({ kind: 'hard-break', isTag: false });
      else if (!this.#end(name, false) && !isHtml(name)) this.#literal(source);
      return;
    }
    if (tag.kind === 'self' || VOID.has(name))
      return this.#page.leavesOut(tag, this.#line) ? undefined : this.#alone(tag, name, source);
    const mark = MARKS.get(name);
    if (mark !== undefined && !isIcon(tag)) return this.#begin(mark, name, tag);
    if (name === 'a' || name === 'Link') {
      const href = attributeAddress(tag, ['href', 'to'], this.#page.imports);
      if (href === null)
        this.#page.say(this.#line, 'link', 'The address of a link is code: its text was kept.');
      return this.#beginLink(href ?? '', get('title'), name, tag);
    }
    if (name === 'u' || name === 'ins') {
      return this.#opened({ name: 'pair', tag: inlineTag('u', null) }, name, tag);
    }
    if (!isHtml(name) && !INLINE_COMPONENTS.has(name)) {
      this.#kept('component', `The component <${tag.name}> was kept as text.`, source);
      this.#closings.add(tag);
    }
    this.#open.push({ name, mark: null, from: this.#out.length, tag });
  }

  /** Opening tags that were kept as text. Their closing tags are kept as well. */
  readonly #closings = new Set<ElementTag>();

  #literal(source: string): void {
    this.#out.push(textPhrase(source.replaceAll(/\s+/g, ' ')));
  }

  #kept(kind: IssueKind, says: string, source: string): void {
    this.#page.say(this.#line, kind, says);
    this.#literal(source);
  }

  /**
   * Ends an element whose content is transformed. Returns false if the caller must close the
   * element.
   */
  #whole(tag: ElementTag, from: number): boolean {
    const name = htmlName(tag.name);
    if (this.#page.leavesOut(tag, this.#line, () => plainText(this.#out.slice(from)))) {
      this.#out.splice(from);
      return true;
    }
    if (this.#closings.has(tag)) {
      this.#literal(`</${tag.name}>`);
      return true;
    }
    const made = isIcon(tag) ? icon : MADE.get(name);
    if (made !== undefined) {
      if (name === 'Latex') this.#page.say(this.#line, 'math', 'A formula was turned into code.');
      this.#out.push(...made(plainText(this.#out.splice(from)), tag));
    } else if (name === 'q') {
      this.#out.splice(from, 0, textPhrase('“'));
      this.#out.push(textPhrase('”'));
    } else if (name === 'Tooltip' || name === 'abbr') {
      const [href, action] = [attributeText(tag, 'href'), attributeText(tag, 'cta')];
      if (href !== '' && !this.#open.some(({ mark }) => mark?.name === 'link')) {
        const mark = readAt({ name: 'link', href, title: '' } as const, this.#here);
        this.#out.splice(from, 0, { kind: 'open', mark });
        this.#out.push({ kind: 'close', mark });
      }
      const tip = attributeText(tag, 'tip') || attributeText(tag, 'title');
      const about = [attributeText(tag, 'headline'), tip].filter((text) => text !== '').join(': ');
      const said = [about, action].filter((text) => text !== '').join(' – ');
      if (said !== '') this.#out.push(textPhrase(` (${said})`));
    } else return false;
    return true;
  }

  #alone(tag: ElementTag, name: string, source: string): void {
    const isImage = name === 'img' || name === 'Image';
    const url = isImage ? (attributeAddress(tag, ['src'], this.#page.imports) ?? '') : '';
    if (url !== '') this.#image(url, attributeText(tag, 'title'), attributeText(tag, 'alt'));
    else if (isImage) {
      this.#kept('image', 'The address of the image is code: its tag was kept as text.', source);
    } else if (name === 'br') this.#out.push({ kind: 'hard-break', isTag: false });
    else if (name === 'Badge') this.#out.push(...badgeOf('', tag));
    else if (name === 'Icon') this.#out.push(...iconNamed(attributeText(tag, 'icon'), tag));
    else if (name === 'input' && attributeText(tag, 'type') === 'checkbox') {
      this.#out.push(textPhrase(tag.attributes.has('checked') ? '☑ ' : '☐ '));
    } else if (!isHtml(name) && name !== 'VPIcon') {
      this.#kept('component', `The component <${tag.name}> was kept as text.`, source);
    }
  }
}
