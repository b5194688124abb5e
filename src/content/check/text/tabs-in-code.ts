/** `tab` in `code`. Today's platform expects fences there. */
import { tagsOf } from '../../darkdown/tag-lines.ts';
import type { Block, Code, Fragment } from '../../darkdown/read/model.ts';
import { printCode } from '../../darkdown/print/print-markdown.ts';
import { placed } from '../../../system/findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { finding } from '../finding.ts';
import type { CheckFinding, Fix } from '../finding.ts';
import { lineIn } from '../linkable-pages.ts';
import type { CheckedBody } from '../linkable-pages.ts';

/** One finding for each block, however many tabs it has. */
export function checkTabsInCode(file: FilePath, body: CheckedBody): CheckFinding[] {
  const { source } = body.document;
  const found = blocksWithTabs(body.document).map((block) => ({ offset: block.start, block }));
  return placed(source, found).map(({ block, line, column }) =>
    finding('tab-in-code', {
      file,
      line: lineIn(body, line),
      column,
      message: 'This {% code %} has {% tab %} tags, which the platform no longer reads.',
      hint: 'Write a fence for each tab',
      fix: fences(block, body),
    }),
  );
}

const isTab = (node: Fragment['nodes'][number]): node is Code =>
  node.kind === 'code' && node.notation === 'tag';

function blocksWithTabs({ source, nodes }: Fragment): Block[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'block' || node.body.source !== source) return [];
    if (node.name === 'code') return node.body.nodes.some(isTab) ? [node] : [];
    return blocksWithTabs(node.body);
  });
}

/** The fix that replaces tags by fences, as `docs fmt` does. Null if a tag is not on one line. */
function fences({ body: { source, nodes } }: Block, body: CheckedBody): Fix | null {
  const found: { readonly offset: number; readonly length: number; readonly text: string }[] = [];
  const tabs = nodes.filter(isTab);
  for (const [index, tab] of tabs.entries()) {
    const tags = tagsOf(source, tab);
    if (!tags?.close) return null;
    const lines = printCode(tab).split('\n');
    const next = tabs[index + 1];
    const isNear = next !== undefined && !/\n\s*\n/.test(`\n${source.slice(tab.end, next.start)}`);
    const put = (start: number, end: number, text = ''): void => {
      found.push({ offset: start, length: source.slice(start, end).trimEnd().length, text });
    };
    put(tags.open.start, tags.open.end, lines[0]);
    put(tags.close.start, tags.close.end, `${lines.at(-1)}${isNear ? '\n' : ''}`);
  }
  if (found.some(({ offset, length }) => source.slice(offset, offset + length).includes('\n'))) {
    return null;
  }
  const edits = placed(source, found).map(({ line, column, length, text }) => ({
    line: lineIn(body, line),
    column,
    length,
    text,
  }));
  return { kind: 'edits', edits };
}
