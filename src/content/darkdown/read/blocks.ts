/**
 * The meaning of blocks. After reading, only this file distinguishes the generations of the format.
 */
import type { AttributeValue, Attributes, Block, Fragment, Node } from './model.ts';
import { parse } from './parse.ts';

/** The attribute as text; a list is joined by commas. Empty if there is none. */
export function textOf(attributes: Attributes, name: string): string {
  const value = attributes.get(name);
  return value === undefined || value === null ? '' : valueText(value);
}

const valueText = (value: AttributeValue): string =>
  Array.isArray(value) ? value.map((item) => valueText(item)).join(',') : String(value);

/**
 * Whether the attribute is true in the notation of any generation: `true`, `"true"`, `1`, `"1"`.
 */
const isTrue = (attributes: Attributes, name: string): boolean =>
  ['true', '1'].includes(textOf(attributes, name));

/** A size in pixels; `undefined` if the text is not one (`"undefined"`, `0`, `100%`). */
export function pixelsOf(attributes: Attributes, name: string): number | undefined {
  const text = textOf(attributes, name);
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

/** How many columns or rows a cell covers; `undefined`: one. */
export function spanOf(attributes: Attributes, name: 'colspan' | 'rowspan'): number | undefined {
  const text = textOf(attributes, name);
  return /^(?:[2-9]|[1-9]\d{1,2})$/.test(text) ? Number(text) : undefined;
}

const isBlank = ({ source, nodes }: Fragment): boolean =>
  nodes.every(
    (node) => node.kind === 'markdown' && source.slice(node.start, node.end).trim() === '',
  );

/** Early pages keep an image's caption and a step's text in an attribute, not in the body. */
const BODY_ATTRIBUTE: ReadonlyMap<string, string> = new Map([
  ['image', 'caption'],
  ['step', 'description'],
]);

export function contentOf(block: Block): Fragment {
  const name = BODY_ATTRIBUTE.get(block.name);
  if (name === undefined || !isBlank(block.body)) return block.body;
  const text = textOf(block.attributes, name);
  if (text === '') return block.body;
  const content = contents.get(block) ?? parse(text);
  contents.set(block, content);
  return content;
}

/** Contents that were read from attributes. */
const contents = new WeakMap<Block, Fragment>();

const blocksOf = (fragment: Fragment, name: string): Block[] =>
  fragment.nodes.filter((node): node is Block => node.kind === 'block' && node.name === name);

const onlyChild = ({ source, nodes }: Fragment): Node | undefined => {
  const real = nodes.filter(
    (node) => node.kind !== 'markdown' || source.slice(node.start, node.end).trim() !== '',
  );
  return real.length === 1 ? real[0] : undefined;
};

/** Early pages wrap some tables twice: returns the inner body with either wrapper's widths. */
export function unwrapTable(table: Block): Block {
  const inner = onlyChild(table.body);
  if (inner?.kind !== 'block' || inner.name !== 'table') return table;
  const attributes = new Map(table.attributes);
  for (const [name, value] of inner.attributes) {
    if (value !== '' || !attributes.has(name)) attributes.set(name, value);
  }
  return unwrapTable({ ...inner, attributes });
}

/** The block as later pages write it: one wrapper per table, text in the body. */
export function toCurrentForm(block: Block): Block {
  if (block.name === 'table') return unwrapTable(block);
  const body = contentOf(block);
  if (body === block.body) return block;
  const attributes = new Map(block.attributes);
  attributes.delete(BODY_ATTRIBUTE.get(block.name) ?? '');
  return { ...block, attributes, body };
}

/** A cell of a table of rows. */
export interface Cell {
  readonly header: boolean;
  readonly attributes: Attributes;
  readonly content: Fragment;
}

/** A row of such a table. */
export interface RowOfCells {
  readonly attributes: Attributes;
  readonly cells: readonly Cell[];
}

/** The rows of a table of `row`s, or `undefined` if it holds a pipe table instead. */
export function rowsOf(table: Block): RowOfCells[] | undefined {
  const rows = blocksOf(table.body, 'row');
  if (rows.length === 0) return undefined;
  return rows.map((row) => ({
    attributes: row.attributes,
    cells: blocksOf(row.body, 'cell').map((cell) => ({
      header: isTrue(cell.attributes, 'header'),
      attributes: cell.attributes,
      content: cell.body,
    })),
  }));
}

const PLAYERS: ReadonlyMap<string, string> = new Map([
  ['youtube', 'https://www.youtube.com/watch?v='],
  ['vimeo', 'https://vimeo.com/'],
  ['loom', 'https://www.loom.com/share/'],
  ['raw', ''],
]);

/** The address of a video; empty if the block does not say which video it is. */
export function videoUrl({ attributes }: Block): string {
  const id = textOf(attributes, 'videoId');
  if (id.trim() === '') return '';
  const provider = textOf(attributes, 'provider') || 'youtube';
  const base = PLAYERS.get(provider) ?? '';
  return base === '' || /^https?:/.test(id) ? id : base + encodeURIComponent(id);
}

/** A card: a title, a text and the target of its link. */
export interface Card {
  readonly attributes: Attributes;
  readonly title: string;
  readonly text: string;
  readonly link: string;
}

/** The cards in a block, or the block itself if it is a card. */
export const cardsOf = (block: Block): Card[] =>
  (block.name === 'card' ? [block] : blocksOf(block.body, 'card')).map((card) => cardOf(card));

const cardOf = ({ attributes }: Block): Card => ({
  attributes,
  title: textOf(attributes, 'title'),
  text: textOf(attributes, 'text'),
  link: textOf(attributes, 'link'),
});
