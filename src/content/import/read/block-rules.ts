/** markdown-it's block rules for what other tools add to Markdown. Each leaves one token with a `Container` in it. */
import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';
import type { Tool } from '../model.ts';
import { elementPair, endOfBraces, findClose, elementTagAt } from './element.ts';
import type { ElementTag, Pair } from './element.ts';
import { BLOCKS, INLINE, INLINE_COMPONENTS, VOID } from './names.ts';

/** Text inside a container. `line` counts from 0, from the first line of the text that was parsed. */
export interface Inner {
  readonly text: string;
  readonly line: number;
}

/** What one token holds. */
export type Container =
  | { readonly kind: 'element'; readonly tag: ElementTag; readonly inner: Inner | null }
  /** `:::name title`, `!!! name "title"`, `??? name "title"`, `=== "title"`. */
  | {
      readonly kind: 'named';
      readonly mark: ':::' | '!!!' | '???' | '===';
      readonly name: string;
      readonly title: string;
      /** Whether it is unfolded at first. */
      readonly isOpen: boolean;
      readonly inner: Inner;
    }
  | {
      readonly kind: 'liquid';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly source: string;
      readonly inner: Inner | null;
    }
  /** A file in place of a line: `lines` is what the tool adds to the path. */
  | { readonly kind: 'include'; readonly path: string; readonly lines: string }
  | {
      readonly kind: 'code-file';
      readonly path: string;
      readonly info: string;
      readonly source: string;
    }
  | { readonly kind: 'expression'; readonly code: string }
  | { readonly kind: 'module'; readonly source: string }
  | { readonly kind: 'math'; readonly source: string }
  | { readonly kind: 'footnote'; readonly label: string; readonly inner: Inner }
  /** A comment, a table of contents: readers do not see it. */
  | { readonly kind: 'nothing' }
  /** Text behind the end of a container, on the same line. */
  | { readonly kind: 'rest'; readonly inner: Inner };

/** The token's type. */
export const CONTAINER = 'import_container';

/** How much may be looked ahead, in characters: some for each page, and some for each of its characters. */
const AHEAD = 2_000_000;
const AHEAD_EACH = 60;

/** What the reading of one page needs, through all its parts. */
export interface PageBudget {
  ahead: number;
}

export const budgetFor = (text: string): PageBudget => ({
  ahead: AHEAD + AHEAD_EACH * text.length,
});

/** Deeper containers stay text. */
export const DEEPEST = 24;

/** The first line behind the part of the text that a container at `startLine` may fill. */
function regionEnd(state: StateBlock, startLine: number, limit: number): number {
  let line = startLine + 1;
  while (line < limit && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) {
    line += 1;
  }
  return line;
}

const textOf = (state: StateBlock, start: number, end: number, indent = state.blkIndent): string =>
  state.getLines(start, end, indent, false);

const count = (text: string, end = text.length): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
};

function push(state: StateBlock, container: Container, from: number, to: number): void {
  const token = state.push(CONTAINER, '', 0);
  token.meta = { container };
  token.map = [from, to];
  token.block = true;
}

const budgetOf = (state: StateBlock): PageBudget => state.env['budget'] as PageBudget;

/** What `find` returns for the lines from `startLine` on: it gets a few lines first, and more until it is satisfied. */
function lookAhead<Found>(
  state: StateBlock,
  startLine: number,
  endLine: number,
  find: (text: string, isAll: boolean) => Found | undefined,
): Found | undefined {
  const budget = budgetOf(state);
  for (let size = 16; ; size *= 4) {
    if (budget.ahead <= 0) return undefined;
    const end = regionEnd(state, startLine, Math.min(endLine, startLine + size));
    const isAll = end === endLine || end < startLine + size;
    const text = textOf(state, startLine, end);
    budget.ahead -= text.length;
    const found = find(text, isAll);
    if (found !== undefined || isAll) return found;
  }
}

const lineStart = (state: StateBlock, line: number): number =>
  (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);

const lineText = (state: StateBlock, line: number): string =>
  state.src.slice(lineStart(state, line), state.eMarks[line]);

type Rule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Ends the rule: what stands behind the end of the container on its line is read as well. */
function finish(state: StateBlock, startLine: number, text: string, end: number): boolean {
  const lines = count(text, end);
  const newline = text.indexOf('\n', end);
  const rest = text.slice(end, newline === -1 ? text.length : newline);
  state.line = startLine + lines + 1;
  if (rest.trim() !== '') {
    const inner = { text: rest.trim(), line: startLine + lines };
    push(state, { kind: 'rest', inner }, startLine + lines, state.line);
  }
  return true;
}

