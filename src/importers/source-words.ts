/**
 * Counts the words that readers of a source see, independently of the readers of its dialect.
 * Comparing them with the words of the imported page shows what an import loses. It leaves out text
 * that may be invisible, because one word too many here would be a false alarm.
 */
import { decodeHTMLStrict } from 'entities';
import type { Dialect } from './model.ts';

/** One or more words without a space between them, and their line, from 1. */
export interface SourceWord {
  readonly text: string;
  readonly line: number;
}

/** Marks a position where a mark may be inside a word (`UUID`s), or between two words (2*3). */
const JOINT = '\u0001';
const JOINTS = new RegExp(JOINT, 'g');

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text, in the form in which they are compared. */
const wordsIn = (text: string): string[] =>
  (text.normalize('NFKC').toLowerCase().match(WORD) ?? []).map(String);

/** How often each word is in a text. */
export class FoundWords {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    for (const word of wordsIn(text)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** Removes one occurrence of a word. Returns whether there was one. */
  take(word: string): boolean {
    const count = this.#counts.get(word) ?? 0;
    if (count > 0) this.#counts.set(word, count - 1);
    return count > 0;
  }

  /** Removes all of these words and returns true, or removes none and returns false. */
  takeAll(words: readonly string[]): boolean {
    const missing = words.findIndex((word) => !this.take(word));
    for (const word of words.slice(0, Math.max(missing, 0))) this.add(word);
    return missing === -1;
  }
}

/** Words that are missing in the imported page, or occur less often than in the source. */
export interface LostWords {
  /** In the order of the source, each once. */
  readonly words: readonly string[];
  /**
   * The line of the first of them that is missing completely; null if all only occur less often.
   */
  readonly line: number | null;
}

/** Removes the words of the source from `found`, and returns those that are missing. */
export function lostWords(source: readonly SourceWord[], found: FoundWords): LostWords {
  const lost: SourceWord[] = [];
  const there = new Set<string>();
  const take = (word: string, line: number): void => {
    if (found.take(word)) there.add(word);
    else lost.push({ text: word, line });
  };
  const joined = source.filter(({ text }) => text.includes(JOINT));
  for (const { text, line } of source)
    if (!text.includes(JOINT)) for (const word of wordsIn(text)) take(word, line);
  for (const { text, line } of joined) {
    const whole = wordsIn(text.replaceAll(JOINTS, ''));
    const parts = wordsIn(text.replaceAll(JOINTS, ' '));
    if (whole.length === parts.length || !found.takeAll(whole))
      for (const word of parts) take(word, line);
  }
  const sorted = lost.toSorted((a, b) => a.line - b.line);
  return {
    words: [...new Set(sorted.map(({ text }) => text))],
    line: sorted.find(({ text }) => !there.has(text))?.line ?? null,
  };
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;

/** The words of a source, without its front matter. */
export function sourceWords(source: string, dialect: Dialect): SourceWord[] {
  const lines = withoutFront(source, dialect).split('\n');
  const words: SourceWord[] = [];
  let prose: string[] = [];
  let from = 0;
  const flush = (next: number): void => {
    if (prose.length > 0) new ProseReader(prose, from, dialect, words).read();
    prose = [];
    from = next;
  };
  let open: string | null = null;
  for (const [at, line] of lines.entries()) {
    const [, mark, info = ''] = FENCE.exec(line.slice(0, 2000)) ?? [];
    if (open !== null) {
      if (mark?.startsWith(open) === true && info.trim() === '') {
        open = null;
        from = at + 1;
      } else addTexts(words, codeLine(line, dialect), at);
    } else if (mark !== undefined && !(mark.startsWith('`') && info.includes('`'))) {
      flush(at + 1);
      open = mark;
      addTexts(words, fenceTitle(info, dialect), at);
    } else prose.push(line);
  }
  flush(lines.length);
  return words;
}

function addTexts(words: SourceWord[], text: string, at: number): void {
  for (const part of text.split(/\s+/)) if (part !== '') words.push({ text: part, line: at + 1 });
}

/** Replaces the front matter by empty lines, so that line numbers stay the same. */
function withoutFront(source: string, { isPython }: Dialect): string {
  const text = source.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n');
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)?.[1];
  if (fence !== undefined) {
    const end = new RegExp(`\\n${fence === '---' ? '---' : '\\+\\+\\+'}[ \\t]*(?:\\n|$)`).exec(
      text,
    );
    return end === null
      ? text
      : blank(text.slice(0, end.index + 1)) + text.slice(end.index + end[0].length - 1);
  }
  if (!isPython || !/^ {0,3}[\w-]+:[ \t]/.test(text)) return text;
  const end = text.search(/\n[ \t]*\n/);
  return end === -1 ? '' : blank(text.slice(0, end)) + text.slice(end);
}

const blank = (text: string): string => text.replaceAll(/[^\n]+/g, ' ');

/** A line of code without marks for its highlighting, and without a snippet. */
function codeLine(line: string, { isPython }: Dialect): string {
  if (isPython && /^[ \t]*-+8<-/.test(line)) return '';
  return line.replaceAll(/\[!code [^\]]*\]|\bhighlight-(?:next-line|start|end)\b/g, ' ');
}

