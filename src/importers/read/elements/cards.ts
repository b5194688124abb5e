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
import { textPhrase } from '../phrases.ts';
import { all } from './source-element.ts';
import type { ElementReader, ElementReaders } from './source-element.ts';

const cardReader: ElementReader = (element) => {
  const pieces = element.content();
  const [title, href] = [element.said('title'), element.said('href', 'link', 'to')];
  const description = element.said('description', 'cta');
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
};

const listed = (...item: readonly SourcePiece[]): SourcePiece[] => [
  { kind: 'list', start: undefined, isTight: true, items: [item] },
];

export const CARDS: ElementReaders = {
  ...all('CardGroup Cards Columns Column Tiles', (element) =>
    joinedPieces(element.content(), (piece) => piece.kind === 'block' && piece.name === 'cards'),
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

const isList = (piece: SourcePiece): boolean => piece.kind === 'list';
