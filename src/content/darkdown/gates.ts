/**
 * Gates: parts of a body that are for one audience. The platform recognises only a `conditional`
 * with an `audience` whose tags are alone on their lines. Of any other gate, it shows the content
 * to everybody.
 */
import { contentOf, textOf } from './read/blocks.ts';
import { inlinesOf } from './read/inline.ts';
import type { Block, Document, Fragment, Span } from './read/model.ts';
import { parse } from './read/parse.ts';
import { GATE, isGate, TAGS } from './read/vocabulary.ts';
import { isEmptyTag, missingBreaks } from './tag-lines.ts';
import type { Break } from './tag-lines.ts';

/** Also matches a tag with a mark that trims spaces in other tools: `{%- conditional`. */
const TAG = /\{%[-~+]?\s*(\/?)\s*([A-Za-z_][\w-]*)/g;

/** The tags of gates in a text that is not read as one, such as raw HTML. */
export const gateTagsIn = (text: string): { readonly close: boolean }[] =>
  Array.from(text.matchAll(TAG))
    .filter(([, , name = '']) => isGate(name))
    .map(([, slash]) => ({ close: slash === '/' }));

/** Whether a text may have a gate. If not, it need not be parsed. */
export const mayHaveGate = (source: string): boolean =>
  /audience/i.test(source) || gateTagsIn(source).length > 0;

/** Whether a block is a gate, or was probably meant as one. */
export const isGateBlock = ({ name, attributes }: Block): boolean =>
  isGate(name) ||
  (!TAGS.has(name) && [...attributes.keys()].some((key) => /^audience$/i.test(key)));

/** A gate that is open: the platform would show everybody what is in it. */
export interface OpenGate extends Span {
  readonly why: 'shape' | 'no-audience';
  /** Whether this is a closing tag. */
  readonly close: boolean;
  /** The spans to replace by line breaks, if nothing else is wrong. */
  readonly breaks: readonly Break[];
}

/** The open gates of a body, in order. */
export function openGates(document: Document): readonly OpenGate[] {
  return mayHaveGate(document.source) ? openIn(document) : [];
}

/** The tag of the first open gate of a body. Null if there is none. */
export function openGateIn(body: string): string | null {
  if (!mayHaveGate(body)) return null;
  const [first] = openIn(parse(body));
  return first === undefined ? null : body.slice(first.start, first.end).trim();
}

function openIn({ source, nodes }: Fragment): OpenGate[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'block') return openOf(node, source);
    if (node.kind === 'html') return gateTagsIn(node.html).length > 0 ? [gateAt(node)] : [];
    if (node.kind !== 'markdown') return [];
    return inlinesOf(source, node).flatMap((inline) =>
      inline.kind === 'stray' && isGate(inline.name) ? [gateAt(inline, inline.close)] : [],
    );
  });
}

const gateAt = ({ start, end }: Span, close = false): OpenGate => ({
  start,
  end,
  why: 'shape',
  close,
  breaks: [],
});

function openOf(block: Block, source: string): OpenGate[] {
  const { attributes, open, close } = block;
  const content = contentOf(block);
  // Text in a plugin's data, or in an attribute, has no offset of its own.
  const inside =
    content.source === source ? openIn(content) : openIn(content).map(() => gateAt(open));
  if (!isGateBlock(block) || isEmptyTag(block, source)) return inside;
  if (block.name !== GATE || close === null) return [gateAt(open), ...inside];
  if (textOf(attributes, 'audience').trim() === '') {
    return [{ ...gateAt(open), why: 'no-audience' }, ...inside];
  }
  const breaks = missingBreaks(source, open, close);
  return breaks.length === 0 ? inside : [{ ...gateAt(open), breaks }, ...inside];
}
