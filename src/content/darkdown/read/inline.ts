/** Darkdown in lines of Markdown: tags, plugins, and links that take their target's title. */
import { blocksIn, walkBlock } from './inline-scan.ts';
import { codeIn } from './lines.ts';
import type { Attributes, Span } from './model.ts';
import type { Tag } from './tag.ts';
import { tagAt, tagNameAt } from './tag.ts';
import { isGate, nearestTag, TAGS } from './vocabulary.ts';

/** An inline tag of either notation. */
export interface InlineTag extends Span {
  readonly kind: 'tag';
  readonly notation: 'tag' | 'plugin';
  readonly name: string;
  readonly attributes: Attributes;
  readonly close: boolean;
  readonly selfClosing: boolean;
}

/** `[auto$](href)`: its text is the title of the page at `href`. */
export interface AutoLink extends Span {
  readonly kind: 'auto';
  readonly href: string;
}

/** `[](href)`: a link without text. */
export interface EmptyLink extends Span {
  readonly kind: 'empty';
}

/** A tag that is text here: a block's within a line, a misspelled one, a stray `conditional`. */
export interface StrayTag extends Span {
  readonly kind: 'stray';
  readonly name: string;
  readonly close: boolean;
}

/** The darkdown constructs that can occur within a line. */
export type Inline = InlineTag | AutoLink | EmptyLink | StrayTag;

const INLINE_OPEN = '$inline[';
/** Longer than any real tag. Limits the search for a missing end. */
const MAX_INLINE = 2000;

/** Names of a plugin's arguments, in order. The last takes the remaining text with its commas. */
const ARGUMENTS: ReadonlyMap<string, readonly [name: string, ...args: string[]]> = new Map([
  ['badge', ['badge', 'text', 'type']],
  ['icon', ['icon', 'classes']],
  ['key', ['key', 'key']],
  ['glossary', ['glossary', 'term']],
  ['image', ['inline-image', 'url', 'width']],
  ['inline-image', ['inline-image', 'url', 'width']],
]);

/** The `$inline[type,…]` at `at`, or `undefined`. */
export function readInlinePlugin(text: string, at: number): InlineTag | undefined {
  if (!text.startsWith(INLINE_OPEN, at)) return undefined;
  const rest = text.slice(at + INLINE_OPEN.length, at + MAX_INLINE);
  const length = rest.search(/[\]\n]/);
  if (length === -1 || rest[length] === '\n') return undefined;
  const [type = '', ...words] = rest.slice(0, length).split(',');
  const known = ARGUMENTS.get(type.trim());
  if (known === undefined) return undefined;
  const [name, ...args] = known;
  const attributes = new Map<string, string>();
  args.forEach((arg, index) => {
    const value = index === args.length - 1 ? words.slice(index).join(',') : words[index];
    if (value !== undefined && value !== '') attributes.set(arg, value);
  });
  const end = at + INLINE_OPEN.length + length + 1;
  return {
    kind: 'tag',
    notation: 'plugin',
    name,
    attributes,
    close: false,
    selfClosing: true,
    start: at,
    end,
  };
}

const inlineForm = ({ name, close, selfClosing }: Tag): boolean => {
  const form = TAGS.get(name)?.form;
  if (form === 'pair') return close || !selfClosing;
  return form === 'inline' && !close;
};

/**
 * The inline tag at `at`; `undefined` if there is none, and for `{{% x %}}`, which is another
 * tool's.
 */
export function readInlineTag(text: string, at: number): InlineTag | undefined {
  const tag = tagAt(text, at);
  return tag !== undefined && inlineForm(tag) ? inlineTag(tag) : undefined;
}

function inlineTag({ name, close, selfClosing, attributes, start, end }: Tag): InlineTag {
  return { kind: 'tag', notation: 'tag', name, attributes, close, selfClosing, start, end };
}

/** Other tools have tags, too, and pages may be about them. Such tags are not mistakes. */
const isStray = ({ name, selfClosing }: Tag): boolean =>
  TAGS.has(name) || selfClosing || nearestTag(name) !== undefined;

function readAnyTag(text: string, at: number): InlineTag | StrayTag | undefined {
  const tag = tagAt(text, at);
  if (tag === undefined) return brokenGate(text, at);
  if (inlineForm(tag)) return inlineTag(tag);
  const { name, close, start, end } = tag;
  return isStray(tag) ? { kind: 'stray', name, close, start, end } : undefined;
}

/** The beginnings of tags. In other tools, a mark trims the spaces before the tag. */
const MARKS = ['{%', '{%-', '{%~', '{%+'];

/** A broken tag is ordinary text, unless it was meant to hide something. */
function brokenGate(text: string, at: number): StrayTag | undefined {
  if (text[at - 1] === '{') return undefined;
  const [named] = MARKS.flatMap((mark) => tagNameAt(text, at, mark) ?? []);
  return named && isGate(named.name) ? { kind: 'stray', ...named, start: at } : undefined;
}

const LINK = /\[(auto\$)?\]\((<[^<>\n]{0,2000}>|[^\s()<>]{0,2000})\)/y;

function readSpecialLink(text: string, at: number): AutoLink | EmptyLink | undefined {
  if ((text[at + 1] !== 'a' && text[at + 1] !== ']') || text[at - 1] === '!') return undefined;
  LINK.lastIndex = at;
  const match = LINK.exec(text);
  if (match === null) return undefined;
  const [all, auto, target = ''] = match;
  const span = { start: at, end: at + all.length };
  if (auto === undefined) return { kind: 'empty', ...span };
  const href = target.startsWith('<') ? target.slice(1, -1) : target;
  return { kind: 'auto', href, ...span };
}

/** Characters that may begin a construct, or that `walkBlock` needs. */
const SPECIAL = /[\\`{$[]/g;

/** All darkdown constructs of the span outside code, in order. Offsets are those in `source`. */
export function inlinesOf(source: string, { start, end }: Span): Inline[] {
  if (!/\{%|\$inline\[|\[auto\$\]\(|\[\]\(/.test(source.slice(start, end))) return [];
  const found: Inline[] = [];
  let from = start;
  for (const code of [...codeIn(source, { start, end }), { start: end, end }]) {
    for (const block of blocksIn(source, { start: from, end: code.start })) {
      const text = source.slice(block.start, block.end);
      walkBlock(text, SPECIAL, (at) => {
        const item = readInline(text, at);
        if (item) found.push(shifted(item, block.start));
        return item?.end ?? at + 1;
      });
    }
    from = code.end;
  }
  return found;
}

function readInline(text: string, at: number): Inline | undefined {
  const char = text[at];
  if (char === '{') return readAnyTag(text, at);
  return char === '$' ? readInlinePlugin(text, at) : readSpecialLink(text, at);
}

const shifted = <T extends Span>(item: T, by: number): T => ({
  ...item,
  start: item.start + by,
  end: item.end + by,
});
