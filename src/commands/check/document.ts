import * as v from 'valibot';
import { described, document, int, intFrom, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const shownFinding = v.strictObject({
  code: text('The rule.'),
  severity: v.picklist(['error', 'warning']),
  message: text(),
  hint: v.nullable(text('What to do, if the message does not say it.')),
  file: text('Path relative to the project.'),
  line: intFrom(1, 'From 1.'),
  column: intFrom(1, 'From 1, in UTF-16 units.'),
  fixable: described(v.boolean(), 'Whether --fix can fix it.'),
});
export type ShownFinding = Printed<typeof shownFinding>;

const findings = v.pipe(v.array(shownFinding), v.title('findings'));

export const checkSchema = document(
  'check',
  'docs check --json',
  'The findings, by file and place.',
  v.strictObject({
    findings,
    fixed: findings,
    pages: int('Number of pages that were checked.'),
    definitions: int('Number of API definitions that were checked.'),
    others: int(
      'Number of other files that were checked: settings, navigations, posts and synced blocks.',
    ),
    errors: int(),
    warnings: int(),
    baseline: described(
      v.nullable(
        v.strictObject({
          known: intFrom(
            0,
            'Number of findings in it that still exist; with --write-baseline, the number that it now has.',
          ),
          gone: intFrom(0, 'Number of findings in it that no longer exist.'),
        }),
      ),
      'Findings in the baseline, which are not listed above. Null if the project has no baseline, or if it was not used.',
    ),
    external: described(
      v.nullable(
        v.strictObject({
          links: int('Number of different addresses of other sites that the texts link to.'),
          known: int(
            'Of them, those that were fine within the last day: they were not asked again.',
          ),
          unknown: int('Of them, those that could not be judged, or that were not asked.'),
        }),
      ),
      'With --external; else null.',
    ),
  }),
);
/** The findings in `fixed` are not in `findings`. */
export type CheckReport = Printed<typeof checkSchema>;

const example = v.pipe(
  v.nullable(v.union([v.string(), v.record(v.string(), v.string())])),
  v.title('example'),
  v.description(
    'The text of a page (a header is added if it has none), or files by their paths in a content folder. Null if no text can show it.',
  ),
);
export type RuleExample = NonNullable<Printed<typeof example>>;

const explainedRule = v.strictObject({
  rule: text(),
  severity: described(
    v.picklist(['error', 'warning']),
    'Severity, unless the configuration changes it.',
  ),
  setting: described(
    v.nullable(v.picklist(['error', 'warning', 'off'])),
    'Severity in the configuration; null if it does not set one.',
  ),
  says: text('What the rule reports.'),
  why: text('Why it matters.'),
  wrong: example,
  right: example,
});
export type ExplainedRule = Printed<typeof explainedRule>;

export const checkRulesSchema = document(
  'check-rules',
  'docs check --rules --json',
  'The rules of pages; with --explain, one of them.',
  v.array(explainedRule),
);
