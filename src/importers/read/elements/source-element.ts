/** An element of HTML or JSX that has lines of its own, with methods for its reader. */
import type { Phrases } from '../../../content/darkdown/markdown/flow.ts';
import type { IssueKind, SourcePiece } from '../../model.ts';
import { type ElementTag, type Inner, elementsIn, stringIn } from '../element.ts';
import { paragraph } from '../made-pieces.ts';
import type { SourceReading } from '../source-reading.ts';
import { attributeText, short, tagText, textPhrase } from '../phrases.ts';
import { breaksBefore } from '../rules/rule.ts';

export type ElementReader = (element: SourceElement) => SourcePiece[];

export type ElementReaders = Readonly<Record<string, ElementReader>>;

/** The same reader for several names. */
export const all = (names: string, reader: ElementReader): ElementReaders =>
  Object.fromEntries(names.split(' ').map((name) => [name, reader]));

export const inside: ElementReader = (element) => element.content();
export const nothing: ElementReader = () => [];

/** The labels in `values={[{ value: 'mac', label: 'macOS' }]}`, by their values. */
function labelsIn({ attributes }: ElementTag): ReadonlyMap<string, string> {
  const values = attributes.get('values');
  const labels = new Map<string, string>();
  for (const [entry] of typeof values === 'object' ? values.code.matchAll(/\{[^{}]*\}/g) : []) {
    const of = (key: string): string | undefined =>
      stringIn(new RegExp(`\\b${key}["']?:\\s*("[^"]*"|'[^']*')`).exec(entry)?.[1] ?? '');
    const [value, label] = [of('value'), of('label')];
    if (value !== undefined && label !== undefined) labels.set(value, label);
  }
  return labels;
}

/** An element inside of another one. */
export interface Member {
  readonly title: string;
  readonly content: readonly SourcePiece[];
}

export class SourceElement {
  readonly page: SourceReading;
  readonly tag: ElementTag;
  readonly inner: Inner | null;
  readonly line: number;

  constructor(page: SourceReading, tag: ElementTag, inner: Inner | null, line: number) {
    this.page = page;
    this.tag = tag;
    this.inner = inner;
    this.line = line;
  }

  /**
   * The first of these attributes with a text, or its code without tags. Empty if there is none.
   */
  said(...names: readonly string[]): string {
    for (const name of names) {
      const text = attributeText(this.tag, name);
      if (text !== '') return text;
      const value = this.tag.attributes.get(name);
      if (typeof value === 'object') return value.code.replaceAll(/<[^<>]*>/g, '');
    }
    return '';
  }

  has(name: string): boolean {
    return this.tag.attributes.has(name);
  }

  /** The text between the tags. */
  get text(): string {
    return this.inner?.text ?? '';
  }

  content(inner: Inner | null = this.inner): SourcePiece[] {
    return inner === null || inner.text.trim() === '' ? [] : this.page.pieces(inner, true);
  }

  /** The phrases of a text without blocks, such as a heading. */
  phrases(text = this.text, line = this.line): Phrases {
    return this.page.line(text.trim().replaceAll(/\s*\n\s*/g, ' '), line);
  }

  /** The first element of this name in the content, and the content without it. */
  split(name: string): { readonly part: Inner | null; readonly rest: Inner | null } {
    const { text, line } = this.inner ?? { text: '', line: this.line };
    const match = new RegExp(`<${name}(?:\\s[^<>]*)?>([^]*?)</${name}\\s*>`, 'i').exec(text);
    if (match === null) return { part: null, rest: this.inner };
    const [whole, said = ''] = match;
    const before = text.slice(0, match.index);
    // Keeps the line numbers of the text below the element.
    const gap = '\n'.repeat(breaksBefore(whole));
    return {
      part: { text: said, line: line + breaksBefore(before) },
      rest: { text: before + gap + text.slice(match.index + whole.length), line },
    };
  }

  say(kind: IssueKind, says: string): void {
    this.page.say(this.line, kind, says);
  }

  /**
   * The elements with these names at the top level of the content; null if it contains anything
   * else.
   */
  members(...names: readonly string[]): readonly Member[] | null {
    if (this.inner === null) return [];
    const members: Member[] = [];
    const labels = labelsIn(this.tag);
    let isPure = true;
    for (const found of elementsIn(this.inner)) {
      if (typeof found === 'string') {
        isPure &&= found.trim() === '';
        continue;
      }
      const { tag, inner } = found;
      const isMember = names.includes(tag.name) && (inner !== null || tag.kind === 'self');
      isPure &&= isMember;
      if (!isMember || this.page.leavesOut(tag, this.line, () => inner?.text ?? '')) continue;
      if (inner !== null) this.page.nameIt(tag);
      const member = new SourceElement(this.page, tag, inner, this.line);
      const title = labels.get(member.said('value')) ?? member.said('label', 'title', 'value');
      members.push({ title, content: member.content() });
    }
    return isPure ? members : null;
  }

  /** Keeps the tags as text, and reads the content between them. */
  kept(): SourcePiece[] {
    const { name, kind } = this.tag;
    this.say('component', `The component <${short(name)}> was kept as text.`);
    const open = paragraph(textPhrase(tagText(this.tag)));
    if (kind !== 'open' || this.inner === null) return [open];
    return [open, ...this.content(), paragraph(textPhrase(`</${name}>`))];
  }
}
