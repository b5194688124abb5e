/** The canonical form of flows. */
import type { Align, CodeText, List, MarkdownFlow, PipeTable } from '../markdown/flow.ts';
import { fenceOf } from '../read/fence.ts';
import { printInline } from './print-inline.ts';
import { printAttributes } from './print-tag.ts';

/** One run, without blank lines around it. */
export const printFlows = (flows: readonly MarkdownFlow[]): string => blocksOf(flows).join('\n\n');

/** Code in a fence, with its attributes after the language. */
export function printCode({ code, language, attributes }: CodeText): string {
  const annotation = printAttributes('code', attributes);
  const info = annotation === '' ? language : `${language} {%${annotation} %}`.trimStart();
  return fenceOf(code, info);
}

/** Adjacent lists get different bullets, because with the same bullets they would be one list. */
function blocksOf(flows: readonly MarkdownFlow[]): string[] {
  let before: MarkdownFlow | undefined;
  let flip = false;
  return flows.map((flow) => {
    flip = flow.kind === 'list' && isAlike(flow, before) && !flip;
    before = flow;
    return printFlow(flow, flip);
  });
}

const isAlike = ({ start }: List, before: MarkdownFlow | undefined): boolean =>
  before?.kind === 'list' && (before.start === undefined) === (start === undefined);

function printFlow(flow: MarkdownFlow, flip: boolean): string {
  switch (flow.kind) {
    case 'heading': {
      const text = printInline(flow.phrases, 'heading').replaceAll('\n', ' ');
      return `${'#'.repeat(flow.level)} ${text}`;
    }
    case 'paragraph':
      return printInline(flow.phrases, 'paragraph');
    case 'quote':
      return prefixed(printFlows(flow.content), '> ', '> ');
    case 'list':
      return printList(flow, flip);
    case 'rule':
      return '---';
    case 'pipe-table':
      return printTable(flow);
    case 'code':
      return printCode(flow);
    default:
      return flow satisfies never;
  }
}

function printList({ start, items }: List, flip: boolean): string {
  const paragraph = items.flat().find(({ kind }) => kind === 'paragraph');
  const isTight = paragraph?.kind !== 'paragraph' || paragraph.isTight;
  const gap = isTight ? '\n' : '\n\n';
  const bullet = flip ? '* ' : '- ';
  const lines = items.map((item, index) => {
    const lead = start === undefined ? bullet : `${start + index}${flip ? ')' : '.'} `;
    return prefixed(blocksOf(item).join(gap), lead, ' '.repeat(lead.length));
  });
  return lines.join(gap);
}

function printTable({ aligns, head, rows, surplus }: PipeTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => `${cell} |`).join(' ')}`;
  const row = (cells: PipeTable['head']): string =>
    line(cells.map((cell) => printInline(cell, 'table')));
  const body = rows.map((cells, at) => surplus?.get(at)?.source ?? row(cells));
  return [row(head), line(aligns.map(ruleOf)), ...body].join('\n');
}

function ruleOf(align: Align): string {
  switch (align) {
    case 'left':
      return ':---';
    case 'right':
      return '---:';
    case 'center':
      return ':---:';
    case undefined:
      return '---';
    default:
      return align satisfies never;
  }
}

/** Prefixes the lines. An empty one gets the mark of a quote, but no indentation. */
function prefixed(text: string, first: string, rest: string): string {
  const lines = text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : rest + line).trimEnd());
  return lines.join('\n');
}
