/** What `docs check` reports about a body's syntax. Needs no markdown-it. */
import type { Diagnostic, Document, Fragment, Span } from './model.ts';
import type { EmptyLink, Inline, StrayTag } from './inline.ts';
import { inlinesOf } from './inline.ts';
import { placed } from '../../../system/findings/place.ts';
import type { TextPosition } from '../../../system/findings/place.ts';
import { isGate, noSuchTag, TAGS } from './vocabulary.ts';

/** A mistake in the syntax of a body, with its place. */
export interface SyntaxFinding extends Diagnostic {
  /** The source of a link without text; null if its removal might change the text around it. */
  readonly emptyLink: string | null;
}

/** All findings of blocks and lines, in order of place. Lines count from the body's first. */
export function check(document: Document): SyntaxFinding[] {
  const { source, diagnostics } = document;
  const inlines = markdownOf(document)
    .flatMap((span) => inlinesOf(source, span))
    .filter(isSlip)
    .map((inline) => ({ inline, offset: inline.start }));
  const blocks = diagnostics.map((each) => Object.assign({ emptyLink: null }, each));
  if (inlines.length === 0) return blocks;
  const found = placed(source, inlines).flatMap(({ inline, ...place }) =>
    findingsAbout(source, inline, place),
  );
  return [...blocks, ...found].toSorted((a, b) => a.offset - b.offset);
}

type Slip = EmptyLink | StrayTag;

const isSlip = (inline: Inline): inline is Slip =>
  inline.kind === 'empty' || inline.kind === 'stray';

/** The part of a line that is examined. Mistakes after it are not reported. */
const MAX_PREFIX_LENGTH = 1000;

function findingsAbout(
  source: string,
  inline: Slip,
  place: TextPosition & { offset: number },
): SyntaxFinding[] {
  const lineStart = inline.start - place.column + 1;
  const before = source.slice(lineStart, Math.min(inline.start, lineStart + MAX_PREFIX_LENGTH));
  if (MAY_BE_CODE.test(before)) return [];
  const warning = { ...place, emptyLink: null };
  if (inline.kind === 'empty') {
    const message = 'This link has no text: readers do not see it.';
    const emptyLink = isApart(before) ? source.slice(inline.start, inline.end) : null;
    return [{ ...warning, rule: 'empty-link', message, emptyLink }];
  }
  const { name } = inline;
  if (!TAGS.has(name)) {
    return [{ ...warning, rule: 'unknown-tag', message: noSuchTag('tag', name) }];
  }
  // The reader of blocks already reports mistakes at the beginning of a line, and the rule for
  // gates those in gates.
  if (before === '' || isGate(name)) return [];
  const message = `{% ${name} is not at the beginning of a line: readers see its source.`;
  return [{ ...warning, rule: 'misplaced-tag', message }];
}

/** A line with this indentation may be code. Only a complete reading would show whether it is. */
const MAY_BE_CODE = /^(?: {4}| {0,3}\t)/;

/** Whether the link is not inside brackets, where it may be part of another link. */
const isApart = (before: string): boolean =>
  before.length < MAX_PREFIX_LENGTH && before.split('[').length === before.split(']').length;

/**
 * The runs of Markdown in a fragment and its tags. The content of plugins has no place in the
 * source.
 */
export function markdownOf({ source, nodes }: Fragment): Span[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'markdown') return [node];
    return node.kind === 'block' && node.body.source === source ? markdownOf(node.body) : [];
  });
}