const COMPONENT = /^<\/?([A-Za-z][\w.:-]*)?(?=[\s/>]|$)/;

const elementRule =
  (isMdx: boolean): Rule =>
  (state, startLine, endLine, silent) => {
    const line = lineText(state, startLine);
    if (line[0] !== '<') return false;
    if (line.startsWith('<!--')) return silent || comment(state, startLine, endLine);
    const name = COMPONENT.exec(line)?.[1] ?? (isMdx && /^<\/?>/.test(line) ? '' : undefined);
    if (name === undefined || INLINE.has(name) || INLINE_COMPONENTS.has(name)) return false;
    if (silent) return !isInCodeSpan(state, startLine, endLine);
    const isKnown = BLOCKS.has(name.toLowerCase());
    const found = lookAhead(state, startLine, endLine, (text, isAll) => {
      const at = text.indexOf('<');
      const tag = elementTagAt(text, at);
      if (tag === undefined) return isAll ? null : undefined;
      const isVoid = VOID.has(tag.name.toLowerCase());
      if (tag.kind !== 'open' || isVoid) return { text, tag, close: null };
      const raw = rawEnd(text, tag);
      if (raw !== undefined) return { text, tag, close: raw };
      const close = findClose(text, tag.end, elementPair(tag.name));
      if (close === undefined) return isAll ? { text, tag, close: null } : undefined;
      return { text, tag, close };
    });
    if (!found) return false;
    const { text, tag, close } = found;
    const end = close?.end ?? tag.end;
    // A sentence that begins with a component.
    const isSentence = !isKnown && count(text, end) === 0 && isText(text, end);
    if (isSentence) return false;
    const inner =
      close === null
        ? null
        : { text: text.slice(tag.end, close.start), line: startLine + count(text, tag.end) };
    push(state, { kind: 'element', tag, inner }, startLine, startLine + 1);
    return finish(state, startLine, text, end);
  };

/** Lines of a paragraph that are looked at, before and behind. */
const NEAR = 20;

/** Whether the paragraph above, which the line would end, has begun a code span that goes on in it. */
function isInCodeSpan(state: StateBlock, startLine: number, endLine: number): boolean {
  const first = Math.max(state.line, startLine - NEAR);
  if (first >= startLine) return false;
  const before = state.src.slice(state.bMarks[first], state.bMarks[startLine]);
  budgetOf(state).ahead -= before.length;
  let open: string | null = null;
  for (const [run] of before.matchAll(/`+/g)) {
    if (open === null) open = run;
    else if (run === open) open = null;
  }
  if (open === null) return false;
  let line = startLine;
  while (line < Math.min(endLine, startLine + NEAR) && !state.isEmpty(line)) line += 1;
  const behind = state.src.slice(state.bMarks[startLine], state.eMarks[line - 1]);
  return [...behind.matchAll(/`+/g)].some(([run]) => run === open);
}

const isText = (text: string, from: number): boolean => {
  const newline = text.indexOf('\n', from);
  return !/^\s*(?:<|$)/.test(text.slice(from, newline === -1 ? text.length : newline));
};

