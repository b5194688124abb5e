/** The words and marks of a line, and their places in the source. */
import { shorten } from '../../model/text/sentences.ts';
import type { Phrase, Phrases } from '../../content/darkdown/markdown/flow.ts';
import type { InlineTag } from '../../content/darkdown/read/inline.ts';
import type { Place } from '../../system/findings/place.ts';
import type { ElementTag } from './element.ts';

/** A position in the source. */
export type SourcePlace = Omit<Place, 'column'>;

const PLACES = new WeakMap<object, SourcePlace>();

/** The position where the mark of a link, an image or a block was read; undefined if unknown. */
export const sourcePlaceOf = (one: object): SourcePlace | undefined => PLACES.get(one);

/** Stores the position where `one` was read, unless it has one already. */
export function readAt<One extends object>(one: One, place: SourcePlace): One {
  if (!PLACES.has(one)) PLACES.set(one, place);
  return one;
}

export const textPhrase = (text: string): Phrase => ({ kind: 'text', text });

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

/** The text of an attribute; empty if it has none. */
export function attributeText(
  { attributes }: Pick<ElementTag, 'attributes'>,
  name: string,
): string {
  const value = attributes.get(name);
  return typeof value === 'string' ? value : '';
}

/** A quoted path, alone or in a call that names a file or adds the base of a site. */
const NAMED = /^(?:(require|useBaseUrl|withBase)\(\s*)?(["'])([^"']+)\2(?:\s*\)(?:\.default)?)?$/;

/**
 * The address in the first of these attributes that is set, even if it is code that names a path or
 * an imported file. Empty if none is set; null for any other code.
 */
export function attributeAddress(
  tag: Pick<ElementTag, 'attributes'>,
  keys: readonly string[],
  imports: ReadonlyMap<string, string>,
): string | null {
  const text = keys.map((key) => attributeText(tag, key)).find((each) => each !== '');
  if (text !== undefined) return text;
  const value = keys
    .flatMap((key) => [tag.attributes.get(key), tag.attributes.get(`:${key}`)])
    .find((each) => each !== undefined && each !== '');
  if (value === undefined || value === true) return '';
  const code = typeof value === 'object' ? value.code : value;
  const [, of = '', , path] = NAMED.exec(code) ?? [];
  if (path === undefined) return imports.get(code) ?? null;
  return /^(?:useBaseUrl|withBase)$/.test(of) ? path.replace(/^(?![a-z]+:|\/)/i, '/') : path;
}

/** Source text, shortened for messages. */
export const short = (source: string): string => shorten(source, 60);

/** The source of a tag, with long code shortened. */
export function tagText({ name, kind, attributes }: ElementTag): string {
  if (kind === 'close') return `</${name}>`;
  const said = [...attributes].map(([key, value]) => {
    if (value === true) return key;
    if (typeof value === 'string') return `${key}="${value.replaceAll(/\s+/g, ' ')}"`;
    if (key.startsWith('{')) return `{${short(value.code)}}`;
    return `${key}={${value.code.replaceAll(/\s+/g, ' ')}}`;
  });
  return `<${[name, ...said].join(' ')}${kind === 'open' ? '' : ' /'}>`;
}

/** An inline tag of the page format. `attributes`: null for a tag that opens a pair. */
export const inlineTag = (
  name: string,
  attributes: Readonly<Record<string, string>> | null,
): InlineTag => ({
  kind: 'tag',
  notation: 'tag',
  name,
  attributes: new Map(Object.entries(attributes ?? {})),
  close: false,
  selfClosing: attributes !== null,
  start: 0,
  end: 0,
});

export const tagPhrase = (name: string, attributes: Readonly<Record<string, string>>): Phrase => ({
  kind: 'tag',
  tag: inlineTag(name, attributes),
});

/** Marks the beginning or end of an HTML block in a line: the words on both sides are separate. */
export const GAP: Phrase = { kind: 'text', text: ' ' };

/** Joins adjacent texts, because a parser would return them as one. */
export function joinedPhrases(phrases: readonly Phrase[]): Phrase[] {
  const out: Phrase[] = [];
  let isGap = false;
  const add = (phrase: Phrase): void => {
    const last = out.at(-1);
    if (phrase.kind === 'text' && last?.kind === 'text') {
      out[out.length - 1] = textPhrase(last.text + phrase.text);
    } else out.push(phrase);
  };
  for (const phrase of phrases) {
    // Emphasis whose last character is a space would not be parsed as emphasis.
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
