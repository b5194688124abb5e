/** Attribute values that the platform ignores, and missing attributes that a tag needs. */
import { contentOf, textOf } from '../../darkdown/read/blocks.ts';
import { inlinesOf } from '../../darkdown/read/inline.ts';
import type { Attributes, Document, Fragment } from '../../darkdown/read/model.ts';
import { GATE, TAGS } from '../../darkdown/read/vocabulary.ts';
import { placed } from '../../../findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { lineIn } from '../site.ts';
import { finding, quoted } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { CheckedBody } from '../site.ts';

/** What other tools call types of callouts. */
export const CALLOUT_NAMES: ReadonlyMap<string, string> = new Map([
  ['danger', 'error'],
  ['caution', 'warning'],
  ['important', 'warning'],
  ['note', 'info'],
  ['tip', 'success'],
]);

interface Wrong {
  readonly offset: number;
  readonly message: string;
  readonly hint: string | null;
}

/** What is wrong with the values of a body's tags. */
export function checkValues(file: FilePath, body: CheckedBody): Finding[] {
  const wrong = wrongValues(body.document);
  return placed(body.document.source, wrong).map(({ line, column, message, hint }) =>
    finding('bad-value', { file, line: lineIn(body, line), column, message, hint }),
  );
}

function wrongValues(document: Document): Wrong[] {
  const wrong: Wrong[] = [];
  walk(document, null);
  return wrong;

  function walk({ source, nodes }: Fragment, pinned: number | null): void {
    for (const node of nodes) {
      if (node.kind === 'markdown') {
        for (const inline of inlinesOf(source, node)) {
          if (inline.kind === 'tag' && !inline.close) {
            judge(inline.name, inline.attributes, pinned ?? inline.start);
          }
        }
      } else if (node.kind === 'block') {
        const offset = pinned ?? node.start;
        judge(node.name, node.attributes, offset);
        const content = contentOf(node);
        const isHere = node.notation === 'tag' && content === node.body;
        walk(content, isHere ? pinned : offset);
      }
    }
  }

  function judge(name: string, attributes: Attributes, offset: number): void {
    // Of a gate, its own rule says more.
    if (name === GATE) return;
    for (const [attribute, { kind, oneOf, isNeeded }] of TAGS.get(name)?.attributes ?? []) {
      const value = textOf(attributes, attribute);
      if (oneOf !== undefined && value !== '' && !oneOf.includes(value)) {
        const synonym = CALLOUT_NAMES.get(value.toLowerCase()) ?? '';
        const near = oneOf.includes(synonym) ? synonym : nearest(value, oneOf);
        const hint =
          near === undefined ? `Allowed are ${oneOf.join(', ')}` : `Did you mean \`${near}\`?`;
        const message = `${quoted(value)} is not a valid ${attribute} for a ${name}.`;
        wrong.push({ offset, message, hint });
      }
      if (isNeeded && value.trim() === '') {
        const what = kind === 'image' ? 'image' : name;
        const message = `This ${what} has no \`${attribute}\`, so nothing is shown.`;
        wrong.push({ offset, message, hint: null });
      }
    }
  }
}
