import type { DefinitionCheckReport, CheckedFile } from './document.ts';
import type { Context } from '../../context.ts';
import type { CheckedDefinition } from '../../definitions/upload-check.ts';
import { safeJson } from '../../ui/json-text.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, grouped } from '../../model/text/sentences.ts';
import { findingsSummary } from '../../ui/markdown.ts';
import { forgeNames, requireOneFormat } from '../shared/annotations.ts';
import { policyOf, shown, wantedFiles } from '../shared/definition-files/wanted-definitions.ts';
import type { ReferenceOptions } from '../shared/definition-files/wanted-definitions.ts';
import {
  checkAll,
  rulesToSet,
  totalsOf,
  warnOfIgnoredDefinitions,
} from '../shared/definition-files/checked-definitions.ts';
import type { Totals } from '../shared/definition-files/checked-definitions.ts';
import { definitionRules } from '../../definitions/problem.ts';
import { renamed } from '../../system/findings/finding.ts';
import type { Finding } from '../../system/findings/finding.ts';
import { unixLines } from '../../ui/github-actions.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';

export interface CheckReferencesOptions extends ReferenceOptions {
  readonly format: 'text' | 'sarif' | 'unix';
  readonly failOn: 'error' | 'warning' | 'never';
  /** False if findings in the baseline are reported, too. */
  readonly baseline: boolean;
}

/** Checks definitions and prints the findings. No request. Rejects with `content` if `--fail-on` says so. */
export async function checkFiles(
  context: Context,
  patterns: readonly string[],
  options: CheckReferencesOptions,
): Promise<void> {
  const { host, ui } = context;
  requireOneFormat(options.format, ui.json);
  const policy = await policyOf(context, options);
  const wanted = await wantedFiles(context, patterns, { mayLack: true });
  const checked = await checkAll(context, wanted, policy, { baseline: options.baseline });
  await warnOfIgnoredDefinitions(context, checked, 'this check reads');
  const totals = totalsOf(checked);
  const problems = checked.flatMap((each) => each.problems);
  const nameOf = await forgeNames(context);
  const onForge = problems.map((each) => renamed(each, nameOf));
  if (options.format === 'sarif') {
    const { sarifLog } = await import('../../system/findings/sarif.ts');
    const log = sarifLog(host.version, definitionRules(problems), onForge);
    await ui.raw(`${safeJson(log, 2)}\n`);
  } else if (options.format === 'unix') {
    const nameHere = (file: string): string => shown(context, file);
    await ui.raw(unixLines(problems.map((each) => renamed(each, nameHere))), { long: true });
  } else {
    const files = checked.map((each) => reportOf(context, each));
    await ui.result<DefinitionCheckReport>({ files, ...totals }, definitionsView, { long: true });
  }
  if (problems.length > 0) {
    const found = `${count(totals.errors, 'error')}, ${count(totals.warnings, 'warning')}`;
    const title = `docs ref check: ${found} in ${count(checked.length, 'definition')}`;
    await ui.summarize(() => findingsSummary(title, onForge));
  }
  if (!fails(totals, options.failOn)) return;
  const found = findingsThatRefuse(context, checked, {
    least: options.failOn === 'warning' ? 'warning' : 'error',
    once: 'Or show them without failing: docs ref check --fail-on never',
  });
  throw new Failure('content', `${found} in ${count(checked.length, 'definition')}.`);
}

/**
 * Explains how to ignore the findings, once or permanently, and returns their number: `2 errors`.
 */
export function findingsThatRefuse(
  { ui }: Context,
  checked: readonly CheckedDefinition[],
  { least, once }: { readonly least: Finding['severity']; readonly once: string },
): string {
  const rules = rulesToSet(checked, least);
  if (rules.length > 0) {
    const setting = least === 'warning' ? 'off' : 'warning';
    ui.say((style) =>
      [
        `To let ${rules.length === 1 ? 'it' : 'them'} pass, write in docs-cli.config.yml:`,
        'checks:',
        ...rules.map((rule) => `  ${style.text(rule)}: ${setting}`),
        once,
      ].join('\n'),
    );
  }
  const { errors, warnings } = totalsOf(checked);
  return errors > 0 ? count(errors, 'error') : count(warnings, 'warning');
}

const fails = ({ errors, warnings }: Totals, failOn: CheckReferencesOptions['failOn']): boolean => {
  if (failOn === 'never') return false;
  return errors > 0 || (failOn === 'warning' && warnings > 0);
};

type ShownProblem = CheckedFile['problems'][number];

/** Paths are relative to the working folder. */
export const reportOf = (
  context: Context,
  { file, problems, upload }: CheckedDefinition,
): DefinitionCheckReport['files'][number] => ({
  file: shown(context, file),
  title: upload?.title ?? null,
  specification: upload?.specification ?? null,
  bytes: upload?.bytes.length ?? null,
  bundled: upload?.bundled ?? null,
  problems: problems.map(
    ({ severity, rule, message, hint: why, place: { file, line, column } }) => ({
      severity,
      rule,
      message,
      why,
      file: shown(context, file),
      line,
      column,
    }),
  ),
});

/** If one rule has more findings in a file than this, they are counted instead of listed. */
const MAX_PER_RULE = 5;
/** In that case, this many are still listed. */
const LISTED = 3;

export const definitionsView: View<DefinitionCheckReport> = ({ files, known }, style) =>
  [
    ...files.map((file) => fileView(file, style)),
    ...(known === 0
      ? []
      : [style.dim(`${known} more in the baseline: docs ref check --no-baseline shows them`)]),
  ].join('\n');

function fileView({ file, problems, specification, bundled }: CheckedFile, style: Style): string {
  const name = style.text(file);
  const what = `OpenAPI ${style.text(specification ?? '')}${bundled ? ', several files as one' : ''}`;
  const lines = groupsOf(problems).flatMap((group) => groupLines(group, style));
  if (specification !== null) lines.push(`${style.green('✔')} ${name} ${style.dim(what)}`);
  return lines.join('\n');
}

/** By rule and reason: errors first, otherwise in the order of their first finding. */
function groupsOf(problems: readonly ShownProblem[]): (readonly ShownProblem[])[] {
  const all = [
    ...groupBy(problems, ({ severity, rule, why }) => `${severity} ${rule} ${why}`).values(),
  ];
  const isError = ([first]: readonly ShownProblem[]): boolean => first?.severity === 'error';
  return [...all.filter(isError), ...all.filter((group) => !isError(group))];
}

function groupLines(group: readonly ShownProblem[], style: Style): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const listed = group.length > MAX_PER_RULE ? group.slice(0, LISTED) : group;
  const lines = listed.map((problem) => problemLine(problem, style));
  if (listed.length < group.length) {
    const more = grouped(group.length - listed.length);
    lines.push(style.dim(`  … and ${more} more of ${style.text(first.rule)}`));
  }
  if (first.why !== null) lines.push(style.dim(`  ${style.text(first.why)}`));
  return lines;
}

function problemLine(
  { severity, rule, message, file, line, column }: ShownProblem,
  style: Style,
): string {
  const mark = severity === 'error' ? style.red('error') : style.yellow('warning');
  return `${style.text(file)}:${line}:${column} ${mark} ${style.text(message)} ${style.dim(`[${style.text(rule)}]`)}`;
}
