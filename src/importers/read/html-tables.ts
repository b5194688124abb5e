/** Tables of HTML as tables of the page format. */
import type { BlockPiece, SourcePiece } from '../model.ts';
import { type ElementTag, type Inner, elementsIn } from './element.ts';
import type { SourceElement } from './elements/source-element.ts';
import { attributeText } from './phrases.ts';

export interface HtmlCell {
  readonly tag: ElementTag;
  readonly content: readonly SourcePiece[];
}

/** An HTML table, parsed. */
export interface HtmlTable {
  /** The cells of each row. */
  readonly rows: readonly (readonly HtmlCell[])[];
  readonly caption: readonly SourcePiece[];
}

/** The table in this element; null if it contains anything else than rows. */
export function htmlTableIn(element: SourceElement): HtmlTable | null {
  const { inner } = element;
  const read = (part: Inner | null): SourcePiece[] => element.content(part);
  if (inner === null) return { rows: [], caption: [] };
  const rows: HtmlCell[][] = [];
  const caption: SourcePiece[] = [];
  const leavesOut = (found: { readonly tag: ElementTag; readonly inner: Inner | null }): boolean =>
    element.page.leavesOut(found.tag, element.line, () => found.inner?.text ?? '');
  let isWhole = true;
  let spans = false;
  const rowsIn = (part: Inner): void => {
    for (const found of elementsIn(part)) {
      if (typeof found === 'string') {
        isWhole &&= found.trim() === '';
        continue;
      }
      const name = found.tag.name.toLowerCase();
      if (found.tag.kind === 'close' || leavesOut(found)) continue;
      if (name === 'thead' || name === 'tbody' || name === 'tfoot') {
        if (found.inner) rowsIn(found.inner);
      } else if (name === 'tr') {
        if (found.inner) rows.push(cellsIn(found.inner));
      } else if (name === 'caption') {
        caption.push(...read(found.inner));
      } else if (name !== 'colgroup' && name !== 'col') isWhole = false;
    }
  };
  const cellsIn = (part: Inner): HtmlCell[] => {
    const cells: HtmlCell[] = [];
    for (const found of elementsIn(part)) {
      if (typeof found === 'string') {
        isWhole &&= found.trim() === '';
        continue;
      }
      const name = found.tag.name.toLowerCase();
      if (name === 'td' || name === 'th') {
        if (found.inner === null) isWhole = false;
        spans ||= ['colspan', 'rowspan', 'colSpan', 'rowSpan'].some(
          (key) => !/^1?$/.test(attributeText(found.tag, key)),
        );
        const isUnseen = leavesOut(found);
        cells.push({ tag: found.tag, content: isUnseen ? [] : read(found.inner) });
      } else isWhole = false;
    }
    return cells;
  };
  rowsIn(inner);
  if (!isWhole) return null;
  if (element.has('data-header-hidden') && rows[0]?.every(isHeader) === true)
    rows[0] = rows[0].map(({ tag }) => ({ tag, content: [] }));
  if (spans)
    element.say('html', 'Cells of a table that spanned rows or columns became single cells.');
  return { rows: rows.filter((row) => row.length > 0), caption };
}

/** A table of the page format, without hidden columns. */
export function tableOf({ rows, caption }: HtmlTable): SourcePiece[] {
  const isShown = (at: number): boolean =>
    rows[0]?.[at]?.tag.attributes.has('data-hidden') !== true;
  const shown = rows.map((row) => row.filter((_, at) => isShown(at)));
  return shown.length === 0 ? [...caption] : [...caption, pipeTable(shown) ?? treeTable(shown)];
}

const isHeader = ({ tag }: HtmlCell): boolean => tag.name.toLowerCase() === 'th';

/**
 * A pipe table. Null if a cell is more than one line, or the first row does not contain the
 * headers.
 */
function pipeTable(rows: readonly (readonly HtmlCell[])[]): SourcePiece | null {
  const lines = rows.map((row) =>
    row.map(({ content }) => {
      const [only, ...others] = content;
      if (only === undefined) return [];
      return only.kind === 'paragraph' && others.length === 0 ? only.phrases : null;
    }),
  );
  const [first, ...rest] = lines;
  const isHead = rows[0]?.every(isHeader) === true;
  const width = first?.length ?? 0;
  if (!isHead || first === undefined || rest.length === 0) return null;
  if (lines.some((line) => line.length !== width || line.includes(null))) return null;
  const whole = (line: (typeof lines)[number]) => line.map((cell) => cell ?? []);
  return {
    kind: 'pipe-table',
    aligns: first.map(() => undefined),
    head: whole(first),
    rows: rest.map(whole),
  };
}

function treeTable(rows: readonly (readonly HtmlCell[])[]): BlockPiece {
  const none = new Map<string, string | number | boolean>();
  return {
    kind: 'block',
    name: 'table',
    attributes: none,
    content: rows.map((row) => ({
      kind: 'block',
      name: 'row',
      attributes: none,
      content: row.map((cell) => ({
        kind: 'block',
        name: 'cell',
        attributes: new Map<string, string | number | boolean>([['header', isHeader(cell)]]),
        content: cell.content,
      })),
    })),
  };
}
