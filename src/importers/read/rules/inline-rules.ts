/**
 * Inline rules for markdown-it for other tools. Each returns one token that contains an
 * `InlineMark`.
 */
import type { StateInline } from 'markdown-it';
import { endOfBraces, elementTagAt } from '../element.ts';
import type { ElementTag } from '../element.ts';
import type { PageBudget } from './rule.ts';

/** The content of a token. */
export type InlineMark =
  | { readonly kind: 'tag'; readonly tag: ElementTag; readonly source: string }
  | { readonly kind: 'expression'; readonly code: string; readonly source: string }
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  /** What only some visitors see. */
  | { readonly kind: 'condition'; readonly source: string }
  /** Something that readers do not see: a comment, attributes. `id`: its name for links. */
  | { readonly kind: 'nothing'; readonly id?: string };

/** The token's type. */
export const INLINE_MARK = 'import_mark';

type Rule = (state: StateInline, silent: boolean) => boolean;

function push(state: StateInline, mark: InlineMark, end: number, silent: boolean): true {
  if (!silent) state.push(INLINE_MARK, '', 0).meta = { mark };
  state.pos = end;
  return true;
}

/** Elements and comments. */
export const tagRule: Rule = (state, silent) => {
  const { src, pos } = state;
  if (src[pos] !== '<') return false;
  if (src.startsWith('<!--', pos)) {
    const budget = state.env['budget'] as PageBudget;
    if (budget.unclosed?.src === src && pos >= budget.unclosed.from) return false;
    const end = src.indexOf('-->', pos + 4);
    if (end === -1) budget.unclosed = { src, from: pos };
    return end !== -1 && push(state, { kind: 'nothing' }, end + 3, silent);
  }
  const tag = elementTagAt(src, pos);
  if (tag === undefined || tag.end > state.posMax) return false;
  return push(state, { kind: 'tag', tag, source: src.slice(pos, tag.end) }, tag.end, silent);
};

/** `{…}` of MDX. */
export const inlineExpressionRule: Rule = (state, silent) => {
  const { src, pos } = state;
  const budget = state.env['budget'] as PageBudget;
  if (src[pos] !== '{' || budget.ahead <= 0) return false;
  const limit = Math.min(state.posMax, pos + 5000);
  const end = endOfBraces(src, pos, limit);
  budget.ahead -= (end === -1 ? limit : end) - pos;
  if (end === -1) return false;
  const source = src.slice(pos, end);
  return push(state, { kind: 'expression', code: source.slice(1, -1), source }, end, silent);
};

const MUSTACHES = /\{\{([^\n]{1,500}?)\}\}/y;

/** `{{ … }}` of Vue. */
export const mustacheRule: Rule = (state, silent) => {
  if (state.src[state.pos] !== '{') return false;
  MUSTACHES.lastIndex = state.pos;
  const [source, code = ''] = MUSTACHES.exec(state.src) ?? [];
  if (source === undefined) return false;
  return push(state, { kind: 'expression', code, source }, MUSTACHES.lastIndex, silent);
};

const CONDITION = /\{%-?\s*(if|endif)(?=[\s%])[^\n]{0,500}?%\}/y;

/** `{% if … %}` of GitBook within a text, up to its end or that of the text. */
export const conditionRule: Rule = (state, silent) => {
  const { src, pos, posMax } = state;
  let depth = 0;
  let at = pos;
  while (at !== -1 && at < posMax) {
    CONDITION.lastIndex = at;
    const [tag, name] = CONDITION.exec(src) ?? [];
    if (depth === 0 && name !== 'if') return false;
    if (name !== undefined) depth += name === 'if' ? 1 : -1;
    at += tag?.length ?? 1;
    if (depth === 0) break;
    at = src.indexOf('{%', at);
  }
  const end = depth === 0 ? at : posMax;
  return push(state, { kind: 'condition', source: src.slice(pos, end) }, end, silent);
};

const KEYS = /\+\+([\w-]+(?:\+[\w-]+)*|"[^"\n]+")\+\+/y;

/** `++ctrl+c++` of Python-Markdown. */
export const keysRule: Rule = (state, silent) => {
  // `{++…++}` marks an insertion.
  if (state.src[state.pos] !== '+' || state.src[state.pos - 1] === '{') return false;
  KEYS.lastIndex = state.pos;
  const match = KEYS.exec(state.src);
  if (match === null) return false;
  const keys = (match[1] ?? '').split('+').map((key) => key.replaceAll('"', ''));
  return push(state, { kind: 'keys', keys }, KEYS.lastIndex, silent);
};

const ATTRIBUTES =
  /\{:?[ \t]*(?:[.#][\w-]+|[\w-]+=(?:"[^"\n]*"|[\w%-]+))(?:[ \t]+(?:[.#][\w-]+|[\w:-]+(?:=(?:"[^"\n]*"|[\w%:-]+))?))*[ \t]*\}/y;

/** `{ .class }` of Python-Markdown, after a link, an image or a line. */
export const attributesRule: Rule = (state, silent) => {
  if (state.src[state.pos] !== '{') return false;
  ATTRIBUTES.lastIndex = state.pos;
  const source = ATTRIBUTES.exec(state.src)?.[0];
  if (source === undefined) return false;
  const id = /[\s{:]#([\w.:-]+)/.exec(source.replaceAll(/"[^"]*"/g, ''))?.[1];
  return push(state, { kind: 'nothing', ...(id && { id }) }, ATTRIBUTES.lastIndex, silent);
};
