/** Footnotes. */
import { linesText, push, lineText } from './rule.ts';
import type { BlockRule } from './rule.ts';

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
