/** Elements of HTML and JSX, and comments. */
import type { StateBlock } from 'markdown-it';
import { elementPair, findClose, elementTagAt } from '../element.ts';
import type { ElementTag } from '../element.ts';
import { BLOCKS, INLINE, INLINE_COMPONENTS, VOID } from '../names.ts';
import { breaksBefore, push, budgetOf, lookAhead, lineText, finish } from './rule.ts';
import type { BlockRule, Container } from './rule.ts';

const COMPONENT = /^<\/?([A-Za-z][\w.:-]*)?(?=[\s/>]|$)/;

export const elementRule =
  (isMdx: boolean): BlockRule =>
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
    // The line is a sentence that only begins with a component.
    const isSentence = !isKnown && breaksBefore(text, end) === 0 && isText(text, end);
    if (isSentence) return false;
    const inner =
      close === null
        ? null
        : { text: text.slice(tag.end, close.start), line: startLine + breaksBefore(text, tag.end) };
    push(state, { kind: 'element', tag, inner }, startLine, startLine + 1);
    return finish(state, startLine, text, end);
  };

/** The number of lines of a paragraph that are searched, before and after. */
const NEAR = 20;

/** Whether the paragraph above opened a code span that continues on this line. */
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
