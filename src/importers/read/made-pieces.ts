/** Builds blocks of the page format from other pieces. Pure. */
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';
import type { BlockPiece, CardFacts, CodePiece, SourcePiece } from '../model.ts';
import { plainText, textPhrase } from './phrases.ts';

export const block = (
  name: string,
  attributes: Readonly<Record<string, string | number | boolean>>,
  content: readonly SourcePiece[],
): BlockPiece => ({
  kind: 'block',
  name,
  attributes: new Map(Object.entries(attributes).filter(([, value]) => value !== '')),
  content,
});

export const paragraph = (...phrases: Phrases[number][]): SourcePiece => ({
  kind: 'paragraph',
  phrases,
});

/** A paragraph above or below other pieces; nothing for an empty text. */
export const lead = (text: string): SourcePiece[] =>
  text === '' ? [] : [paragraph(textPhrase(text))];

export const strong = (text: string): Phrases => {
  const mark = { name: 'strong' } as const;
  return [{ kind: 'open', mark }, textPhrase(text), { kind: 'close', mark }];
};

export const link = (href: string, text: string): Phrases => {
  const mark = { name: 'link', href, title: '' } as const;
  return [{ kind: 'open', mark }, textPhrase(text), { kind: 'close', mark }];
};

/**
 * An image block from a picture and its caption. Returns both unchanged if the block could not
 * contain all of them.
 */
export function captioned(
  pieces: readonly SourcePiece[],
  caption: readonly SourcePiece[],
): SourcePiece[] {
  const [only] = pieces;
  const [image, ...others] = only?.kind === 'paragraph' ? only.phrases : [];
  if (pieces.length !== 1 || image?.kind !== 'image' || others.length > 0) {
    return [...pieces, ...caption];
  }
  const alt = plainText(image.label);
  const said = caption.map((each) => (each.kind === 'paragraph' ? plainText(each.phrases) : null));
  if (alt !== '' && alt !== said.join(' ')) return [...pieces, ...caption];
  return [block('image', { url: image.url }, caption)];
}

interface Titled {
  readonly title: string;
  readonly content: readonly SourcePiece[];
}

export const tabs = (members: readonly Titled[]): BlockPiece =>
  block(
    'tabs',
    {},
    members.map(({ title, content }) => block('tab', { title }, content)),
  );

export const accordions = (members: readonly (Titled & { readonly open: boolean })[]): BlockPiece =>
  block(
    'accordion-group',
    {},
    members.map(({ title, content, open }) => block('accordion', { title, open }, content)),
  );

/**
 * Turns tabs with one piece of code each, and adjacent pieces of code, into a code block with tabs.
 */
export function codeGroup(pieces: readonly SourcePiece[]): SourcePiece[] {
  const members = pieces.flatMap((piece) =>
    piece.kind === 'block' && piece.name === 'tabs' ? piece.content : [piece],
  );
  const codes = members.map((member) => codeIn(member));
  if (codes.every((code) => code !== null) && codes.length > 0) return [block('code', {}, codes)];
  return [...pieces];
}

function codeIn(piece: SourcePiece): CodePiece | null {
  if (piece.kind === 'code') return piece;
  if (piece.kind !== 'block' || piece.name !== 'tab') return null;
  const [only, ...others] = piece.content;
  if (only?.kind !== 'code' || others.length > 0) return null;
  const title = String(piece.attributes.get('title') ?? '');
  const own = String(only.attributes.get('title') ?? '');
  if (own !== '' && own !== title) return null;
  return { ...only, attributes: withFirst('title', title, only.attributes) };
}

function withFirst<Value>(
  name: string,
  value: Value,
  map: ReadonlyMap<string, Value>,
): Map<string, Value> {
  const rest = [...map].filter(([key]) => key !== name);
  return new Map<string, Value>(value === '' ? rest : [[name, value], ...rest]);
}

export function titledCode(
  pieces: readonly SourcePiece[],
  title: string,
  numbers: boolean,
): SourcePiece[] {
  let isDone = title === '' && !numbers;
  const out = pieces.map((piece): SourcePiece => {
    if (piece.kind !== 'code' || isDone) return piece;
    isDone = true;
    const attributes =
      title === '' ? new Map(piece.attributes) : withFirst('title', title, piece.attributes);
    if (numbers) attributes.set('showLineNumbers', true);
    return { ...piece, attributes };
  });
  return isDone ? out : [...(title === '' ? [] : [paragraph(...strong(title))]), ...out];
}

/** The words of a card; null if the content is not only words. */
export function cardText(pieces: readonly SourcePiece[]): string | null {
  const texts = pieces.map((piece) => {
    if (piece.kind !== 'paragraph') return null;
    const isPlain = piece.phrases.every(
      (phrase) =>
        phrase.kind !== 'image' &&
        phrase.kind !== 'tag' &&
        !(phrase.kind === 'open' && phrase.mark.name === 'link'),
    );
    return isPlain ? plainText(piece.phrases) : null;
  });
  return texts.every((text) => text !== null) ? texts.join(' ') : null;
}

export const card = ({ title, text, link: target }: CardFacts): SourcePiece =>
  block(
    'card',
    {
      title: title ?? '',
      text: (text ?? '').replaceAll(/<[^<>]*>/g, ''),
      link: target ?? '',
    },
    [],
  );

/** Joins adjacent blocks, or lists, of one kind, such as tabs, accordions and cards. */
export function joinedPieces(
  pieces: readonly SourcePiece[],
  isMember: (piece: SourcePiece) => boolean,
): SourcePiece[] {
  const out: SourcePiece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const whole = last && isMember(piece) && isMember(last) ? joinedPair(last, piece) : null;
    if (whole) out[out.length - 1] = LOOSE.has(piece) ? loose(whole) : whole;
    else out.push(piece);
  }
  return out;
}

function joinedPair(last: SourcePiece, piece: SourcePiece): SourcePiece | null {
  if (last.kind === 'list' && piece.kind === 'list') {
    return { ...last, items: [...last.items, ...piece.items] };
  }
  if (last.kind !== 'block' || piece.kind !== 'block' || last.name !== piece.name) return null;
  return { ...last, content: [...last.content, ...piece.content] };
}

/** Joins adjacent groups of tabs or accordions. */
export const withGroupsJoined = (pieces: readonly SourcePiece[]): SourcePiece[] =>
  joinedPieces(
    pieces,
    (piece) =>
      piece.kind === 'block' &&
      (piece.name === 'tabs' || piece.name === 'accordion-group') &&
      LOOSE.has(piece),
  );

/** Groups with one member that may be joined with their neighbours. */
const LOOSE = new WeakSet<SourcePiece>();

/** Marks a group that may be joined with its neighbours. */
export function loose<Group extends SourcePiece>(group: Group): Group {
  LOOSE.add(group);
  return group;
}

export function prefixed(text: string, pieces: readonly SourcePiece[]): SourcePiece[] {
  const [first, ...rest] = pieces;
  if (first?.kind === 'paragraph') {
    return [paragraph(textPhrase(text), ...first.phrases), ...rest];
  }
  return [paragraph(textPhrase(text.trim())), ...pieces];
}
