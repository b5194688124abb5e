/** What `check` and `upload` share: every definition is checked, and what was found is shown, annotated and counted. */
import type { Context } from '../../context.ts';
import { checkFile, type CheckedDefinition } from '../../content/openapi/check.ts';
import type { Problem } from '../../content/openapi/problem.ts';
import type { ReferencePolicy } from '../../content/openapi/resolver.ts';
import { RulesetError } from '../../content/openapi/ruleset.ts';
import { Failure } from '../../model/failure.ts';
import { shown, type WantedDefinition } from './wanted-definitions.ts';

/** Checks all files, one after the other: the library keeps much of a large one in memory. */
export async function checkAll(
  context: Context,
  wanted: readonly WantedDefinition[],
  policy: ReferencePolicy,
): Promise<CheckedDefinition[]> {
  const { ui } = context;
  const progress = ui.progress('Checking');
  const checked: CheckedDefinition[] = [];
  try {
    for (const { file } of wanted) {
      progress.update(`Checking ${shown(context, file)}`);
      checked.push(await checkOne(file, policy));
    }
  } finally {
    progress.stop();
  }
  for (const note of new Set(checked.flatMap(({ notes }) => notes))) ui.warn(note);
  for (const problem of checked.flatMap(({ problems }) => problems)) annotate(context, problem);
  return checked;
}

/** What the ruleset has wrong is the user's, not ours. */
async function checkOne(file: string, policy: ReferencePolicy): Promise<CheckedDefinition> {
  try {
    return await checkFile(file, policy);
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error;
    throw new Failure('config', `The definition rules cannot be used: ${error.message}`, {
      hint: 'see redocly.yaml in the project folder',
      cause: error,
    });
  }
}

function annotate(
  context: Context,
  { severity, rule, message, file, line, column }: Problem,
): void {
  const { ui } = context;
  ui.annotate({
    level: severity,
    message: `${message} (${rule})`,
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
