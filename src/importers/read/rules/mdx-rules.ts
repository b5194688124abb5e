/** Code of MDX: modules and expressions. */
import { endOfBraces } from '../element.ts';
import { breaksBefore, push, lookAhead, lineStart, lineText, finish } from './rule.ts';
import type { BlockRule } from './rule.ts';

const IMPORT = /^import\s+(?:[^'"\n;]{0,2000}?\sfrom\s*)?(['"])[^'"\n]*\1[ \t]*;?/;
const IMPORT_OPEN = /^import\s+(?:\w+\s*,\s*)?\{[^}'"]{0,4000}\}\s*from\s*(['"])[^'"\n]*\1[ \t]*;?/;
const EXPORT = /^export\s+(?:const|let|var|function|default|async|class|\{|\*)/;

/** A line that only closes brackets. */
const OWN_CLOSE = /\n[)\]}]{1,8};?(?=[ \t]*(?:\n|$))/;

/**
 * The offset after the braces that a statement opens before its first empty line; 0 if there are
 * none, -1 if they are not closed.
 */
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

/** `import` and `export` of MDX, up to an empty line that is not in braces. */
export const moduleRule: BlockRule = (state, startLine, endLine, silent) => {
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
  state.line = Math.min(endLine, startLine + breaksBefore(found.text, found.end) + 1);
  return true;
};

/** `{…}` of MDX on lines of its own. */
export const expressionRule: BlockRule = (state, startLine, endLine, silent) => {
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
