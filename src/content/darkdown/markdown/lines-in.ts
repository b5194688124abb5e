/** A page's lines without its layout. Import this lazily: it loads markdown-it. */
import type { Block, Fragment } from '../read/model.ts';
import type { Flow, Phrases } from './flow.ts';
import type { PageReader } from './page-reader.ts';

/** A heading, another line, a cell of a table, or a block. */
export type LineOrBlock =
  | { readonly kind: 'heading' | 'line'; readonly phrases: Phrases }
  | { readonly kind: 'block'; readonly block: Block };

/** Lines and blocks in source order, a block before its content. Leaves out code and raw HTML. */
export function* linesIn(fragment: Fragment, reader: PageReader): Generator<LineOrBlock> {
  yield* linesOf(reader.flows(fragment), reader);
}

function* linesOf(flows: readonly Flow[], reader: PageReader): Generator<LineOrBlock> {
  for (const flow of flows) {
    switch (flow.kind) {
      case 'heading':
        yield { kind: 'heading', phrases: flow.phrases };
        break;
      case 'paragraph':
        yield { kind: 'line', phrases: flow.phrases };
        break;
      case 'quote':
        yield* linesOf(flow.content, reader);
        break;
      case 'list':
        for (const item of flow.items) yield* linesOf(item, reader);
        break;
      case 'pipe-table':
        for (const row of [flow.head, ...flow.rows]) {
          for (const phrases of row) yield { kind: 'line', phrases };
        }
        break;
      case 'block':
        yield { kind: 'block', block: flow };
        yield* linesIn(flow.body, reader);
        break;
      case 'rule':
      case 'code':
      case 'html':
      case 'asset':
        break;
      default:
        flow satisfies never;
    }
  }
}
