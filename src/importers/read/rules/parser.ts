/**
 * The markdown-it parser for a dialect. Each rule returns one token that contains a `Container` or
 * an `InlineMark`.
 */
import MarkdownIt from 'markdown-it';
import { boundQuotes, keepSurplusCells } from '../../../content/darkdown/markdown/added-rules.ts';
import { repairUrl } from '../../../content/darkdown/url.ts';
import type { Dialect } from '../../model.ts';
import { elementRule } from './element-rule.ts';
import {
  attributesRule,
  inlineExpressionRule,
  keysRule,
  conditionRule,
  mustacheRule,
  tagRule,
} from './inline-rules.ts';
import { fenceRule, footnoteRule, lineRule, mathRule } from './lines.ts';
import { expressionRule, moduleRule } from './mdx-rules.ts';
import { bangRule, colonRule, liquidRule } from './notations.ts';
import type { BlockRule } from './rule.ts';

export type MarkdownParser = InstanceType<typeof MarkdownIt>;

/** Blocks of Markdown that a container may interrupt. */
const INTERRUPTS = ['paragraph', 'reference', 'blockquote', 'list'];

/** `isInside`: for texts in containers, where indented lines are not code. */
export function parserFor(dialect: Dialect, isInside: boolean): MarkdownParser {
  const { isMdx = false, isPython, isVue, hasColons, hasTags } = dialect;
  const md = new MarkdownIt({ html: false, linkify: !isPython, maxNesting: 100 });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  md.validateLink = () => true;
  md.normalizeLink = repairUrl;
  md.normalizeLinkText = (text) => text;
  if (isMdx || isInside) {
    md.disable('code');
    md.block.ruler.at('fence', fenceRule, { alt: INTERRUPTS });
  }
  if (isMdx) md.disable('autolink');

  const block = (name: string, rule: BlockRule, alt = INTERRUPTS, before = 'fence'): void =>
    md.block.ruler.before(before, `import_${name}`, rule, { alt });
  if (hasColons) block('colons', colonRule);
  if (isPython) block('bangs', bangRule);
  if (hasTags) block('liquid', liquidRule);
  if (isMdx) {
    block('module', moduleRule, []);
    block('expression', expressionRule, ['paragraph']);
  }
  block('line', lineRule(dialect));
  block('math', mathRule);
  block('element', elementRule(isMdx));
  block('footnote', footnoteRule, ['paragraph', 'reference'], 'reference');

  md.inline.ruler.after('autolink', 'import_tag', tagRule);
  if (isMdx) md.inline.ruler.push('import_expression', inlineExpressionRule);
  if (isVue) md.inline.ruler.push('import_mustache', mustacheRule);
  if (hasTags) md.inline.ruler.push('import_condition', conditionRule);
  if (isPython) {
    md.core.ruler.before('block', 'import_targets', (state) => {
      state.src = withPipesInCode(withSpacedTargets(state.src));
    });
    md.inline.ruler.push('import_keys', keysRule);
    md.inline.ruler.push('import_attributes', attributesRule);
  }
  md.core.ruler.push('import_boxes', ({ tokens }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [text] =
        type === 'inline' && tokens[index - 2]?.type === 'list_item_open' ? (children ?? []) : [];
      if (text?.type === 'text') text.content = text.content.replace(/^\[[ xX]\](?= )/, boxOf);
    }
  });
  boundQuotes(md);
  keepSurplusCells(md);
  return md;
}

/** The box of a task list item. */
const boxOf = (source: string): string => (source === '[ ]' ? '☐' : '☑');

/** Puts link targets with spaces in angle brackets, which CommonMark needs. */
const withSpacedTargets = (text: string): string =>
  text.includes('](')
    ? text.replaceAll(/^(?![ \t]*(?:```|~~~))[^`\n]{0,2000}$/gm, (line) =>
        line.replaceAll(
          /(\]\()([^()<>"'\s]{1,200}(?: [^()<>"'\s]{1,200}){1,20}\.\w{1,5})(?=\))/g,
          '$1<$2>',
        ),
      )
    : text;

const DELIMITERS = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Escapes pipes in code in tables. In Python-Markdown, these do not end a cell. */
function withPipesInCode(text: string): string {
  if (!/`[^`\n]*\|/.test(text)) return text;
  const lines = text.split('\n');
  let [isCode, isTable] = [false, false];
  return lines
    .map((line, at) => {
      if (/^[ \t]*(?:```|~~~)/.test(line)) isCode = !isCode;
      const isHead = line.includes('|') && DELIMITERS.test(lines[at + 1]?.slice(0, 2000) ?? '');
      isTable = !isCode && line.trim() !== '' && (isTable || isHead);
      if (!isTable) return line;
      return line.replaceAll(/(`+)[^`]+\1/g, (code) => code.replaceAll(/(?<!\\)\|/g, '\\|'));
    })
    .join('\n');
}
