/**
 * Rules for lines that stand for, or begin, something else: includes, formulas, footnotes, fences.
 */
import type { Dialect } from '../../model.ts';
import { budgetOf, lineStart, lineText, linesText, push, mayContain } from './rule.ts';
import type { BlockRule, Container } from './rule.ts';

const SNIPPET = /^-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$/;
/** Marks the start or end of a part of a file for snippets. */
const SECTION = /^-+8<-+[ \t]+\[[ \t]*(?:start|end)[ \t]*:[ \t]*[\w-]+[ \t]*\][ \t]*$/;
const CODE_FILE = /^<<<[ \t]*(\S+?)((?:#[\w-]+)?(?:\{[^}]*\})?)(?:[ \t]*\[([^\]]*)\])?[ \t]*$/;
const CONTENTS = /^\[\[?toc\]?\][ \t]*$/i;

/** Lines that stand for a file, or for a table of contents. */
export const lineRule =
  ({ isPython, isVue }: Dialect): BlockRule =>
  (state, startLine, _endLine, silent) => {
    const char = state.src[lineStart(state, startLine)];
    if (char !== '-' && char !== '<' && char !== '[') return false;
    const text = lineText(state, startLine);
    let container: Container | null = null;
    const snippet = isPython ? SNIPPET.exec(text) : null;
    const file = isVue ? CODE_FILE.exec(text) : null;
    if (snippet) container = { kind: 'include', ...snippetIn(snippet[1] ?? '') };
    if (file) {
      const [source, path = '', lines = '', title = ''] = file;
      const label = title === '' ? '' : ` [${title}]`;
      container = { kind: 'code-file', path, info: `${lines}${label}`, source };
    }
    if ((CONTENTS.test(text) && (isPython || isVue)) || (isPython && SECTION.test(text))) {
      container = { kind: 'nothing' };
    }
    if (container === null) return false;
    if (silent) return true;
    push(state, container, startLine, startLine + 1);
    state.line = startLine + 1;
    return true;
  };

/** `file.md`, `file.md:section`, `file.md:2:3`. */
function snippetIn(named: string): { readonly path: string; readonly lines: string } {
  const [, path = named, part = ''] = /^([^:]*\.\w+):([\w:-]+)$/.exec(named) ?? [];
  if (part === '') return { path, lines: '' };
  const [, first, last] = /^(\d*)(?::(\d+))?$/.exec(part) ?? [];
  return { path, lines: first === undefined ? `#${part}` : `{${first},${last ?? ''}}` };
}

/** `$$` on lines of its own. */
export const mathRule: BlockRule = (state, startLine, endLine, silent) => {
  if (!/^\$\$[ \t]*$/.test(lineText(state, startLine))) return false;
  for (let line = startLine + 1; mayContain(state, line, endLine); line += 1) {
    budgetOf(state).ahead -= 20;
    if (budgetOf(state).ahead < 0) return false;
    if (!/^\$\$[ \t]*$/.test(lineText(state, line))) continue;
    if (silent) return true;
    const source = linesText(state, startLine + 1, line);
    push(state, { kind: 'math', source }, startLine, line + 1);
    state.line = line + 1;
    return true;
  }
  return false;
};

/** `[^1]: text`, with the indented lines that follow. */
export const footnoteRule: BlockRule = (state, startLine, endLine, silent) => {
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
    text: `${match[2] ?? ''}\n${linesText(state, startLine + 1, last, state.blkIndent + 4)}`,
    line: startLine,
  };
  push(state, { kind: 'footnote', label: match[1] ?? '', inner }, startLine, startLine + 1);
  state.line = last;
  return true;
};

const OPEN = /^(`{3,}|~{3,})(.*)$/;
const CLOSE = /^(`{3,}|~{3,})[ \t]*$/;

/** A fence in formats without indented code, such as MDX: any indentation is allowed. */
export const fenceRule: BlockRule = (state, startLine, endLine, silent) => {
  const [, mark, info = ''] = OPEN.exec(lineText(state, startLine)) ?? [];
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return false;
  if (silent) return true;
  let line = startLine + 1;
  let isClosed = false;
  for (; line < endLine; line += 1) {
    const isOutside = (state.sCount[line] ?? 0) < state.blkIndent;
    if (isOutside && !state.isEmpty(line)) break;
    isClosed = CLOSE.exec(lineText(state, line))?.[1]?.startsWith(mark) === true;
    if (isClosed) break;
  }
  const token = state.push('fence', 'code', 0);
  token.info = info;
  token.content = linesText(state, startLine + 1, line, state.sCount[startLine] ?? 0, true);
  token.markup = mark;
  token.map = [startLine, line];
  state.line = isClosed ? line + 1 : line;
  return true;
};
