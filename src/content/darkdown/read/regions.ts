/**
 * Divides a body into text, code and the platform's constructs, in linear time. Parser, links and
 * sections of a file all use it, so that they cannot disagree.
 */
import { BRACE, DOLLAR, LESS, PERCENT, SPACE, TICK, TILDE } from './characters.ts';
import { closingFence, readFence } from './fence.ts';
import type { Opening } from './fence.ts';
import { LineReader } from './lines.ts';
import type { Asset, Span, SyntaxRule } from './model.ts';
import { trailingBlankLength, PLUGIN_OPEN, readPluginData } from './plugin.ts';
import type { PluginData } from './plugin.ts';
import { RawEnds } from './raw.ts';
import { badTag, readLooseTag, readTag } from './tag.ts';
import type { Tag } from './tag.ts';
import { MAX_BLOCK_DEPTH, noSuchTag, TAGS } from './vocabulary.ts';

/** A fence at the beginning of a line. Its content ends before the closing line. */
interface FenceRegion extends Span {
  readonly kind: 'fence';
  readonly opening: Opening;
  readonly content: Span;
  readonly isClosed: boolean;
}

/** The content of a tag that is not Markdown, with the tags around it. */
interface RawRegion extends Span {
  readonly kind: 'raw';
  readonly tag: Tag;
  readonly content: Span;
  /** The content's regions as if the closing tag were missing, so that the opening tag is text. */
  readonly asText: () => Generator<Region, void>;
}

/** A tag on lines of its own. `leaf`: it closes itself. */
interface TagRegion extends Span {
  readonly kind: 'open' | 'close' | 'leaf';
  readonly tag: Tag;
}

/** `code`: lines of code inside Markdown, indented or in a fence of a list or a quote. */
interface TextRegion extends Span {
  readonly kind: 'text' | 'code';
}

interface PluginRegion extends Span, PluginData {
  readonly kind: 'plugin';
}

/** A stretch of whole lines of one kind. */
export type Region = TextRegion | FenceRegion | RawRegion | TagRegion | PluginRegion | Asset;

/** Called with the offset of each place that is not well formed. */
export type Warn = (rule: SyntaxRule, offset: number, message: string) => void;

const ASSET = /^<!-- asset:([\w-]+)=(\S+) -->[ \t]*$/;

/** A body with LF line ends as regions: joined, they are the body. Malformed text stays text. */
export const regionsOf = (body: string, warn: Warn = () => undefined): Generator<Region, void> =>
  new RegionReader(body, warn).read();

/** The state in which a reader begins, if not at the beginning of a body. */
interface State {
  readonly pos?: number;
  readonly lines?: LineReader;
  readonly open?: readonly string[];
}

class RegionReader {
  readonly #source: string;
  readonly #warn: Warn;
  readonly #raw: RawEnds;
  readonly #lines: LineReader;
  /** Names of the blocks that are open. */
  readonly #open: string[];
  /** Names of opening tags that were nested too deep. Their closing tags are text as well. */
  readonly #tooDeep: string[] = [];
  /** The closing tag on the same line as an opening one. There may be text between them. */
  #closer: TagRegion | undefined;
  #pos: number;

  constructor(
    source: string,
    warn: Warn,
    { pos = 0, lines = new LineReader(), open = [] }: State = {},
  ) {
    this.#source = source;
    this.#warn = warn;
    this.#raw = new RawEnds(source);
    this.#pos = pos;
    this.#lines = lines;
    this.#open = [...open];
  }

  *read(): Generator<Region, void> {
    const source = this.#source;
    let kind: TextRegion['kind'] = 'text';
    let from = this.#pos;
    while (this.#pos < source.length) {
      const start = this.#pos;
      const next = source.indexOf('\n', start);
      const end = next === -1 ? source.length : next;
      const region = this.#takeCloser() ?? this.#readBlock(end);
      if (region) {
        if (from < start) yield { kind, start: from, end: start };
        yield region;
        this.#lines.reset();
        from = this.#pos = region.end;
        kind = 'text';
        continue;
      }
      const stop = this.#closer?.start ?? end;
      const isCode = this.#lines.take(source, start, stop);
      if (isCode !== (kind === 'code')) {
        if (from < start) yield { kind, start: from, end: start };
        from = start;
        kind = isCode ? 'code' : 'text';
      }
      this.#pos = this.#closer ? stop : Math.min(end + 1, source.length);
    }
    if (from < source.length) yield { kind, start: from, end: source.length };
  }

  #takeCloser(): TagRegion | undefined {
    const closer = this.#closer;
    if (closer?.start !== this.#pos) return undefined;
    this.#closer = undefined;
    this.#leave(closer.tag);
    return closer;
  }

  /** The region at the beginning of the line, unless it is Markdown. */
  #readBlock(lineEnd: number): Region | undefined {
    if (this.#closer) return undefined;
    switch (this.#source.charCodeAt(this.#pos)) {
      case BRACE:
        return this.#readTag(lineEnd);
      case TICK:
      case TILDE:
      case SPACE:
        return this.#readFence(lineEnd);
      case DOLLAR:
        return this.#readPlugin();
      case LESS:
        return this.#readAsset(lineEnd);
      default:
        return undefined;
    }
  }

