/**
 * Gates that are not well formed: a `conditional` that is not a closed block, or a tag that was
 * probably meant as one. Such a gate hides its content, and `docs check` reports it.
 */
import { contentOf } from '../read/blocks.ts';
import { gateTagsIn, isGateBlock, mayHaveGate } from '../gates.ts';
import { isEmptyTag } from '../tag-lines.ts';
import { inlinesOf } from '../read/inline.ts';
import type { Block, Document, Fragment, Span } from '../read/model.ts';
import { parse } from '../read/parse.ts';
import { GATE, isGate } from '../read/vocabulary.ts';

/** One tag of such a gate. */
interface Mark extends Span {
  readonly close: boolean;
}

/** A text as readers may see it. */
export const parsedClear = (text: string): Document => withoutUnclear(parse(text));

/**
 * The document as readers may see it. Hidden text is replaced by spaces, so that offsets stay
 * valid.
 */
export function withoutUnclear(document: Document): Document {
  const { source } = document;
  if (!mayHaveGate(source)) return document;
  const hidden = hiddenIn(document);
  if (hidden.length === 0) return document;
  const rest = parse(blanked(source, hidden));
  // Hidden text may contain the closing tags of blocks around other gates.
  return hiddenIn(rest).length === 0
    ? rest
    : parse(blanked(source, [{ start: 0, end: source.length }]));
}

const blanked = (source: string, spans: readonly Span[]): string => {
  let text = '';
  for (const { start, end } of spans) {
    text += source.slice(text.length, start) + source.slice(start, end).replaceAll(/[^\n]/g, ' ');
  }
  return text + source.slice(text.length);
};

/** Hides from each opening tag to the tag that closes it, or to the end if there is none. */
function hiddenIn(document: Document): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let depth = 0;
  for (const mark of marksIn(document)) {
    if (!mark.close && depth === 0) ({ start } = mark);
    depth += mark.close ? -1 : 1;
    if (depth > 0) continue;
    // The gate that ends here has no opening tag, so it may have begun anywhere before.
    if (depth < 0) spans.length = start = depth = 0;
    spans.push({ start, end: mark.end });
  }
  if (depth > 0) spans.push({ start, end: document.source.length });
  return spans;
}

const marksIn = ({ source, nodes }: Fragment): Mark[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'block') return marksOf(node, source);
    // Raw HTML that has such a tag is hidden whole.
    if (node.kind === 'html') {
      const { start, end } = node;
      return gateTagsIn(node.html).map(({ close }) => ({ start, end, close }));
    }
    if (node.kind !== 'markdown') return [];
    return inlinesOf(source, node).flatMap((inline) =>
      inline.kind === 'stray' && isGate(inline.name) ? [inline] : [],
    );
  });

function marksOf(block: Block, source: string): Mark[] {
  const { name, open, close } = block;
  const content = contentOf(block);
  const inside = marksIn(content);
  if (content.source !== source) {
    // Text in a plugin's data has no offset of its own.
    if (inside.length === 0) return [];
    return [
      { ...block, close: false },
      { ...block, close: true },
    ];
  }
  if (!isGateBlock(block) || isEmptyTag(block, source)) return inside;
  if (name === GATE && close !== null && inside.length === 0) return [];
  return [{ ...open, close: false }, ...inside, ...(close ? [{ ...close, close: true }] : [])];
}
