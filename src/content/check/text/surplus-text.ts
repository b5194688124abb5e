/** Text in blocks that show only certain blocks, or nothing: readers do not see it. */
import type { Block, Fragment, Node } from '../../darkdown/read/model.ts';
import { isEmptyTag } from '../../darkdown/tag-lines.ts';
import { placed } from '../../../system/findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { finding } from '../finding.ts';
import type { CheckFinding } from '../finding.ts';
import { lineIn } from '../linkable-pages.ts';
import type { CheckedBody } from '../linkable-pages.ts';

/** What these blocks show of what is in them; null: nothing. All others show everything. */
const SHOWN: ReadonlyMap<string, string | null> = new Map([
  ['table', 'row'],
  ['row', 'cell'],
  ['cards', 'card'],
  ['card', null],
  ['video', null],
  ['synced', null],
  ['github-code', null],
  ['index-list', null],
  ['p', null],
]);

interface Surplus {
  readonly offset: number;
  readonly block: string;
  readonly shows: string | null;
}

/** One finding for each such block, where the text begins. */
export function checkSurplusText(file: FilePath, body: CheckedBody): CheckFinding[] {
  const { document } = body;
  return placed(document.source, surplusIn(document)).map(({ line, column, block, shows }) =>
    finding('surplus-text', {
      file,
      line: lineIn(body, line),
      column,
      message:
        shows === null
          ? `A {% ${block} %} shows nothing of what is in it: readers do not see this.`
          : `A {% ${block} %} shows only each {% ${shows} %} in it: readers do not see this.`,
      hint: `Move it ${shows === null ? 'out of' : `into a {% ${shows} %}, or out of`} the block`,
    }),
  );
}

function surplusIn({ source, nodes }: Fragment, around: string | null = null): Surplus[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'block' || node.notation !== 'tag' || node.body.source !== source) return [];
    const inside = surplusIn(node.body, node.name);
    const shows = shownIn(node, around);
    if (shows === undefined || node.close === null || isEmptyTag(node, source)) return inside;
    const offset = node.body.nodes
      .filter((each) => each.kind !== 'block' || each.name !== shows)
      .map((each) => beginOf(each, source))
      .find((each) => each !== null);
    return offset === undefined ? inside : [{ offset, block: node.name, shows }, ...inside];
  });
}

/** Undefined: everything. */
function shownIn({ name, body }: Block, around: string | null): string | null | undefined {
  // A table without rows holds a pipe table, and a row that is in no table is shown whole.
  if (name === 'table' && !body.nodes.some((each) => each.kind === 'block' && each.name === 'row'))
    return undefined;
  return name === 'row' && around !== 'table' ? undefined : SHOWN.get(name);
}

/** A definition of a link, which shows nothing anywhere. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:.*$/gm;

/** Where something to be seen begins; null: nowhere. */
function beginOf(node: Node, source: string): number | null {
  if (node.kind === 'asset') return null;
  const text = source
    .slice(node.start, node.end)
    .replaceAll(DEFINITION, (line) => ' '.repeat(line.length));
  const blanks = text.search(/\S/);
  return blanks === -1 ? null : node.start + blanks;
}