function fenceTitle(info: string, { isVue }: Dialect): string {
  const said = /(?:^|[\s{])(?:title|filename|label)=(?:"([^"]*)"|'([^']*)')/.exec(info);
  const bracketed = isVue ? /\[([^\]]+)\]/.exec(info)?.[1] : undefined;
  return said ? (said[1] ?? said[2] ?? '') : (bracketed ?? '');
}

/** Attributes of components whose texts readers see, and those of elements. */
const SEEN =
  /(?<=\s)(?:title|label|alt|caption|text|tip|description|summary)=(?:"([^"]*)"|'([^']*)')/g;
const SEEN_IN: ReadonlyMap<string, RegExp> = new Map([
  ['img', /(?<=\s)alt=(?:"([^"]*)"|'([^']*)')/g],
  ['abbr', /(?<=\s)title=(?:"([^"]*)"|'([^']*)')/g],
  ['iframe', /(?<=\s)title=(?:"([^"]*)"|'([^']*)')/g],
]);
const NONE = /(?!)/g;

const seenIn = (name: string): RegExp =>
  SEEN_IN.get(name.toLowerCase()) ?? (/^[a-z]/.test(name) && !name.includes('-') ? NONE : SEEN);

const TAG =
  /<(\/?)([A-Za-z][\w.:-]{0,100})?((?:(?:\s+|(?<=["'}]))[^\s"'<>/={}`]{1,200}(?:\s*=\s*(?:"[^"]{0,4000}"|'[^']{0,4000}'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,4000}\}|[^\s"'<>=`{}]{1,2000}))?|\s*\{[^{}]{0,200}\}){0,60})\s*\/?>/y;

/** Elements that can be inside a word. */
const WITHIN =
  /^(?:a|b|i|em|strong|code|span|sub|sup|mark|u|s|del|ins|kbd|small|font|wbr|tt|var|abbr)$/i;

/** Elements whose content is not text. */
const RAW = /^(?:script|style|svg|math|canvas|template|textarea|Head)$/i;

const AUTOLINK = /<([a-z][a-z\d+.-]{1,31}:[^<>\s]{0,2000}|[^\s<>@]{1,200}@[^\s<>@]{1,200})>/iy;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
/** The target after a text in brackets: an address, or the name of a definition. */
const TARGET =
  /\](?:\(\s*(?:<[^<>\n]{0,2000}>|(?:[^()\n\\]|\\.|\((?:[^()\n]{0,500})\)){0,20000})(?:\n[ \t]*(?:["'][^\n]{0,500})?)?\)|\[[^\][\n]{0,300}\])/y;
const MUSTACHES = /\{\{[^\n]{1,500}?\}\}/y;
const LIQUID = /\{%((?:"(?:[^"\\]|\\.){0,2000}"|[^"%]|%(?!\})){0,2000})%\}/y;
const ATTRIBUTES = /\{:?[ \t]*(?:[.#]|[\w-]{1,60}=)[^{}\n]{0,500}\}/y;
const HEADING_ID = /\{\/?\*?[ \t]*#[^{}\n]{1,200}\}/y;

/**
 * Replacements for lines with a special meaning, or with the mark of a block: only the text that
 * readers see stays.
 */
const LINES: readonly (readonly [RegExp, string, ((dialect: Dialect) => boolean | undefined)?])[] =
  [
    [/^([ \t>]*)\[(?!\^)[^\]\n]{1,300}\]:[ \t]*(?:\S+.*)?$/, '$1'],
    [/^([ \t>]*(?:[-*+][ \t]+)*)\d{1,9}[.)](?=[ \t]|$)/, '$1'],
    [/^([ \t>]*(?:[-*+][ \t]+)?)\[[ xX]\](?= )/, '$1'],
    [/^([ \t>]*#{1,6}[ \t].*?)[ \t]*(?:\\\{#[^{}\\\n]*\\\}|\[#[\w.:-]+\])[ \t]*$/, '$1'],
    [/^([ \t>]*)\[\[?toc\]?\][ \t]*$/i, '$1'],
    [/^([ \t>]*)\[![\w-]+\][+-]?/, '$1'],
    [
      /^([ \t>]*(?:[-*+][ \t]+)?):{3,}[ \t]*[\w-]*(.*?)(?:\{[^{}]*\})?[ \t]*$/,
      '$1$2',
      (d) => d.hasColons,
    ],
    [
      /^([ \t>]*(?:[-*+][ \t]+)?)(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*/,
      '$1',
      (d) => d.isPython,
    ],
    [/^([ \t>]*(?:[-*+][ \t]+)?)===[+!]{0,2}[ \t]+/, '$1', (d) => d.isPython],
    [/^[ \t>]*-+8<-.*$/, '', (d) => d.isPython],
    [/^[ \t>]*<<<[ \t]*\S.*$/, '', (d) => d.isVue],
    [/^([ \t>]*)\/{3,}[ \t]*/, '$1', (d) => d.isPython],
  ];

/** A definition whose address is on the next line. */
const NAMED = /^[ \t>]*\[[^\]\n]{1,300}\]:[ \t]*$/;

/** The limit for one part of a text: longer parts are generated by programs. */
const MAX_PROSE = 400_000;

/** Reads the words of lines without fences. */
class ProseReader {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #into: SourceWord[];
  readonly #spans: ReadonlyMap<number, number>;
  readonly #closing: ReadonlyMap<number, number>;
  /** Texts that were searched for in vain. They need not be searched for again further on. */
  readonly #absent = new Set<string>();
  #line: number;
  #word = '';

  constructor(lines: readonly string[], from: number, dialect: Dialect, into: SourceWord[]) {
    this.#dialect = dialect;
    this.#into = into;
    this.#line = from + 1;
    const clean = lines.map((line, at) =>
      NAMED.test(lines[at - 1] ?? '') ? '' : cleanLine(line, dialect),
    );
    const text = (dialect.isMdx ? withoutModules(clean) : clean).join('\n').slice(0, MAX_PROSE);
    this.#text = dialect.hasTags ? withoutHiddenCells(text) : text;
    this.#spans = codeSpans(this.#text);
    this.#closing = dialect.isMdx ? closingBraces(this.#text) : new Map();
  }

  read(): void {
    let at = 0;
    while (at < this.#text.length) {
      const end = this.#special(at);
      if (end > at) at = end;
      else {
        this.#add(this.#text[at] ?? '');
        at += 1;
      }
    }
    this.#end();
  }

  #add(text: string): void {
    for (const char of text) {
      if (/\s/.test(char)) this.#end();
      else this.#word += char;
      if (char === '\n') this.#line += 1;
    }
  }

  #end(): void {
    if (this.#word !== '') this.#into.push({ text: this.#word, line: this.#line });
    this.#word = '';
  }

  /** Skips text that readers do not see. */
  #skip(at: number, end: number): number {
    this.#end();
    this.#add(blank(this.#text.slice(at, end)));
    return end;
  }

  #joint(end: number): number {
    this.#word += JOINT;
    return end;
  }

  /** Reads a mark at this offset. Returns the same offset if there is none. */
  #special(at: number): number {
    const text = this.#text;
    switch (text[at] ?? '') {
      case '\\': {
        const next = text[at + 1] ?? '';
        if (!/[!-/:-@[-`{-~]/.test(next)) return at;
        this.#add(next);
        return at + 2;
      }
      case '`': {
        let run = at;
        while (text[run] === '`') run += 1;
        const close = this.#spans.get(at);
        this.#word += JOINT;
        if (close === undefined) return run;
        this.#add(text.slice(run, close));
        this.#word += JOINT;
        return close + (run - at);
      }
      case '*':
      case '~':
      case '=':
      case '^':
        return this.#joint(at + 1);
      case '&': {
        const entity = this.#match(ENTITY, at)?.[0];
        if (entity === undefined) return at;
        this.#add(decodeHTMLStrict(entity));
        return at + entity.length;
      }
      case ']': {
        const target = this.#match(TARGET, at)?.[0];
        if (target === undefined) return at;
        this.#word += JOINT;
        for (const char of target) if (char === '\n') this.#add(char);
        return at + target.length;
      }
      case '[':
        return this.#joint(at + 1);
      case '<':
        return this.#element(at);
      case '{':
        return this.#braces(at);
      default:
        return at;
    }
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#text);
  }

  #find(mark: string, from: number): number {
    if (this.#absent.has(mark)) return -1;
    const at = this.#text.indexOf(mark, from);
    if (at === -1) this.#absent.add(mark);
    return at;
  }

  #element(at: number): number {
    const text = this.#text;
    if (text.startsWith('<!--', at)) {
      const end = this.#find('-->', at + 4);
      return end === -1 ? at : this.#skip(at, end + 3);
    }
    const link = this.#match(AUTOLINK, at);
    if (link) {
      this.#add(link[1] ?? '');
      return at + link[0].length;
    }
    const [source, slash, name = '', attributes = ''] = this.#match(TAG, at) ?? [];
    if (source === undefined) return at;
    const end = at + source.length;
    const isIcon = name === 'i' && /\sclass="fa-/.test(attributes);
    if (slash === '' && (RAW.test(name) || isIcon) && !source.endsWith('/>')) {
      const close = this.#find(`</${name}`, end);
      if (close !== -1) return this.#skip(at, close);
    }
    const said = [...attributes.matchAll(seenIn(name))].map((match) => match[1] ?? match[2] ?? '');
    if (said.length === 0 && WITHIN.test(name)) {
      this.#word += JOINT;
      for (const char of source) if (char === '\n') this.#add(char);
      return end;
    }
    this.#end();
    const line = this.#line;
    this.#skip(at, end);
    const next = this.#line;
    this.#line = line;
    for (const each of slash === '' ? said : [])
      this.#add(` ${decodeHTMLStrict(each).replaceAll('\n', ' ')} `);
    this.#line = next;
    return end;
  }

  #braces(at: number): number {
    const { isMdx, isVue, hasTags } = this.#dialect;
    const id = this.#match(HEADING_ID, at) ?? this.#match(ATTRIBUTES, at);
    if (id) return this.#skip(at, at + id[0].length);
    const mustaches = isVue ? this.#match(MUSTACHES, at) : null;
    if (mustaches) return this.#skip(at, at + mustaches[0].length);
    const tag = hasTags ? this.#match(LIQUID, at) : null;
    if (tag) {
      const said = [...` ${tag[1] ?? ''}`.matchAll(SEEN)].map(
        (match) => match[1] ?? match[2] ?? '',
      );
      this.#skip(at, at + tag[0].length);
      for (const each of said)
        this.#add(` ${each.replaceAll(/\\(.)/g, '$1').replaceAll('\n', ' ')} `);
      return at + tag[0].length;
    }
    if (!isMdx) return at;
    const end = this.#closing.get(at);
    if (end === undefined) return at;
    const [, quoted, said = ''] =
      /^\s*(["'`])((?:(?!\1)[^\\$\n])*)\1\s*$/.exec(this.#text.slice(at + 1, end)) ?? [];
    if (quoted === undefined) return this.#skip(at, end + 1);
    this.#word += JOINT;
    this.#add(said);
    return this.#joint(end + 1);
  }
}

function cleanLine(line: string, dialect: Dialect): string {
  const [start, rest] = [line.slice(0, 2000), line.slice(2000)];
  return (
    LINES.reduce(
      (text, [pattern, put, applies]) =>
        applies === undefined || applies(dialect) === true ? text.replace(pattern, put) : text,
      start,
    ) + rest
  );
}

/** Replaces modules of MDX by empty lines, up to the next empty line that is not in braces. */
function withoutModules(lines: readonly string[]): string[] {
  let [isModule, depth] = [false, 0];
  return lines.map((line) => {
    if (!isModule && /^(?:import|export)\s/.test(line)) [isModule, depth] = [true, 0];
    if (!isModule) return line;
    for (const char of line) depth += char === '{' ? 1 : char === '}' ? -1 : 0;
    if (line.trim() === '' && depth <= 0) isModule = false;
    return '';
  });
}

/** The offsets of closing braces, by the offsets of their opening braces. */
function closingBraces(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else closing.set(open.pop() ?? -1, index);
  }
  return closing;
}

/**
 * The offsets where code spans end, by those where they begin: at the next run of equally many
 * backticks in the paragraph.
 */
function codeSpans(text: string): ReadonlyMap<number, number> {
  const spans = new Map<number, number>();
  const next = new Map<number, number>();
  const runs = [...text.matchAll(/`+|\n[ \t]*\n/g)].toReversed();
  for (const { 0: run, index } of runs) {
    if (!run.startsWith('`')) {
      next.clear();
      continue;
    }
    const close = next.get(run.length);
    if (close !== undefined) spans.set(index, close);
    next.set(run.length, index);
  }
  return spans;
}

/** Tables of GitBook without columns whose header is hidden, and without hidden headers. */
const withoutHiddenCells = (text: string): string =>
  text.replaceAll(/<table\b[^]*?<\/table>/g, (table) => {
    const rows = table.split(/(?=<tr[\s>])/);
    const cellsIn = (row: string): string[] => row.split(/(?=<t[hd][\s>])/);
    const hidden = cellsIn(rows[1] ?? '').map((cell) => /^<t[hd][^>]*\sdata-hidden/.test(cell));
    return rows
      .map((row, at) =>
        cellsIn(row)
          .map((cell, column) =>
            hidden[column] === true ||
            (at === 1 && column > 0 && /^<table[^>]*data-header-hidden/.test(table))
              ? blank(cell)
              : cell,
          )
          .join(''),
      )
      .join('');
  });
