/** Attribute values that the platform ignores, and missing required attributes. */
import { contentOf, textOf } from '../../darkdown/read/blocks.ts';
import { inlinesOf } from '../../darkdown/read/inline.ts';
import type { Attributes, Document, Fragment, Span } from '../../darkdown/read/model.ts';
import { GATE, TAGS } from '../../darkdown/read/vocabulary.ts';
import { placed } from '../../../system/findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import { lineIn } from '../linkable-pages.ts';
import { finding, quoted } from '../finding.ts';
import type { Edit, CheckFinding } from '../finding.ts';
import type { CheckedBody } from '../linkable-pages.ts';

/** Types of callouts by the names that other tools use. */
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
  /** The replacement of a part of the body. */
  readonly edit?: {
    readonly offset: number;
    readonly length: number;
    readonly text: string;
  } | null;
}

/** The problems of attribute values in a body. */
export function checkValues(file: FilePath, body: CheckedBody): CheckFinding[] {
  const wrong = wrongValues(body.document);
  const { source } = body.document;
  return placed(source, wrong).map(({ line, column, message, hint, edit = null }) => {
    const fix = edit && { kind: 'edits' as const, edits: editsOf(edit, body) };
    return finding('bad-value', { file, line: lineIn(body, line), column, message, hint, fix });
  });
}

const editsOf = (edit: NonNullable<Wrong['edit']>, body: CheckedBody): Edit[] =>
  placed(body.document.source, [edit]).map(({ line, column, length, text }) => ({
    line: lineIn(body, line),
    column,
    length,
    text,
  }));

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
      } else if (node.kind === 'code') {
        if (node.notation !== 'plugin') flags('code', node.attributes, { source, pinned, ...node });
      } else if (node.kind === 'block') {
        const offset = pinned ?? node.start;
        judge(node.name, node.attributes, offset);
        if (node.notation === 'tag')
          flags(node.name, node.attributes, {
            source,
            pinned,
            start: node.start,
            end: node.open.end,
          });
        const content = contentOf(node);
        const isHere = node.notation === 'tag' && content === node.body;
        walk(content, isHere ? pinned : offset);
      }
    }
  }

  function judge(name: string, attributes: Attributes, offset: number): void {
    // For gates, another rule has a more precise finding.
    if (name === GATE) return;
    for (const [attribute, { kind, oneOf, isNeeded }] of TAGS.get(name)?.attributes ?? []) {
      const value = textOf(attributes, attribute);
      if (oneOf !== undefined && value !== '' && !oneOf.includes(value)) {
        const synonym = CALLOUT_NAMES.get(value.toLowerCase()) ?? '';
        const near = oneOf.includes(synonym) ? synonym : nearest(value, oneOf);
        const hint = didYouMean(near && `\`${near}\``, `Allowed are ${oneOf.join(', ')}`);
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

  /** Flags whose values are quoted: any text in quotes means true. */
  function flags(
    name: string,
    attributes: Attributes,
    { source, pinned, start, end }: Tagged,
  ): void {
    for (const [attribute, { kind, preset }] of TAGS.get(name)?.attributes ?? []) {
      const value = attributes.get(attribute);
      if (kind !== 'boolean' || typeof value !== 'string') continue;
      if (['', 'true', '1'].includes(value)) continue;
      const message = `${quoted(value)} in quotes turns ${attribute} on, on the platform.`;
      const hint = `Write \`${attribute}=true\` or \`${attribute}=false\``;
      const written = new RegExp(`\\s${attribute}="false"`).exec(source.slice(start, end));
      const edit =
        pinned === null && written !== null
          ? {
              offset: start + written.index,
              length: written[0].length,
              text: preset === false ? '' : ` ${attribute}=false`,
            }
          : null;
      wrong.push({ offset: pinned ?? start, message, hint, edit });
    }
  }
}

/** A tag or plugin in a source. */
interface Tagged extends Span {
  readonly source: string;
  readonly pinned: number | null;
}
