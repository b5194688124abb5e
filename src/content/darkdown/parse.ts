/**
 * Reads a body of darkdown into blocks: a scanner that goes over the lines once, whatever they hold. Markdown is left for
 * markdown-it, which only conversions load.
 */
import { closingFence, fenceNode, readFence } from './fence.ts';
import type { Diagnostic, Document, Fragment, Node } from './model.ts';
import { placed } from '../place.ts';
import { PLUGIN_OPEN, lineRest, readPlugin } from './plugin.ts';
import { RawEnds, rawNode } from './raw.ts';
import type { Tag } from './tag.ts';
import { badTag, readLooseTag, readTag } from './tag.ts';
import { TreeBuilder } from './tree.ts';
import { MAX_DEPTH, noSuchTag, TAGS } from './vocabulary.ts';

type Finding = Omit<Diagnostic, 'line' | 'column'>;

const LIST_MARKER = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const ASSET = /^<!-- asset:([\w-]+)=(\S+) -->[ \t]*$/;

const TICK = 96;
const TILDE = 126;
const BRACE = 123;
const DOLLAR = 36;
const LESS = 60;
const SPACE = 32;

/**
 * Reads any text: what is not well formed stays Markdown, and `diagnostics` says where and why. The time is linear in the length of
 * the text. `body` is without header and section markers, with LF.
 */
export function parse(body: string): Document {
  const findings: Finding[] = [];
  const assets = new Map<string, string>();
  const nodes = new Scanner(body, findings, assets, 0).read();
  const diagnostics = placed(body, findings);
  return { source: body, nodes, assets, diagnostics };
}

class Scanner {
  readonly #source: string;
  readonly #findings: Finding[];
  readonly #assets: Map<string, string>;
  readonly #nesting: number;
  readonly #raw: RawEnds;
  readonly #tree: TreeBuilder;
  #pos = 0;
  #inList = false;
  #afterBlank = true;

