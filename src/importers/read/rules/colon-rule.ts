/** Containers between colons. */
import { regionEnd, linesText, push, budgetOf, lineStart, lineText } from './rule.ts';
import type { BlockRule } from './rule.ts';

const COLONS = /^(:{3,})[ \t]*([\w-]+)?(.*)$/;

/** `:::name[title]{…}`, `::: name title`. */
export const colonRule: BlockRule = (state, startLine, endLine, silent) => {
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
  const inner = { text: linesText(state, startLine + 1, line), line: startLine + 1 };
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