/** The end of an element whose content is neither Markdown nor elements. */
function rawEnd(
  text: string,
  { name, end }: ElementTag,
): { start: number; end: number } | undefined {
  if (!/^(?:script|style|svg|math|textarea|template)$/i.test(name)) return undefined;
  const close = new RegExp(`</${name}\\s*>`, 'gi');
  close.lastIndex = end;
  const match = close.exec(text);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

const INCLUDE_COMMENT = /^<!--\s*@include:\s*([^\s{#]+)\s*([{#][^>]*?)?\s*-->/;

function comment(state: StateBlock, startLine: number, endLine: number): boolean {
  const found = lookAhead(state, startLine, endLine, (text, isAll) => {
    const end = text.indexOf('-->', 4);
    return end === -1 ? (isAll ? null : undefined) : { text, end: end + 3 };
  });
  if (!found) return false;
  const { text, end } = found;
  const include = INCLUDE_COMMENT.exec(text.trimStart());
  const container: Container = include
    ? { kind: 'include', path: include[1] ?? '', lines: include[2] ?? '' }
    : { kind: 'nothing' };
  push(state, container, startLine, startLine + 1);
  return finish(state, startLine, text, end);
}

const COLONS = /^(:{3,})[ \t]*([\w-]+)?(.*)$/;

/** `:::name[title]{…}`, `::: name title`. */
const colonRule: Rule = (state, startLine, endLine, silent) => {
  const match = COLONS.exec(lineText(state, startLine));
  if (match === null) return false;
  const [, colons = '', name, rest = ''] = match;
  if (silent) return true;
  if (name === undefined) {
    // A closing line without a container.
    push(state, { kind: 'nothing' }, startLine, startLine + 1);
    state.line = startLine + 1;
    return true;
  }
  const last = regionEnd(state, startLine, endLine);
  let depth = 1;
  let fence: string | null = null;
  let line = startLine + 1;
  for (; line < last; line += 1) {
    budgetOf(state).ahead -= 20;
    if (budgetOf(state).ahead < 0) return false;
    const start = lineStart(state, line);
    const text = /[:`~]/.test(state.src[start] ?? '') ? lineText(state, line) : '';
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence) && text.trim() === mark) fence = null;
    }
    if (fence !== null) continue;
    const other = COLONS.exec(text);
    if (other === null) continue;
    if (other[2] !== undefined) {
      if ((other[1] ?? '').length === colons.length) depth += 1;
    } else if (
      (other[3] ?? '').trim() === '' &&
      (other[1] ?? '').length >= colons.length &&
      ((other[1] ?? '').length > colons.length || (depth -= 1) === 0)
    ) {
      break;
    }
  }
  const title = rest
    .replace(/\{[^{}]*\}\s*$/, '')
    .trim()
    .replace(/^\[([^]*)\]$/, '$1');
  const isOpen = /\{[^{}]*\bopen\b[^{}]*\}\s*$/.test(rest);
  const label = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(rest);
  const inner = { text: textOf(state, startLine + 1, line), line: startLine + 1 };
  const said = label ? (label[1] ?? label[2] ?? '') : title;
  push(
    state,
    { kind: 'named', mark: ':::', name, title: said, isOpen, inner },
    startLine,
    startLine + 1,
  );
  state.line = Math.min(line + 1, last);
  return true;
};

const BANG =
  /^(!!!|\?\?\?\+?)[ \t]+([\w-]+)((?:[ \t]+[\w-]+)*)(?:[ \t]+(?:"(.*)"|'(.*)'))?[ \t]*(?:\{.*\})?[ \t]*$/;
const TAB = /^===[+!]{0,2}[ \t]+(?:"(.*)"|'(.*)')[ \t]*$/;
const BARE_BANG = /^(!!!|\?\?\?\+?)[ \t]+"(.*)"[ \t]*$/;

/** Admonitions and tabs of Python-Markdown: what is indented by four belongs to them. */
const bangRule: Rule = (state, startLine, endLine, silent) => {
  const char = state.src[lineStart(state, startLine)];
  if (char !== '!' && char !== '?' && char !== '=') return false;
  const text = lineText(state, startLine);
  const tab = TAB.exec(text);
  const bang = tab ? null : BANG.exec(text);
  const bare = (tab ?? bang) ? null : BARE_BANG.exec(text);
  if (!tab && !bang && !bare) return false;
  if (silent) return true;
  const least = (state.sCount[startLine] ?? 0) + 4;
  let line = startLine + 1;
  let last = line;
  for (; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    if ((state.sCount[line] ?? 0) < least) break;
    last = line + 1;
  }
  const inner = { text: textOf(state, startLine + 1, last, least), line: startLine + 1 };
  const container: Container = tab
    ? {
        kind: 'named',
        mark: '===',
        name: 'tab',
        title: tab[1] ?? tab[2] ?? '',
        isOpen: true,
        inner,
      }
    : {
        kind: 'named',
        mark: (bang ?? bare)?.[1] === '!!!' ? '!!!' : '???',
        name: bang?.[2] ?? 'note',
        title: bang ? (bang[4] ?? bang[5] ?? '') : (bare?.[2] ?? ''),
        isOpen: (bang ?? bare)?.[1] === '???+',
        inner,
      };
  push(state, container, startLine, startLine + 1);
  state.line = last;
  return true;
};

const LIQUID = /^\{%-?\s*([a-z][\w-]*)((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'%]|%(?!\}))*)%\}/;

/** Tags of GitBook that have no end. */
const ALONE: ReadonlySet<string> = new Set([
  'include',
  'openapi-operation',
  'openapi-schemas',
  'method',
]);

const liquidPair = (name: string): Pair => ({
  mark: new RegExp(`\\{%-?\\s*(?:end)?${name}(?=[\\s%])`, 'y'),
  read: (text, at) => {
    const end = text.indexOf('%}', at);
    if (end === -1) return { kind: 'none', end: at + 2 };
    const isEnd = /^\{%-?\s*end/.test(text.slice(at, at + 12));
    return { kind: isEnd ? 'close' : 'open', end: end + 2 };
  },
});

const liquidRule: Rule = (state, startLine, endLine, silent) => {
  const start = lineStart(state, startLine);
  if (!state.src.startsWith('{%', start)) return false;
  if (!/^\{%-?\s*[a-z]/.test(state.src.slice(start, start + 20))) return false;
  if (silent) return true;
  const found = lookAhead(state, startLine, endLine, (text, isAll) => {
    const at = text.indexOf('{%');
    const match = LIQUID.exec(text.slice(at, at + 4000));
    if (match === null) return isAll ? null : undefined;
    const [source, name = ''] = match;
    const end = at + source.length;
    if (ALONE.has(name) || name.startsWith('end')) return { text, match, end, close: null };
    const close = findClose(text, end, liquidPair(name));
    if (close === undefined) return isAll ? { text, match, end, close: null } : undefined;
    return { text, match, end, close };
  });
  if (!found) return false;
  const { text, match, end, close } = found;
  const [source, name = '', rest = ''] = match;
  const attributes = new Map<string, string>();
  for (const pair of rest.matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))/g)) {
    attributes.set(pair[1] ?? '', (pair[2] ?? pair[3] ?? pair[4] ?? '').replaceAll('\\"', '"'));
  }
  const bare = /^\s*["']([^"']+)["']\s*$/.exec(rest)?.[1];
  const inner =
    close === null
      ? null
      : { text: text.slice(end, close.start), line: startLine + count(text, end) };
  const container: Container =
    name === 'include' && bare !== undefined
      ? { kind: 'include', path: bare, lines: '' }
      : { kind: 'liquid', name, attributes, source, inner };
  push(state, container, startLine, startLine + 1);
  return finish(state, startLine, text, close?.end ?? end);
};

const SNIPPET = /^-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$/;
const CODE_FILE = /^<<<[ \t]*(\S+?)((?:#[\w-]+)?(?:\{[^}]*\})?)(?:[ \t]*\[([^\]]*)\])?[ \t]*$/;
const CONTENTS = /^\[\[?toc\]?\][ \t]*$/i;

/** Lines that stand for a file, or for a table of contents. */
const lineRule =
  (tool: Tool): Rule =>
  (state, startLine, _endLine, silent) => {
    const char = state.src[lineStart(state, startLine)];
    if (char !== '-' && char !== '<' && char !== '[') return false;
    const text = lineText(state, startLine);
    let container: Container | null = null;
    const snippet = tool === 'mkdocs' ? SNIPPET.exec(text) : null;
    const file = tool === 'vitepress' ? CODE_FILE.exec(text) : null;
    if (snippet) container = { kind: 'include', path: snippet[1] ?? '', lines: '' };
    if (file) {
      const [source, path = '', lines = '', title = ''] = file;
      const label = title === '' ? '' : ` [${title}]`;
      container = { kind: 'code-file', path, info: `${lines}${label}`, source };
    }
    if (CONTENTS.test(text) && (tool === 'mkdocs' || tool === 'vitepress')) {
      container = { kind: 'nothing' };
    }
    if (container === null) return false;
    if (silent) return true;
    push(state, container, startLine, startLine + 1);
    state.line = startLine + 1;
    return true;
  };

const IMPORT = /^import\s+(?:[^'"\n;]{0,2000}?\sfrom\s*)?(['"])[^'"\n]*\1[ \t]*;?/;
const IMPORT_OPEN = /^import\s+(?:\w+\s*,\s*)?\{[^}'"]{0,4000}\}\s*from\s*(['"])[^'"\n]*\1[ \t]*;?/;
const EXPORT = /^export\s+(?:const|let|var|function|default|async|class|\{|\*)/;

/** A line that only closes brackets. */
const OWN_CLOSE = /\n[)\]}]{1,8};?(?=[ \t]*(?:\n|$))/;

/** Where the braces that a statement opens before its first empty line are closed; -1 if they are not. */
function endOfStatement(text: string): number {
  const [head = ''] = text.split(/\n[ \t]*\n/, 1);
  let end = 0;
  for (let at = head.indexOf('{'); at !== -1; at = head.indexOf('{', end)) {
    const close = endOfBraces(text, at);
    if (close === -1) return -1;
    end = close;
  }
  return end;
}

/** `import` and `export` of MDX, up to an empty line outside of braces. */
const moduleRule: Rule = (state, startLine, endLine, silent) => {
  if (silent || (state.sCount[startLine] ?? 0) !== 0) return false;
  const first = lineText(state, startLine);
  if (!/^(?:import|export)\s/.test(first)) return false;
  const found = lookAhead(state, startLine, endLine, (text, isAll) => {
    if (first.startsWith('import')) {
      const match = IMPORT.exec(text) ?? IMPORT_OPEN.exec(text);
      return match === null ? (isAll ? null : undefined) : { text, end: match[0].length };
    }
    if (!EXPORT.test(text)) return null;
    const end = endOfStatement(text);
    if (end === -1) {
      if (!isAll) return undefined;
      const close = OWN_CLOSE.exec(text);
      const line = text.indexOf('\n');
      return {
        text,
        end: close ? close.index + close[0].length : line === -1 ? text.length : line,
      };
    }
    const blank = text.slice(end).search(/\n[ \t]*(?:\n|$)/);
    if (blank === -1) return isAll ? { text, end: text.length } : undefined;
    return { text, end: end + blank };
  });
  if (!found) return false;
  const source = found.text.slice(0, found.end);
  push(state, { kind: 'module', source }, startLine, startLine + 1);
  state.line = Math.min(endLine, startLine + count(found.text, found.end) + 1);
  return true;
};

/** `{…}` of MDX on lines of its own. */
const expressionRule: Rule = (state, startLine, endLine, silent) => {
  if (state.src[lineStart(state, startLine)] !== '{') return false;
  const found = lookAhead(state, startLine, endLine, (text, isAll) => {
    const at = text.indexOf('{');
    const end = endOfBraces(text, at);
    return end === -1 ? (isAll ? null : undefined) : { text, at, end };
  });
  if (!found) return false;
  const { text, at, end } = found;
  const newline = text.indexOf('\n', end);
  const rest = text.slice(end, newline === -1 ? text.length : newline);
  if (rest.trim() !== '') return false;
  if (silent) return true;
  push(state, { kind: 'expression', code: text.slice(at + 1, end - 1) }, startLine, startLine + 1);
  return finish(state, startLine, text, end);
};

/** `$$` on lines of its own. */
const mathRule: Rule = (state, startLine, endLine, silent) => {
  if (!/^\$\$[ \t]*$/.test(lineText(state, startLine))) return false;
  const last = regionEnd(state, startLine, endLine);
  for (let line = startLine + 1; line < last; line += 1) {
    budgetOf(state).ahead -= 20;
    if (budgetOf(state).ahead < 0) return false;
    if (!/^\$\$[ \t]*$/.test(lineText(state, line))) continue;
    if (silent) return true;
    const source = textOf(state, startLine + 1, line);
    push(state, { kind: 'math', source }, startLine, line + 1);
    state.line = line + 1;
    return true;
  }
  return false;
};

/** `[^1]: text`, with the indented lines that follow. */
const footnoteRule: Rule = (state, startLine, endLine, silent) => {
  const match = /^\[\^([^\]\s]+)\]:[ \t]*(.*)$/.exec(lineText(state, startLine));
  if (match === null) return false;
  if (silent) return true;
  let line = startLine + 1;
  let last = line;
  for (; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    const isLazy = last === line && !lineText(state, line).startsWith('[^');
    if ((state.sCount[line] ?? 0) < state.blkIndent + 2 && !isLazy) break;
    last = line + 1;
  }
  const inner = {
    text: `${match[2] ?? ''}\n${textOf(state, startLine + 1, last, state.blkIndent + 4)}`,
    line: startLine,
  };
  push(state, { kind: 'footnote', label: match[1] ?? '', inner }, startLine, startLine + 1);
  state.line = last;
  return true;
};

/** Adds the rules of a tool. */
export function addBlockRules(md: InstanceType<typeof MarkdownIt>, tool: Tool): void {
  const isMdx = tool === 'docusaurus' || tool === 'mintlify';
  const interrupts = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  const add = (name: string, rule: Rule, options = interrupts): void =>
    md.block.ruler.before('fence', name, rule, options);
  if (tool === 'docusaurus' || tool === 'vitepress' || tool === 'mintlify') {
    add('import_colons', colonRule);
  }
  if (tool === 'mkdocs') add('import_bangs', bangRule);
  if (tool === 'gitbook') add('import_liquid', liquidRule);
  if (isMdx) add('import_module', moduleRule, { alt: [] });
  if (isMdx) add('import_expression', expressionRule, { alt: ['paragraph'] });
  add('import_line', lineRule(tool));
  add('import_math', mathRule);
  add('import_element', elementRule(isMdx));
  md.block.ruler.before('reference', 'import_footnote', footnoteRule, {
    alt: ['paragraph', 'reference'],
  });
}
