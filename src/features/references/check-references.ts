import type { DefinitionCheckReport } from '../../ui/documents/references.ts';
import type { Context } from '../../context.ts';
import type { CheckedDefinition } from '../../definitions/check.ts';
import { safeJson } from '../../ui/json-text.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../ui/count.ts';
import { definitionsView, wayOutView } from '../../ui/views/references/check.ts';
import { forgeNames } from '../annotations.ts';
import { policyOf, shown, wantedFiles } from './wanted-definitions.ts';
import { checkAll, rulesToSet, totalsOf, type Totals } from './checked-definitions.ts';
import type { ReferenceOptions } from './wanted-definitions.ts';

export interface CheckReferencesOptions extends ReferenceOptions {
  readonly format: 'text' | 'sarif';
  readonly failOn: 'error' | 'warning' | 'never';
}

/** Checks definitions and prints the findings. No request. Rejects with `content` if `--fail-on` says so. */
export async function checkFiles(
  context: Context,
  patterns: readonly string[],
  options: CheckReferencesOptions,
): Promise<void> {
  const { host, ui } = context;
  const policy = await policyOf(context, options);
  const checked = await checkAll(context, await wantedFiles(context, patterns), policy);
  const totals = totalsOf(checked);
  if (options.format === 'sarif') {
    const { problemsAsSarif } = await import('../../definitions/sarif.ts');
    const problems = checked.flatMap((each) => each.problems);
    const log = problemsAsSarif(problems, await forgeNames(context), host.version);
    await ui.raw(`${safeJson(log, 2)}\n`);
  } else {
    const files = checked.map((each) => reportOf(context, each));
    await ui.result<DefinitionCheckReport>({ files, ...totals }, definitionsView, { long: true });
  }
  if (!fails(totals, options.failOn)) return;
  const least = options.failOn === 'warning' ? 'warning' : 'error';
  const rules = rulesToSet(checked, least);
  if (rules.length > 0) {
    const setting = least === 'warning' ? 'off' : 'warning';
    const once = 'Or show them without failing: docs ref check --fail-on never';
    ui.say((style) => wayOutView({ rules, setting, once }, style));
  }
  const { errors, warnings } = totals;
  const found = errors > 0 ? count(errors, 'error') : count(warnings, 'warning');
  throw new Failure('content', `${found} in ${count(checked.length, 'definition')}.`);
}

const fails = ({ errors, warnings }: Totals, failOn: CheckReferencesOptions['failOn']): boolean => {
  if (failOn === 'never') return false;
  return errors > 0 || (failOn === 'warning' && warnings > 0);
};

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
  problems: problems.map((problem) =>
    Object.assign({}, problem, { file: shown(context, problem.file) }),
  ),
});
