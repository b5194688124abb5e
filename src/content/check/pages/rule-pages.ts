import type { RuleCode } from '../rules.ts';
import { PAGES_OF_FILES } from './of-files.ts';
import { PAGES_OF_HEADERS } from './of-headers.ts';
import { PAGES_OF_TEXTS } from './of-texts.ts';
import type { Example, RulePage } from './rule-page.ts';

/** The page of each rule. */
export const RULE_PAGES: Readonly<Record<RuleCode, RulePage>> = {
  ...PAGES_OF_FILES,
  ...PAGES_OF_HEADERS,
  ...PAGES_OF_TEXTS,
};

/** Where the page of an example lies that has no other files. */
const PAGE = 'v1/d/page.md';

/** The files of an example. */
export function filesOfExample(example: Example): Readonly<Record<string, string>> {
  if (typeof example !== 'string') return example;
  const isWhole = example.startsWith('---\n');
  return { [PAGE]: isWhole ? example : `---\ntitle: Page\n---\n\n${example}\n` };
}
