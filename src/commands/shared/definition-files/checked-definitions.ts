/** Shared by `check` and `upload`: checks definitions; shows, annotates and counts the findings. */
import { relative, sep } from 'node:path';
import { finding } from '../../../content/check/finding.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import { RULES } from '../../../content/check/rules.ts';
import type { Context } from '../../../context.ts';
import {
  checkFile,
  type CheckedDefinition,
  type Checks,
} from '../../../definitions/upload-check.ts';
import type { Finding } from '../../../system/findings/finding.ts';
import type { ReferencePolicy } from '../../../definitions/referenced-files.ts';
import { isRemote, pathOfDocument } from '../../../definitions/referenced-files.ts';
import { RulesetError } from '../../../definitions/ruleset.ts';
import { Failure } from '../../../model/failure.ts';
import type { FilePath } from '../../../model/ids.ts';
import { type Project, generatedFiles } from '../../../model/project.ts';
import { lineTextsOf, withoutKnown } from '../../../content/check/baseline/baseline-file.ts';
import { ended } from '../../../model/text/sentences.ts';
import type { Annotation } from '../../../ui/ui.ts';
import { ignoredIn, warnOfIgnored } from '../../../system/git/working-tree.ts';
import { annotate, fewOfEachRule } from '../annotations.ts';
import { ruleSettings } from '../page-folders/rule-settings.ts';
import { shown, type WantedDefinition } from './wanted-definitions.ts';

/** Checks all files, one after the other: the library keeps much of a large file in memory. */
export async function checkAll(
  context: Context,
  wanted: readonly WantedDefinition[],
  policy: ReferencePolicy,
  { check = true, baseline = true }: { readonly check?: boolean; readonly baseline?: boolean } = {},
): Promise<CheckedDefinition[]> {
  const { ui } = context;
  const rules = {
    rules: await ruleSettings(context),
    others: Object.keys(RULES),
    none: !check,
    ...(baseline ? { fresh: withoutBaseline(await context.folder()) } : {}),
  };
  const progress = ui.progress('Checking');
  const checked: CheckedDefinition[] = [];
  try {
    for (const { file } of wanted) {
      progress.update(`Checking ${shown(context, file)}`);
      checked.push(await checkOne(file, policy, rules));
    }
  } finally {
    progress.stop();
  }
  for (const note of new Set(checked.flatMap(({ notes }) => notes))) ui.warn(note);
  await annotate(
    context,
    checked.flatMap(({ problems }) => annotationsOf(problems)),
  );
  return checked;
}

/** Checks one definition. Rejects with `config` if the project's rules cannot be used. */
export async function checkOne(
  file: string,
  policy: ReferencePolicy,
  checks: Checks,
): Promise<CheckedDefinition> {
  try {
    return await checkFile(file, policy, checks);
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error;
    throw new Failure('config', `The definition rules cannot be used: ${error.message}`, {
      hint: 'Correct `checks:` in docs-cli.config.yml, or redocly.yaml in the project folder',
      cause: error,
      place: error.place,
    });
  }
}

/** A problem in the form of `docs check` and of the baseline. */
export const findingOf = (
  root: string,
  { severity, rule, message, place: { file, line, column } }: Finding,
): CheckFinding =>
  finding(severity === 'error' ? 'bad-definition' : 'definition-warning', {
    file: inProject(root, file),
    line,
    column,
    message: `${message} (${rule})`,
  });

const inProject = (root: string, file: string): FilePath =>
  relative(root, file).split(sep).join('/') as FilePath;

/**
 * Warns of definitions that git ignores, and of such files that they refer to: an upload makes one
 * document of them. Not of those that are listed as generated.
 *
 * @param does the continuation of "3 files that"
 */
export async function warnOfIgnoredDefinitions(
  context: Context,
  checked: readonly CheckedDefinition[],
  does: string,
): Promise<void> {
  const project = await context.folder();
  const { root } = project;
  const generated = generatedFiles(project);
  const files = checked.flatMap(({ file, upload }) => [file, ...(upload?.parts?.documents ?? [])]);
  const local = files.filter((file) => !isRemote(file)).map(pathOfDocument);
  const named = local.map((file) => inProject(root, file)).filter((file) => !generated.has(file));
  await warnOfIgnored(context.ui, ignoredIn({ root, ...context.host }), named, does);
}

/**
 * Leaves out findings in the baseline. Problems that prevent a definition from being read or sent
 * are always reported.
 */
const withoutBaseline =
  (project: Project) =>
  (problems: readonly Finding[]): readonly Finding[] => {
    const found = new Map<CheckFinding, Finding>();
    for (const each of problems) {
      if (!READING.has(each.rule)) found.set(findingOf(project.root, each), each);
    }
    const compared = withoutKnown(project, [...found.keys()], lineTextsOf(project), () => false);
    if (compared === null) return problems;
    const fresh = new Set(compared.fresh.map((each) => found.get(each)));
    return problems.filter((each) => READING.has(each.rule) || fresh.has(each));
  };

const annotationsOf = (problems: readonly Finding[]): Annotation[] =>
  fewOfEachRule(problems).map(({ severity, rule, message, hint, place }) => {
    const text = `${hint === null ? message : `${ended(message)} ${hint}`} (${rule})`;
    return { severity, message: text, place };
  });

export interface Totals {
  readonly errors: number;
  readonly warnings: number;
  /** Findings in the baseline. They are neither errors nor warnings. */
  readonly known: number;
}

export function totalsOf(checked: readonly CheckedDefinition[]): Totals {
  const problems = checked.flatMap((each) => each.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const known = checked.reduce((sum, each) => sum + each.known, 0);
  return { errors, warnings: problems.length - errors, known };
}

/**
 * Rules about reading and combining files. Settings do not apply there, so their severity cannot be
 * changed.
 */
const READING = new Set(
  (
    'not-a-file encoding syntax duplicate-key nesting aliases circle not-openapi bundle ' +
    'long-number size'
  ).split(' '),
);

/** The rules of the findings, with at least the severity `least`, that settings can change; sorted. */
export function rulesToSet(
  checked: readonly CheckedDefinition[],
  least: Finding['severity'],
): readonly string[] {
  const rules = checked
    .flatMap(({ problems }) => problems)
    .filter(
      ({ severity, rule }) => (severity === 'error' || least === 'warning') && !READING.has(rule),
    )
    .map(({ rule }) => rule);
  return [...new Set(rules)].toSorted();
}
