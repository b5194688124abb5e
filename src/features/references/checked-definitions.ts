/** What `check` and `upload` share: every definition is checked, and what was found is shown, annotated and counted. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { checkFile, type CheckedDefinition, type Checks } from '../../content/openapi/check.ts';
import { KeptChecks } from '../../content/openapi/kept-checks.ts';
import type { Problem } from '../../content/openapi/problem.ts';
import type { ReferencePolicy } from '../../content/openapi/referenced-files.ts';
import { RulesetError } from '../../content/openapi/ruleset.ts';
import { Failure } from '../../model/failure.ts';
import { shown, type WantedDefinition } from './wanted-definitions.ts';

/** Checks all files, one after the other: the library keeps much of a large one in memory. */
export async function checkAll(
  context: Context,
  wanted: readonly WantedDefinition[],
  policy: ReferencePolicy,
  check = true,
): Promise<CheckedDefinition[]> {
  const { ui } = context;
  const { checks } = await context.config();
  const rules = { rules: checks.value, none: !check };
  const kept = keptChecks(context);
  const progress = ui.progress('Checking');
  const checked: CheckedDefinition[] = [];
  try {
    for (const { file } of wanted) {
      progress.update(`Checking ${shown(context, file)}`);
      checked.push(await checkOne(file, policy, rules, kept));
    }
  } finally {
    progress.stop();
  }
  for (const note of new Set(checked.flatMap(({ notes }) => notes))) ui.warn(note);
  for (const { problems } of checked) annotateFile(context, problems);
  return checked;
}

/** The checks of earlier runs by this build of the tool. */
export function keptChecks({ host }: Context): KeptChecks {
  const built = statSync(join(host.packageFolder, 'dist/main.cjs'), { throwIfNoEntry: false });
  return new KeptChecks(host.cacheFolder, `${host.version} ${built?.mtimeMs ?? 0}`);
}

/** Checks one definition. Rejects with `config` if the project's rules cannot be used: that is the user's, not ours. */
export async function checkOne(
  file: string,
  policy: ReferencePolicy,
  checks: Checks,
  kept: KeptChecks,
): Promise<CheckedDefinition> {
  try {
    return await checkFile(file, policy, checks, kept);
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error;
    throw new Failure('config', `The definition rules cannot be used: ${error.message}`, {
      hint: 'Correct `checks:` in docs-cli.config.yml, or redocly.yaml in the project folder',
      cause: error,
    });
  }
}

/** Most annotations of one rule in one file: forges show few, and count the rest. */
const MOST_ANNOTATIONS = 10;

function annotateFile(context: Context, problems: readonly Problem[]): void {
  const counts = new Map<string, number>();
  for (const problem of problems) {
    const number = (counts.get(problem.rule) ?? 0) + 1;
    counts.set(problem.rule, number);
    if (number <= MOST_ANNOTATIONS) annotate(context, problem);
  }
}

function annotate(
  context: Context,
  { severity, rule, message, why, file, line, column }: Problem,
): void {
  const { ui } = context;
  ui.annotate({
    level: severity,
    message: `${message}${why === null ? '' : `. ${why}`} (${rule})`,
    file: shown(context, file),
    line,
    column,
  });
}

export interface Totals {
  readonly errors: number;
  readonly warnings: number;
}

export function totalsOf(checked: readonly CheckedDefinition[]): Totals {
  const problems = checked.flatMap((each) => each.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: problems.length - errors };
}

/** What has to be read before there are rules cannot be set. */
const READING = new Set(
  'encoding syntax duplicate-key nesting aliases circle not-openapi bundle size'.split(' '),
);

/** The rules of what was found, from `least` on, that settings can change; sorted. */
export function rulesToSet(
  checked: readonly CheckedDefinition[],
  least: Problem['severity'],
): readonly string[] {
  const rules = checked
    .flatMap(({ problems }) => problems)
    .filter(
      ({ severity, rule }) => (severity === 'error' || least === 'warning') && !READING.has(rule),
    )
    .map(({ rule }) => rule);
  return [...new Set(rules)].toSorted();
}
