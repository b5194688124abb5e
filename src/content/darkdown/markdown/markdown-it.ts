/** markdown-it with darkdown's inline syntax. For conversions only: it takes 30 ms to load. */
import MarkdownIt from 'markdown-it';
import type { Env, StateInline, Token } from 'markdown-it';
import { boundQuotes, noteDefinitions, keepSurplusCells } from './added-rules.ts';
import type { Notes } from './added-rules.ts';
import { BACKSLASH, BRACE, DOLLAR, LESS, PERCENT } from '../read/characters.ts';
import type { InlineTag } from '../read/inline.ts';
import { readInlinePlugin, readInlineTag } from '../read/inline.ts';
import { isSafeImage, repairUrl } from '../url.ts';
import { variableEnd } from '../read/variable.ts';
import { TAGS } from '../read/vocabulary.ts';

/** What the parser needs for a run of Markdown. References are those of the whole page. */
export interface MarkdownEnv extends Env {
  /** Whether the two characters `\n` break a line, as in early pipe tables. */
  readonly cellBreaks: boolean;
  /** Where link definitions and their uses are noted. */
  readonly notes?: Notes | undefined;
}

const BREAK = /<br[ \t]*\/?>/iy;

function pushTag(state: StateInline, tag: InlineTag | undefined, silent: boolean): boolean {
  if (tag === undefined || tag.end > state.posMax) return false;
  if (!silent) {
    const pair = TAGS.get(tag.name)?.form === 'pair';
    const token = state.push(pair ? 'pair' : 'tag', '', 0);
    token.meta = { tag };
    token.content = state.src.slice(tag.start, tag.end);
  }
  state.pos = tag.end;
  return true;
}

const tagRule = (state: StateInline, silent: boolean): boolean =>
  state.src.charCodeAt(state.pos) === BRACE &&
  pushTag(state, readInlineTag(state.src, state.pos), silent);

const pluginRule = (state: StateInline, silent: boolean): boolean =>
  state.src.charCodeAt(state.pos) === DOLLAR &&
  pushTag(state, readInlinePlugin(state.src, state.pos), silent);

function variableRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== PERCENT) return false;
  const end = variableEnd(state.src, state.pos);
  if (end === -1 || end > state.posMax) return false;
  if (inUrl(state, state.pos)) return false;
  if (!silent) state.push('variable', '', 0).content = state.src.slice(state.pos + 1, end - 1);
  state.pos = end;
  return true;
}

/** A URL from its `://` to the end of its word. */
type UrlSpan = readonly [start: number, end: number];

/** The URLs of each text, in order. Searched once per text, however many variables it has. */
const urlsOfText = new WeakMap<StateInline, readonly UrlSpan[]>();

/** Whether the word at `at` began as a URL: `%C3%A9` in a URL is not a variable. */
function inUrl(state: StateInline, at: number): boolean {
  const urls = urlsOfText.get(state) ?? findUrls(state.src);
  urlsOfText.set(state, urls);
  let low = 0;
  let high = urls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((urls[middle]?.[1] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return (urls[low]?.[0] ?? Number.POSITIVE_INFINITY) < at;
}

const findUrls = (text: string): readonly UrlSpan[] =>
  Array.from(text.matchAll(/:\/\/[^ \t\n\r\f\v]*/g), ({ 0: word, index }) => [
    index,
    index + word.length,
  ]);

function breakRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const code = src.charCodeAt(pos);
  let end = -1;
  if (code === LESS) {
    BREAK.lastIndex = pos;
    if (BREAK.test(src)) end = BREAK.lastIndex;
  } else if (code === BACKSLASH && src[pos + 1] === 'n' && state.env['cellBreaks'] === true) {
    end = pos + 2;
  }
  if (end === -1 || end > state.posMax) return false;
  if (!silent) state.push('hardbreak', 'br', 0).markup = '<br>';
  state.pos = end;
  return true;
}

/** The inline tag that a token stands for. */
export const tagOf = (token: Token): InlineTag => token.meta?.['tag'] as InlineTag;

/** Turns `pair` tokens that match and nest into opening and closing ones. The others stay text. */
function matchPairs(state: StateInline): void {
  if (!state.tokens.some(({ type }) => type === 'pair')) return;
  const open: Token[] = [];
  for (const token of state.tokens) {
    if (token.type === 'pair') {
      const tag = tagOf(token);
      const last = open.at(-1);
      if (!tag.close) open.push(token);
      else if (last?.type === 'pair' && tagOf(last).name === tag.name) {
        open.pop();
        last.type = 'pair_open';
        last.nesting = 1;
        token.type = 'pair_close';
        token.nesting = -1;
      } else token.type = 'text';
    } else if (token.nesting === 1) open.push(token);
    else if (token.nesting === -1) {
      while (open.at(-1)?.type === 'pair') plain(open.pop());
      open.pop();
    }
  }
  for (const token of open) if (token.type === 'pair') plain(token);
}

function plain(token: Token | undefined): void {
  if (token) token.type = 'text';
}

function create(): InstanceType<typeof MarkdownIt> {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 20 });
  md.validateLink = isSafeImage;
  // Keeps targets as they are written. `encodeUrl` turns them into URLs if needed.
  md.normalizeLink = repairUrl;
  md.inline.ruler.before('escape', 'break', breakRule);
  md.inline.ruler.push('darkdown_tag', tagRule);
  md.inline.ruler.push('darkdown_plugin', pluginRule);
  md.inline.ruler.push('variable', variableRule);
  md.inline.ruler2.before('fragments_join', 'pairs', matchPairs);
  boundQuotes(md);
  noteDefinitions(md);
  keepSurplusCells(md);
  return md;
}

/** The one parser of Markdown, with darkdown's inline syntax. */
export const markdownIt = create();

/** A link target as a URL: characters that a URL cannot hold are percent-encoded. */
export const encodeUrl = (target: string): string => normalizer.normalizeLink(target);

const normalizer = new MarkdownIt();
