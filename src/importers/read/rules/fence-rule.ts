/** Code between fences where no code is made by indentation, as in MDX: the fences may stand anywhere. */
import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';

const OPEN = /^(`{3,}|~{3,})(.*)$/;
const CLOSE = /^(`{3,}|~{3,})[ \t]*$/;

function fence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const textAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const [, mark, info = ''] = OPEN.exec(textAt(startLine)) ?? [];
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return false;
  if (silent) return true;
  let line = startLine + 1;
  let isClosed = false;
  for (; line < endLine; line += 1) {
    const isOutside = (state.sCount[line] ?? 0) < state.blkIndent;
    if (isOutside && !state.isEmpty(line)) break;
    isClosed = CLOSE.exec(textAt(line))?.[1]?.startsWith(mark) === true;
    if (isClosed) break;
  }
  const token = state.push('fence', 'code', 0);
  token.info = info;
  token.content = state.getLines(startLine + 1, line, state.sCount[startLine] ?? 0, true);
  token.markup = mark;
  token.map = [startLine, line];
  state.line = isClosed ? line + 1 : line;
  return true;
}

/** Lets fences stand behind any number of spaces. */
export const allowIndentedFences = (md: InstanceType<typeof MarkdownIt>): void =>
  md.block.ruler.at('fence', fence, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