  constructor(source: string, findings: Finding[], assets: Map<string, string>, nesting: number) {
    this.#source = source;
    this.#findings = findings;
    this.#assets = assets;
    this.#nesting = nesting;
    this.#raw = new RawEnds(source);
    this.#tree = new TreeBuilder(source, (code, offset, message) =>
      this.#warn(code, offset, message),
    );
  }

  read(): Node[] {
    const source = this.#source;
    while (this.#pos < source.length) {
      const next = source.indexOf('\n', this.#pos);
      const end = next === -1 ? source.length : next;
      const lineEnd = next === -1 ? end : next + 1;
      if (!this.#readBlock(end)) {
        this.#trackList(end);
        this.#pos = lineEnd;
      }
    }
    return this.#tree.finish(source.length);
  }

  #warn(code: Diagnostic['code'], offset: number, message: string): void {
    this.#findings.push({ code, offset, message });
  }

  /** Reads what stands at the line's beginning and moves past it, or answers false where that is Markdown. */
  #readBlock(lineEnd: number): boolean {
    switch (this.#source.charCodeAt(this.#pos)) {
      case BRACE:
        return this.#readTag(lineEnd);
      case TICK:
      case TILDE:
        return this.#readFence(lineEnd);
      case SPACE:
        return !this.#inList && this.#readFence(lineEnd);
      case DOLLAR:
        return this.#readPlugin();
      case LESS:
        return this.#readAsset(lineEnd);
      default:
        return false;
    }
  }

  /** Moves to `end`; what comes next is no longer in a list. */
  #advance(end: number): true {
    this.#pos = end;
    this.#inList = false;
    this.#afterBlank = true;
    return true;
  }

  /** An indented fence is the list's where there is one: it is left to markdown-it with the list. */
  #trackList(lineEnd: number): void {
    const start = this.#pos;
    if (lineEnd === start) {
      this.#afterBlank = true;
      return;
    }
    const line = this.#source.slice(start, Math.min(lineEnd, start + 16));
    if (LIST_MARKER.test(line)) this.#inList = true;
    else if (this.#afterBlank && line.charCodeAt(0) !== SPACE && line.charCodeAt(0) !== 9) {
      this.#inList = false;
    }
    this.#afterBlank = false;
  }

  #readFence(lineEnd: number): boolean {
    const source = this.#source;
    const start = this.#pos;
    const opening = readFence(source.slice(start, lineEnd));
    if (opening === undefined) return false;
    const content = Math.min(lineEnd + 1, source.length);
    const closing = closingFence(source, content, opening);
    if (closing === undefined) {
      const message = 'This fence is not closed: it runs to the end of the page.';
      this.#warn('unclosed-fence', start, message);
    }
    const { start: codeEnd, end } = closing ?? { start: source.length, end: source.length };
    this.#tree.node(fenceNode(opening, { start, end }, source.slice(content, codeEnd)));
    return this.#advance(end);
  }

  #readPlugin(): boolean {
    if (!this.#source.startsWith(PLUGIN_OPEN, this.#pos)) return false;
    const node = readPlugin(this.#source, this.#pos, {
      fragment: (source) => this.#fragment(source),
      warn: (code, offset, message) => this.#warn(code, offset, message),
    });
    if (node === undefined) return false;
    this.#tree.node(node);
    return this.#advance(node.end);
  }

  /** Markdown out of a plugin's JSON. What is wrong in it is reported at the plugin. */
  #fragment(source: string): Fragment {
    if (source === '') return { source, nodes: [] };
    if (this.#nesting >= MAX_DEPTH) {
      return { source, nodes: [{ kind: 'markdown', start: 0, end: source.length }] };
    }
    const inner: Finding[] = [];
    const nodes = new Scanner(source, inner, this.#assets, this.#nesting + 1).read();
    for (const finding of inner) this.#findings.push({ ...finding, offset: this.#pos });
    return { source, nodes };
  }

  #readAsset(lineEnd: number): boolean {
    const source = this.#source;
    if (!source.startsWith('<!-- asset:', this.#pos)) return false;
    const [, id, url] = ASSET.exec(source.slice(this.#pos, lineEnd)) ?? [];
    if (id === undefined || url === undefined) return false;
    const end = Math.min(lineEnd + 1, source.length);
    this.#assets.set(id, url);
    this.#tree.node({ kind: 'asset', start: this.#pos, end, id, url });
    return this.#advance(end);
  }

  #readTag(lineEnd: number): boolean {
    const source = this.#source;
    if (source.charCodeAt(this.#pos + 1) !== 37) return false;
    const tag = readTag(source, this.#pos) ?? readLooseTag(source, this.#pos);
    if (tag === undefined) {
      const message = badTag(source, this.#pos);
      if (message !== undefined) this.#warn('bad-tag', this.#pos, message);
      return false;
    }
    const rule = TAGS.get(tag.name);
    if (rule !== undefined && rule.form !== 'block') return false;
    const rest = lineRest(source, tag.end);
    const alone = rest > 0 || tag.end === source.length;
    // An unknown name with text after it is a sentence that happens to begin with one.
    if (rule === undefined && !alone) return false;
    const end = tag.end + rest;
    if (tag.close) return this.#tree.close(tag.name, tag.start, end) && this.#advance(end);
    if (rule === undefined) {
      this.#warn('unknown-tag', tag.start, noSuchTag('block', tag.name));
    }
    return this.#open(tag, end, lineEnd);
  }

  #open(tag: Tag, end: number, lineEnd: number): boolean {
    if (tag.selfClosing) {
      this.#tree.leaf(tag, end);
      return this.#advance(end);
    }
    if (this.#isRaw(tag)) return this.#readRaw(tag, end);
    if (!this.#tree.open(tag, end)) return false;
    this.#advance(end);
    if (end <= lineEnd) this.#closeOnLine(tag.name, lineEnd);
    return true;
  }

  /** `{% tag %}text{% /tag %}`, all on one line. */
  #closeOnLine(name: string, lineEnd: number): void {
    const line = this.#source.slice(this.#pos, lineEnd);
    const at = line.lastIndexOf('{%');
    const closer = at === -1 ? undefined : readTag(line, at);
    if (closer?.name !== name || !closer.close || line.slice(closer.end).trim() !== '') return;
    const end = Math.min(lineEnd + 1, this.#source.length);
    this.#tree.close(name, this.#pos + at, end);
    this.#advance(end);
  }

  #isRaw(tag: Tag): boolean {
    const parent = this.#tree.parent;
    if (tag.name === 'tab') return parent === 'code';
    if (tag.name === 'code') return parent === 'code-steps' && tag.attributes.has('language');
    return tag.name === 'html';
  }

  #readRaw(tag: Tag, from: number): boolean {
    const closer =
      tag.name === 'tab' ? this.#raw.closingTab(from) : this.#raw.closing(tag.name, from);
    if (closer === undefined) {
      this.#warn('unclosed-raw', tag.start, `This {% ${tag.name} %} has no {% /${tag.name} %}.`);
      return false;
    }
    const end = closer.end + lineRest(this.#source, closer.end);
    this.#tree.node(rawNode(tag, this.#source.slice(from, closer.start), end));
    return this.#advance(end);
  }
}
