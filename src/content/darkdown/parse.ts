/**
 * Reads a body of darkdown into blocks: a scanner that goes over the lines once, whatever they hold. Markdown is left for
 * markdown-it, which only conversions load.
 */
import { closesFence, fenceNode, readFence } from './fence.ts';
import type { Diagnostic, Document, Fragment, Node } from './model.ts';
import { placed } from './place.ts';
import { PLUGIN_OPEN, lineRest, readPlugin } from './plugin.ts';
import { RawEnds } from './raw.ts';
import type { Tag } from './tag.ts';
import { nameEnd, readTag } from './tag.ts';
import { TreeBuilder } from './tree.ts';
import { MAX_DEPTH, noSuchTag, TAGS } from './vocabulary.ts';

type Finding = Omit<Diagnostic, 'line' | 'column'>;

const ERRORS: ReadonlySet<string> = new Set([
  'bad-plugin',
  'bad-tag',
  'unclosed-block',
  'unclosed-raw',
  'stray-close',
  'too-deep',
]);

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
    this.#findings.push({
      code,
      severity: ERRORS.has(code) ? 'error' : 'warning',
      offset,
      message,
    });
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
    let pos = content;
    while (pos < source.length) {
      const next = source.indexOf('\n', pos);
      const end = next === -1 ? source.length : next;
      if (this.#closes(pos, end, opening)) {
        const after = next === -1 ? end : next + 1;
        this.#tree.node(fenceNode(opening, { start, end: after }, source.slice(content, pos)));
        return this.#advance(after);
      }
      pos = next === -1 ? end : next + 1;
    }
    this.#warn(
      'unclosed-fence',
      start,
      'This fence is not closed: it runs to the end of the page.',
    );
    const span = { start, end: source.length };
    this.#tree.node(fenceNode(opening, span, source.slice(content)));
    return this.#advance(source.length);
  }

  #closes(start: number, end: number, opening: NonNullable<ReturnType<typeof readFence>>): boolean {
    const first = this.#source.charCodeAt(start);
    if (first !== TICK && first !== TILDE && first !== SPACE) return false;
    return closesFence(this.#source.slice(start, end), opening);
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
    const tag = readTag(source, this.#pos) ?? this.#readLooseTag();
    if (tag === undefined) {
      this.#reportBadTag();
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
    const source = this.#source;
    const end = closer.end + lineRest(source, closer.end);
    const content = source.slice(from, closer.start);
    const text = content.endsWith('\n') ? content.slice(0, -1) : content;
    const span = { start: tag.start, end, notation: 'tag' as const };
    if (tag.name === 'html') this.#tree.node({ kind: 'html', ...span, html: text });
    else {
      const attributes = new Map(tag.attributes);
      const language = attributes.get('language');
      attributes.delete('language');
      this.#tree.node({
        kind: 'code',
        ...span,
        language: typeof language === 'string' ? language : '',
        attributes,
        code: text,
      });
    }
    return this.#advance(end);
  }

  /** Early pages hold quotes that nobody escaped. Such a tag ends before the next line that begins with one. */
  #readLooseTag(): Tag | undefined {
    const next = this.#source.indexOf('\n{%', this.#pos);
    return readTag(this.#source, this.#pos, next === -1 ? this.#source.length : next + 1);
  }

  #reportBadTag(): void {
    const source = this.#source;
    const slash = source.charCodeAt(this.#pos + 2) === SPACE ? this.#pos + 3 : this.#pos + 2;
    const name = source[slash] === '/' ? slash + 1 : slash;
    const end = nameEnd(source, name);
    if (end === name) return;
    this.#warn(
      'bad-tag',
      this.#pos,
      `This {% ${source.slice(name, Math.min(end, name + 40))} is not a tag: a quote or its %} is missing.`,
    );
  }
}
