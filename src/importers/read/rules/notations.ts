/** Blocks between special marks: `:::`, `!!!`, `===`, `{% %}`. */
import { findClose } from '../element.ts';
import type { Pair } from '../element.ts';
import {
  breaksBefore,
  budgetOf,
  finish,
  lineStart,
  lineText,
  linesText,
  lookAhead,
  push,
  mayContain,
} from './rule.ts';
import type { BlockRule, Container } from './rule.ts';

const COLONS = /^(:{3,})[ \t]*([\w-]+)?(.*)$/;

/** `:::name[title]{…}`, `::: name title`. */
export const colonRule: BlockRule = (state, startLine, endLine, silent) => {
  const match = COLONS.exec(lineText(state, startLine));
  if (match === null) return false;
  const [, colons = '', name, rest = ''] = match;
  if (silent) return true;
  if (name === undefined) {
    // The line closes a container that was never opened.
    push(state, { kind: 'nothing' }, startLine, startLine + 1);
    state.line = startLine + 1;
    return true;
  }
  let depth = 1;
  let fence: string | null = null;
  let line = startLine + 1;
  for (; mayContain(state, line, endLine); line += 1) {
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
  state.line = mayContain(state, line, endLine) ? line + 1 : line;
  return true;
};

const BANG =
  /^(!!!|\?\?\?\+?)[ \t]+([\w-]+)((?:[ \t]+[\w-]+)*)(?:[ \t]+(?:"(.*)"|'(.*)'))?[ \t]*(?:\{.*\})?[ \t]*$/;
const TAB = /^===[+!]{0,2}[ \t]+(?:"(.*)"|'(.*)')[ \t]*$/;
const BARE_BANG = /^(!!!|\?\?\?\+?)[ \t]+"(.*)"[ \t]*$/;

/** Admonitions and tabs of Python-Markdown: their content is indented by four spaces. */
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

const LIQUID = /^\{%-?\s*(@?[a-z][\w/-]*)((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'%]|%(?!\}))*)%\}/;

const liquidPair = (name: string): Pair => ({
  mark: new RegExp(`\\{%-?\\s*(?:end)?${name}(?=[\\s%])`, 'y'),
  read: (text, at) => {
    const end = text.indexOf('%}', at);
    if (end === -1) return { kind: 'none', end: at + 2 };
    const isEnd = /^\{%-?\s*end/.test(text.slice(at, at + 12));
    return { kind: isEnd ? 'close' : 'open', end: end + 2 };
  },
});

export const liquidRule: BlockRule = (state, startLine, endLine, silent) => {
  const start = lineStart(state, startLine);
  if (!state.src.startsWith('{%', start)) return false;
  if (!/^\{%-?\s*@?[a-z]/.test(state.src.slice(start, start + 20))) return false;
  if (silent) return true;
  const found = lookAhead(state, startLine, endLine, (text, isAll) => {
    const at = text.indexOf('{%');
    const match = LIQUID.exec(text.slice(at, at + 4000));
    if (match === null) return isAll ? null : undefined;
    const [source, name = ''] = match;
    const end = at + source.length;
    if (name === 'include' || name.startsWith('end')) return { text, match, end, close: null };
    const close = findClose(text, end, liquidPair(name));
    if (close === undefined) return isAll ? { text, match, end, close: null } : undefined;
    return { text, match, end, close };
  });
  if (!found) return false;
  const { text, match, end, close } = found;
  const [, name = '', rest = ''] = match;
  const attributes = new Map<string, string>();
  for (const pair of rest.matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))/g)) {
    const value = pair[2] ?? pair[3] ?? pair[4] ?? '';
    attributes.set(pair[1] ?? '', value.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'));
  }
  const bare = /^\s*["']([^"']+)["']\s*$/.exec(rest)?.[1];
  const inner =
    close === null
      ? null
      : { text: text.slice(end, close.start), line: startLine + breaksBefore(text, end) };
  const container: Container =
    name === 'include' && bare !== undefined
      ? { kind: 'include', path: bare, lines: '' }
      : { kind: 'liquid', name, attributes, inner };
  push(state, container, startLine, startLine + 1);
  return finish(state, startLine, text, close?.end ?? end);
};
