/** Tags of GitBook. */
import { findClose } from '../element.ts';
import type { Pair } from '../element.ts';
import type { Container } from './container.ts';
import { breaksBefore, push, lookAhead, lineStart, finish } from './rule.ts';
import type { BlockRule } from './rule.ts';

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

export const liquidRule: BlockRule = (state, startLine, endLine, silent) => {
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
  const [, name = '', rest = ''] = match;
  const attributes = new Map<string, string>();
  for (const pair of rest.matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))/g)) {
    attributes.set(pair[1] ?? '', (pair[2] ?? pair[3] ?? pair[4] ?? '').replaceAll('\\"', '"'));
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
