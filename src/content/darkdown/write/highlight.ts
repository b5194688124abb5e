/** Colours for code. */
import hljs from 'highlight.js/lib/common';
import { escapeHtml } from './html.ts';

/**
 * In characters. The grammars backtrack, so longer code and code with long lines are not coloured.
 */
const MAX_CODE = 20_000;
const LONG_LINE = /[^\n]{1000}/;

/** Names that pages use and the highlighter lacks. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['markup', 'xml'],
  ['curl', 'bash'],
  ['node', 'javascript'],
]);

/** `code` as HTML: in spans with classes if the language is known, otherwise only escaped. */
export function highlight(code: string, language: string): string {
  const name = ALIASES.get(language) ?? language;
  if (code.length > MAX_CODE || LONG_LINE.test(code) || hljs.getLanguage(name) === undefined) {
    return escapeHtml(code);
  }
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value.replaceAll('\0', '');
}
