/** markdown-it's block rules for what other tools add to Markdown. Each leaves one token with a `Container` in it. */
import type MarkdownIt from 'markdown-it';
import type { Dialect } from '../../model.ts';
import type { BlockRule } from './rule.ts';
import { elementRule } from './element-rule.ts';
import { colonRule } from './colon-rule.ts';
import { bangRule } from './bang-rule.ts';
import { liquidRule } from './liquid-rule.ts';
import { lineRule } from './line-rule.ts';
import { moduleRule, expressionRule } from './mdx-rules.ts';
import { mathRule } from './math-rule.ts';
import { footnoteRule } from './footnote-rule.ts';

/** Adds the rules of a tool. */
export function addBlockRules(md: InstanceType<typeof MarkdownIt>, dialect: Dialect): void {
  const { isMdx = false } = dialect;
  const interrupts = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  const add = (name: string, rule: BlockRule, options = interrupts): void =>
    md.block.ruler.before('fence', name, rule, options);
  if (dialect.hasColons) add('import_colons', colonRule);
  if (dialect.isPython) add('import_bangs', bangRule);
  if (dialect.hasTags) add('import_liquid', liquidRule);
  if (isMdx) add('import_module', moduleRule, { alt: [] });
  if (isMdx) add('import_expression', expressionRule, { alt: ['paragraph'] });
  add('import_line', lineRule(dialect));
  add('import_math', mathRule);
  add('import_element', elementRule(isMdx));
  md.block.ruler.before('reference', 'import_footnote', footnoteRule, {
    alt: ['paragraph', 'reference'],
  });
}
