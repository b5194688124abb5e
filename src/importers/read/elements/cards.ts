/** Cards, trees and colours. */
import type { Phrases } from '../../../content/darkdown/markdown/flow.ts';
import type { SourcePiece } from '../../model.ts';
import {
  block,
  card,
  cardText,
  joinedPieces,
  link,
  loose,
  paragraph,
  strong,
} from '../made-pieces.ts';
import type { HtmlTable } from '../html-tables.ts';
import { plainText, short, textPhrase } from '../phrases.ts';
import { all } from './source-element.ts';
import type { ElementReader, ElementReaders, SourceElement } from './source-element.ts';

const cardReader: ElementReader = (element) => {
  tellPicture(element, 'picture', element.said('img'));
  return cardWith(
    element.said('title'),
    element.said('href', 'link', 'to'),
    element.said('description', 'cta'),
    element.content(),
  );
};

function tellPicture(element: SourceElement, what: string, url: string): void {
  if (url === '') return;
  element.say('image', `The ${what} "${short(url)}" was left out: cards have no pictures.`);
}

/** A card if the content is only words; otherwise the content below the title. */
function cardWith(
  title: string,
  href: string,
  description: string,
  pieces: readonly SourcePiece[],
): SourcePiece[] {
  const text = cardText(pieces);
  if (text !== null) {
    const whole = [description, text].filter((part) => part !== '').join(' ');
    return [loose(block('cards', {}, [card({ title, text: whole, link: href })]))];
  }
  const head: Phrases = href === '' ? strong(title) : link(href, title || href);
  return [
    ...(title === '' && href === '' ? [] : [paragraph(...head)]),
    ...(description === '' ? [] : [paragraph(textPhrase(description))]),
    ...pieces,
  ];
}

/**
 * The cards of a GitBook table, one per row. The first cell with words is the title. Other cells
 * may contain more than words.
 */
export function tableCards(element: SourceElement, { rows, caption }: HtmlTable): SourcePiece[] {
  const [head = [], ...cards] = rows;
  const is = (at: number, mark: string): boolean =>
    head[at]?.tag.attributes.has(`data-${mark}`) === true;
  const made = cards.flatMap((cells) => {
    const targetOf = (mark: string): string =>
      cells.map(({ content }, at) => (is(at, mark) ? targetIn(content) : '')).find(Boolean) ?? '';
    tellPicture(element, 'cover', targetOf('card-cover'));
    const shown = cells.filter(({ content }, at) => !is(at, 'hidden') && !isIcon(content));
    const titles = shown.findIndex(({ content }) => wordsOf(content) !== '');
    const title = shown[titles]?.content ?? [];
    const rest = shown.filter((_, at) => at !== titles).flatMap(({ content }) => content);
    return cardWith(wordsOf(title), targetOf('card-target') || targetIn(title), '', rest);
  });
  return [...caption, ...joinedPieces(made, isCards)];
}

/** Whether a cell contains only an icon, which cards cannot have. */
const isIcon = ([only, ...others]: readonly SourcePiece[]): boolean =>
  only !== undefined &&
  others.length === 0 &&
  'phrases' in only &&
  only.phrases.every((phrase) => phrase.kind === 'tag' && phrase.tag.name === 'icon');

/** The target of the first link or picture; empty if there is none. */
function targetIn(pieces: readonly SourcePiece[]): string {
  for (const piece of pieces) {
    for (const phrase of 'phrases' in piece ? piece.phrases : []) {
      if (phrase.kind === 'image') return phrase.url;
      if (phrase.kind === 'open' && phrase.mark.name === 'link') return phrase.mark.href;
    }
  }
  return '';
}

/** The words of a paragraph or heading; empty for any other content. */
function wordsOf([only, ...others]: readonly SourcePiece[]): string {
  const isLine = (only?.kind === 'paragraph' || only?.kind === 'heading') && others.length === 0;
  return isLine ? plainText(only.phrases) : '';
}

const listed = (...item: readonly SourcePiece[]): SourcePiece[] => [
  { kind: 'list', start: undefined, isTight: true, items: [item] },
];

export const CARDS: ElementReaders = {
  ...all('CardGroup Cards Columns Column Tiles', (element) =>
    joinedPieces(element.content(), isCards),
  ),
  ...all('Card LinkCard Tile', cardReader),
  ...all('Tree Color Color.Row', (element) => joinedPieces(element.content(), isList)),
  ...all('Tree.Folder Tree.File', (element) =>
    listed(paragraph(textPhrase(element.said('name'))), ...joinedPieces(element.content(), isList)),
  ),
  'Color.Item': (element) => {
    const [name, value] = [element.said('name'), element.said('value')];
    const code: Phrases = value === '' ? [] : [{ kind: 'code-span', code: value }];
    return listed(paragraph(textPhrase(name === '' ? '' : `${name}: `), ...code));
  },
  DocCardList: () => [block('index-list', {}, [])],
};

const isCards = (piece: SourcePiece): boolean => piece.kind === 'block' && piece.name === 'cards';
const isList = (piece: SourcePiece): boolean => piece.kind === 'list';
