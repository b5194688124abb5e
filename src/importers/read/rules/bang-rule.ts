/** Blocks of Python-Markdown. */
import type { Container } from './container.ts';
import { linesText, push, lineStart, lineText } from './rule.ts';
import type { BlockRule } from './rule.ts';

const BANG =
  /^(!!!|\?\?\?\+?)[ \t]+([\w-]+)((?:[ \t]+[\w-]+)*)(?:[ \t]+(?:"(.*)"|'(.*)'))?[ \t]*(?:\{.*\})?[ \t]*$/;
const TAB = /^===[+!]{0,2}[ \t]+(?:"(.*)"|'(.*)')[ \t]*$/;
const BARE_BANG = /^(!!!|\?\?\?\+?)[ \t]+"(.*)"[ \t]*$/;

/** Admonitions and tabs of Python-Markdown: what is indented by four belongs to them. */
export const bangRule: BlockRule = (state, startLine, endLine, silent) => {
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
  const inner = { text: linesText(state, startLine + 1, last, least), line: startLine + 1 };
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
