/** Values of attributes that mean nothing to the platform, and attributes without which a tag shows nothing. */
import { contentOf, textOf } from '../../darkdown/read/blocks.ts';
import { inlinesOf } from '../../darkdown/read/inline.ts';
import type { Attributes, Document, Fragment } from '../../darkdown/read/model.ts';
import { IMAGE_TAGS } from '../../links/find-links.ts';
import { placed } from '../../../findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { lineIn } from '../body-lines.ts';
import { finding, quoted } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { CheckedBody } from '../site.ts';

/** Types of callouts. */
export const CALLOUT_TYPES: readonly string[] = ['info', 'success', 'warning', 'error'];

/** What may be said of a tag, by its name and attribute. */
const VALUES: ReadonlyMap<string, readonly [attribute: string, values: readonly string[]]> =
  new Map([
    ['callout', ['type', CALLOUT_TYPES]],
    ['badge', ['type', ['info', 'primary', 'success', 'warning', 'error', 'custom']]],
    ['video', ['provider', ['youtube', 'vimeo', 'loom', 'raw']]],
  ]);

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
    const [attribute, values] = VALUES.get(name) ?? [];
    if (attribute !== undefined && values !== undefined) {
      const value = textOf(attributes, attribute);
      if (value !== '' && !values.includes(value)) {
        const synonym = CALLOUT_NAMES.get(value.toLowerCase()) ?? '';
        const near = values.includes(synonym) ? synonym : nearest(value, values);
        const hint =
          near === undefined ? `Allowed are ${values.join(', ')}` : `Did you mean \`${near}\`?`;
        wrong.push({
          offset,
          message: `${quoted(value)} is not a valid ${attribute} for a ${name}.`,
          hint,
        });
      }
    }
    const needed = NEEDED.get(name);
    if (needed !== undefined && textOf(attributes, needed).trim() === '') {
      const what = IMAGE_TAGS.has(name) ? 'image' : name;
      wrong.push({
        offset,
        message: `This ${what} has no \`${needed}\`, so nothing is shown.`,
        hint: null,
      });
    }
  }
}

/** Attributes without which a tag shows nothing. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['image', 'url'],
  ['inline-image', 'url'],
  ['video', 'videoId'],
  ['conditional', 'audience'],
]);
