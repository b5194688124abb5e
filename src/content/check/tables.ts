/** Table rows with more cells than the header. Readers do not see the additional cells. */
import { placed } from '../../system/findings/place.ts';
import type { FilePath } from '../../model/ids.ts';
import type { MarkdownFlow, PipeTable } from '../darkdown/markdown/flow.ts';
import { cellsOf, rowIn } from '../darkdown/read/line-marks.ts';
import type { Document } from '../darkdown/read/model.ts';
import { markdownOf } from '../darkdown/read/syntax.ts';
import { finding, type CheckFinding } from './finding.ts';
import { lineIn, type CheckedBody } from './linkable-pages.ts';

/** Loads markdown-it for pages that may have such a row. */
export async function checkTables(file: FilePath, body: CheckedBody): Promise<CheckFinding[]> {
  const { document } = body;
  const rows = mayHaveSurplus(document.source) ? await surplusRows(document) : [];
  return placed(document.source, rows).map(({ line, column, cells }) =>
    finding('surplus-cells', {
      file,
      line: lineIn(body, line),
      column,
      message: `This row has more cells than the header, which has ${cells}: readers do not see the rest.`,
      hint: 'Write a `|` within a cell as `\\|`, also in code; or give the header a cell for each column',
    }),
  );
}

const RULE = /^[|:-][-:| \t]*$/;

/**
 * Whether lines below a delimiter row have more cells. Most tables have no such line, and need no
 * parsing.
 */
function mayHaveSurplus(source: string): boolean {
  if (!source.includes('|')) return false;
  let cells = Number.POSITIVE_INFINITY;
  for (const line of source.split('\n')) {
    const row = rowIn(line);
    if (row === '') cells = Number.POSITIVE_INFINITY;
    else if (row.includes('-') && RULE.test(row)) cells = cellsOf(row).length;
    else if (row.includes('|') && cellsOf(row).length > cells) return true;
  }
  return false;
}

interface Row {
  readonly offset: number;
  /** The number of cells in the header. */
  readonly cells: number;
}

async function surplusRows(document: Document): Promise<Row[]> {
  const { PageReader } = await import('../darkdown/markdown/page-reader.ts');
  const reader = new PageReader(document);
  return markdownOf(document).flatMap(({ start, end }) => {
    const text = document.source.slice(start, end);
    if (!mayHaveSurplus(text)) return [];
    const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    return [...tablesIn(reader.run(text))].flatMap(({ aligns, surplus = new Map() }) =>
      Array.from(surplus.values(), ({ line, source }) => {
        const at = starts[line] ?? 0;
        return { offset: start + text.indexOf(source, at), cells: aligns.length };
      }),
    );
  });
}

function* tablesIn(flows: readonly MarkdownFlow[]): Generator<PipeTable> {
  for (const flow of flows) {
    if (flow.kind === 'pipe-table') yield flow;
    else if (flow.kind === 'quote') yield* tablesIn(flow.content);
    else if (flow.kind === 'list') for (const item of flow.items) yield* tablesIn(item);
  }
}