  /** An indented fence may belong to a list, so it is left to Markdown together with the list. */
  #readFence(lineEnd: number): FenceRegion | undefined {
    const source = this.#source;
    const start = this.#pos;
    const opening = readFence(source, start, lineEnd);
    if (opening === undefined) return undefined;
    if (opening.indent > 0 && this.#lines.isInside(source, start, lineEnd)) return undefined;
    const from = Math.min(lineEnd + 1, source.length);
    const closing = closingFence(source, from, opening);
    if (closing === undefined) {
      const message = 'This code fence is not closed: it runs to the end of the page.';
      this.#warn('unclosed-fence', start, message);
    }
    const { start: codeEnd, end } = closing ?? { start: source.length, end: source.length };
    const content = { start: from, end: codeEnd };
    return { kind: 'fence', start, end, opening, content, isClosed: closing !== undefined };
  }

  #readPlugin(): PluginRegion | undefined {
    const start = this.#pos;
    if (!this.#source.startsWith(PLUGIN_OPEN, start)) return undefined;
    const plugin = readPluginData(this.#source, start);
    if (typeof plugin !== 'string') return { kind: 'plugin', start, ...plugin };
    this.#warn('bad-plugin', start, plugin);
    return undefined;
  }

  #readAsset(lineEnd: number): Asset | undefined {
    const source = this.#source;
    const start = this.#pos;
    if (!source.startsWith('<!-- asset:', start)) return undefined;
    const [, id, url] = ASSET.exec(source.slice(start, lineEnd)) ?? [];
    if (id === undefined || url === undefined) return undefined;
    return { kind: 'asset', start, end: Math.min(lineEnd + 1, source.length), id, url };
  }

  #readTag(lineEnd: number): RawRegion | TagRegion | undefined {
    const source = this.#source;
    const start = this.#pos;
    if (source.charCodeAt(start + 1) !== PERCENT) return undefined;
    const tag = readTag(source, start) ?? readLooseTag(source, start);
    if (tag === undefined) {
      const message = badTag(source, start);
      if (message !== undefined) this.#warn('bad-tag', start, message);
      return undefined;
    }
    const rule = TAGS.get(tag.name);
    if (rule !== undefined && rule.form !== 'block') return undefined;
    const rest = trailingBlankLength(source, tag.end);
    const isAlone = rest > 0 || tag.end === source.length;
    // An unknown name with text after it is a sentence that only looks like a tag.
    if (rule === undefined && !isAlone) return undefined;
    const end = tag.end + rest;
    if (tag.close) return this.#leave(tag) ? { kind: 'close', start, end, tag } : undefined;
    if (rule === undefined) this.#warn('unknown-tag', start, noSuchTag('block', tag.name));
    if (tag.selfClosing) return { kind: 'leaf', start, end, tag };
    if (this.#isRaw(tag)) return this.#readRaw(tag, end);
    if (!this.#enter(tag)) return undefined;
    if (end <= lineEnd) this.#closer = this.#closerOnLine(tag.name, end, lineEnd);
    return { kind: 'open', start, end, tag };
  }

  /** `{% tag %}text{% /tag %}`, all on one line. */
  #closerOnLine(name: string, from: number, lineEnd: number): TagRegion | undefined {
    const line = this.#source.slice(from, lineEnd);
    const at = line.lastIndexOf('{%');
    const tag = at === -1 ? undefined : readTag(line, at);
    if (tag?.name !== name || !tag.close || line.slice(tag.end).trim() !== '') return undefined;
    return {
      kind: 'close',
      start: from + at,
      end: Math.min(lineEnd + 1, this.#source.length),
      tag,
    };
  }

  /** Opens a block. Returns whether it did; otherwise the tag is text. */
  #enter({ name, start }: Tag): boolean {
    if (this.#open.length < MAX_BLOCK_DEPTH) {
      this.#open.push(name);
      return true;
    }
    this.#warn('too-deep', start, `Blocks nest more than ${MAX_BLOCK_DEPTH} deep here.`);
    this.#tooDeep.push(name);
    return false;
  }

  /** Closes a block. Returns whether it did; otherwise the tag is text. */
  #leave({ name, start }: Tag): boolean {
    if (this.#tooDeep.at(-1) === name) {
      this.#tooDeep.pop();
      return false;
    }
    const at = this.#open.lastIndexOf(name);
    if (at === -1) {
      this.#warn(
        'stray-close',
        start,
        `There is no open {% ${name} %} for this {% /${name} %} to close.`,
      );
      return false;
    }
    this.#open.length = at;
    return true;
  }

  #isRaw(tag: Tag): boolean {
    const parent = this.#open.at(-1);
    if (tag.name === 'tab') return parent === 'code';
    if (tag.name === 'code') return parent === 'code-steps' && tag.attributes.has('language');
    return tag.name === 'html';
  }

  #readRaw(tag: Tag, from: number): RawRegion | undefined {
    const closer =
      tag.name === 'tab' ? this.#raw.closingTab(from) : this.#raw.closing(tag.name, from);
    if (closer === undefined) {
      this.#warn(
        'unclosed-raw',
        tag.start,
        `This {% ${tag.name} %} is never closed with {% /${tag.name} %}.`,
      );
      return undefined;
    }
    const end = closer.end + trailingBlankLength(this.#source, closer.end);
    const content = { start: from, end: closer.start };
    const { start } = tag;
    const lines = this.#lines.copy();
    const open = [...this.#open];
    const asText = (): Generator<Region, void> => {
      const state = { pos: start, lines: lines.copy(), open };
      return new RegionReader(this.#source.slice(0, closer.start), () => undefined, state).read();
    };
    return { kind: 'raw', start, end, tag, content, asText };
  }
}
