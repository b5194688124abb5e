import { resolve } from 'node:path';
import type { CheckReport } from './document.ts';
import { translationFailures } from '../../config/content-folders.ts';
import type { Context } from '../../context.ts';
import { finding, inOrder, withHint } from '../../content/check/finding.ts';
import type { CheckFinding } from '../../content/check/finding.ts';
import { RULES } from '../../content/check/rules.ts';
import type { RuleCode } from '../../content/check/rules.ts';
import type { Rule } from '../../content/check/rules/rule.ts';
import { ignoredIn, ignoredWarning } from '../../system/git/working-tree.ts';
import { renamed } from '../../system/findings/finding.ts';
import type { ListedFinding } from '../../system/findings/finding.ts';
import type { SarifRule } from '../../system/findings/sarif.ts';
import { graded } from '../../content/check/baseline/graded.ts';
import { Failure } from '../../model/failure.ts';
import { inPipeline } from '../../model/pipeline.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { count } from '../../model/text/sentences.ts';
import { brokenSince } from './broken-since.ts';
import type { BrokenSince } from './broken-since.ts';
import type { ExternalLinks } from './external/external-links.ts';
import type { CheckedPage } from '../../content/check/linkable-pages.ts';
import { textsBeside } from '../shared/page-folders/repository-files.ts';
import { checkDefinitions } from '../shared/definition-files/listed-definitions.ts';
import { readTexts } from '../../content/folder/folder-of-texts.ts';
import type { FolderOfTexts } from '../../content/folder/folder-of-texts.ts';
import { checkFolders } from '../shared/page-folders/checked-folders.ts';
import { findingsIn } from '../shared/page-folders/findings-in.ts';
import type { CheckedFolders } from '../shared/page-folders/checked-folders.ts';
import type { LineText } from '../../content/check/baseline/baseline.ts';
import {
  BASELINE,
  lineTextsOf,
  withoutKnown,
  writeBaseline,
} from '../../content/check/baseline/baseline-file.ts';
import { fixFiles } from './fixed-files.ts';
import { noPages } from '../shared/page-folders/no-pages.ts';
import { shown as shownPath } from '../shared/definition-files/wanted-definitions.ts';
import { ruleSettings } from '../shared/page-folders/rule-settings.ts';
import { ownIcons } from '../shared/site-server/own-files.ts';
import { filesNamed, selectFiles } from '../shared/page-folders/selected-files.ts';
import { safeJson } from '../../ui/json-text.ts';
import { unixLines, workflowCommand } from '../../ui/github-actions.ts';
import type { Annotation } from '../../ui/ui.ts';
import { checkSummary, checkView, whatWasChecked } from './view.ts';
import type { CheckEnding } from './view.ts';
import { forgeNames, requireOneFormat } from '../shared/annotations.ts';
import { unfinishedMove } from '../../sync/reader.ts';

export interface CheckFlags {
  readonly format: 'text' | 'json' | 'sarif' | 'github' | 'unix' | 'markdown';
  readonly fix: boolean;
  /** `true` means since the last commit. */
  readonly changed?: string | true;
  readonly maxWarnings?: number;
  /** False if findings in the baseline are reported, too. */
  readonly baseline: boolean;
  readonly writeBaseline: boolean;
  /** Whether requests are sent to other sites to check links. */
  readonly external: boolean;
}

/**
 * Checks and prints the findings. Sends no request, except to other sites with `--external`.
 * Rejects with `content` if there are errors, or more warnings than allowed, and with `config` if
 * there is nothing to check.
 */
export async function runCheck(
  context: Context,
  names: readonly string[],
  flags: CheckFlags,
): Promise<void> {
  requireOneFormat(flags.format, context.ui.json);
  if (flags.writeBaseline) requireWhole(names, flags);
  const project = await context.project();
  const half = unfinishedMove(project);
  if (half !== null) context.ui.warn(half.message, half.hint);
  const external = flags.external ? await externalLinks(context) : null;
  let checked = await checkProject(context, project, names, { ...flags, external });
  const fixed: CheckFinding[] = [];
  for (let round = 0; flags.fix && round < MAX_ROUNDS; round += 1) {
    const done = await fixFiles(project, checked.findings, checked.texts);
    if (done.length === 0) break;
    for (const each of done) fixed.push(each);
    checked = await checkProject(context, project, names, { ...flags, external });
  }
  for (const name of checked.unchecked) {
    context.ui.warn(
      `"${name}" was not checked: it is excluded, or not a page, a settings file or a definition.`,
    );
  }
  if (flags.writeBaseline) await writeBaseline(project, checked.findings, checked.lineText);
  const { pages, definitions, others, baseline } = checked;
  const findings = flags.writeBaseline ? [] : checked.findings;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const report: CheckReport = {
    findings: findings.map(shown),
    fixed: fixed.map(shown),
    pages,
    definitions,
    others,
    errors,
    warnings,
    baseline: flags.writeBaseline ? { known: checked.findings.length, gone: 0 } : baseline,
    external: checked.external,
  };
  const { maxWarnings = Number.POSITIVE_INFINITY } = flags;
  const fails = errors > 0 || warnings > maxWarnings;
  const written = flags.writeBaseline ? BASELINE : null;
  await show(context, report, findings, {
    format: flags.format,
    fails,
    written,
    isNamed: names.length > 0,
  });
  if (!fails) return;
  const fixable = findings.filter(({ fix }) => fix !== null).length;
  const isFirst = inPipeline(context.host.env) && baseline === null;
  const hints = [
    ...(fixable > 0 ? [`docs check --fix fixes ${fixable}`] : []),
    ...(isFirst ? ['docs check --write-baseline lets what is there already pass'] : []),
  ];
  const extra = hints.length > 0 ? { hint: hints.join('; ') } : {};
  const totals = [count(errors, 'error'), count(warnings, 'warning')];
  const found = totals.filter((each) => !each.startsWith('0 ')).join(' and ');
  const allowed =
    errors > 0
      ? ''
      : `, but at most ${maxWarnings} ${maxWarnings === 1 ? 'warning is' : 'warnings are'} allowed`;
  throw new Failure(
    'content',
    `${found} in ${whatWasChecked(report, names.length > 0)}${allowed}.`,
    extra,
  );
}

/** Null if the rule is off in the configuration. */
async function externalLinks(context: Context): Promise<ExternalLinks | null> {
  const settings = await ruleSettings(context);
  if (settings['external-link'] === 'off') return null;
  const { ExternalLinks: Links } = await import('./external/external-links.ts');
  return new Links(context);
}

/** A fix may reveal a finding of another rule: if a title is moved, its anchor is lost. */
const MAX_ROUNDS = 3;

/**
 * Throws `usage` if the run does not cover all files, because the others would be missing in the
 * baseline.
 */
function requireWhole(names: readonly string[], { changed }: CheckFlags): void {
  if (names.length === 0 && changed === undefined) return;
  throw new Failure('usage', '--write-baseline always covers all pages.', {
    hint: 'Leave out the names of pages and --changed',
  });
}

const shown = ({
  rule: code,
  severity,
  message,
  hint,
  place,
  fix,
}: CheckFinding): CheckReport['findings'][number] => ({
  code,
  severity,
  message,
  hint,
  ...place,
  fixable: fix !== null,
});

interface Checked {
  readonly findings: readonly CheckFinding[];
  /** The numbers of pages, definitions and other files that were selected. */
  readonly pages: number;
  readonly definitions: number;
  readonly others: number;
  /** Names, as typed, that only match files that are never checked. */
  readonly unchecked: readonly string[];
  /** The texts of all files that a fix may change. */
  readonly texts: ReadonlyMap<FilePath, string>;
  readonly lineText: LineText;
  readonly baseline: CheckReport['baseline'];
  readonly external: CheckReport['external'];
}

interface Checking extends Pick<CheckFlags, 'changed' | 'baseline' | 'writeBaseline'> {
  readonly external: ExternalLinks | null;
}

/** All findings that `names` and `--changed` select, in order. */
async function checkProject(
  context: Context,
  project: Project,
  names: readonly string[],
  { changed, baseline, writeBaseline: writes, external: links }: Checking,
): Promise<Checked> {
  const settings = await ruleSettings(context);
  const icons = ownIcons(context.host.packageFolder);
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const ignored = ignoredIn({ root: project.root, ...context.host });
  const isDrawn = (name: string): boolean => icons.has(name);
  const whole = await checkFolders(project, read, ignored, { isDrawn });
  const pathBase = { root: project.root, workingFolder: context.host.cwd };
  const files = known(project, whole);
  const isNamed = await selectFiles(names, files, pathBase);
  const listed = [
    ...new Set([...whole.definitions, ...project.references.map(({ file }) => file)]),
  ];
  const beside = [...new Set(whole.beside)];
  const looked = new Set([...whole.taken, ...beside, ...listed]);
  const unchecked = names.filter((name) =>
    filesNamed(name, files, pathBase).every((file) => !looked.has(file)),
  );
  const since =
    changed === undefined
      ? everything
      : await brokenSince(
          { project, machine: context.host },
          read,
          changed === true ? 'HEAD' : changed,
        );
  const isAsked = (file: FilePath): boolean => isNamed(file) && since.isChanged(file);
  const pages = whole.taken.filter(isAsked);
  const external = (await links?.check(textsOf(whole, read, isAsked))) ?? null;
  const missing = await translationFailures(await context.config(), project.root);
  const more = [...(external?.findings ?? []), ...missing.map(findingOf)];
  const found = await findingsIn(project, whole, isNamed, { more });
  const asked = { isNamed, isAsked };
  // Git works while the definitions are checked.
  const warnings = ignoredWarning(ignored, pages, 'this check reads');
  const definitions = await checkDefinitions(context, project, whole.definitions, asked);
  for (const warning of await warnings) context.ui.warn(warning);
  const findings = graded(inOrder([...(await since.wanted(found)), ...definitions]), settings);
  if (names.length === 0 && findings.length === 0 && isEmpty(project, whole)) {
    throw noPages(project, await context.config());
  }
  const texts = new Map(textsIn(read));
  const lineText = lineTextsOf(project, texts);
  const isWhole = (file: string) =>
    changed === undefined && (names.length === 0 || isNamed(file as FilePath));
  const compared = baseline && !writes ? withoutKnown(project, findings, lineText, isWhole) : null;
  return {
    findings: compared?.fresh ?? findings,
    pages: pages.length,
    definitions: listed.filter(isAsked).length,
    others: beside.filter(isAsked).length,
    unchecked,
    texts,
    lineText,
    baseline: compared && { known: compared.known, gone: compared.gone },
    external: external && {
      links: external.links,
      known: external.known,
      unknown: external.unknown,
    },
  };
}

function findingOf({ message, hint, place }: Failure): CheckFinding {
  const { file = '', line = 1, column = 1 } = place ?? {};
  const at = { file: file as FilePath, line, column };
  return finding('missing-followed', { ...at, message, hint: hint ?? null });
}

/** The texts of pages, posts and synced blocks. */
function textsOf(
  { pages, taken }: CheckedFolders,
  read: readonly FolderOfTexts[],
  isAsked: (file: FilePath) => boolean,
): readonly CheckedPage[] {
  const own = new Set(taken);
  return [
    ...pages.filter(({ file }) => own.has(file) && isAsked(file)),
    ...read.flatMap((each) => textsBeside(each, isAsked)),
  ];
}

const isEmpty = ({ references }: Project, { files, definitions }: CheckedFolders): boolean =>
  references.length === 0 &&
  definitions.length === 0 &&
  !files.some((file) => /\.(?:md|ya?ml)$/.test(file) && !isConfiguration(file));

/** Whether it is the configuration. A folder that contains nothing else is empty. */
const isConfiguration = (file: string): boolean => /^docs-cli\.config\.ya?ml$/.test(file);

function* textsIn(read: readonly FolderOfTexts[]): Generator<readonly [FilePath, string]> {
  for (const { folder, pages, settingsTexts } of read) {
    for (const [path, { text }] of pages) yield [fileIn(folder.path, path), text];
    for (const [path, text] of settingsTexts) yield [fileIn(folder.path, path), text];
  }
}

/** Selects all findings, for runs without `--changed`. */
const everything: BrokenSince = { isChanged: () => true, wanted: async (findings) => findings };

const known = ({ references }: Project, { files, pages }: CheckedFolders) => ({
  files: [...files, ...references.map(({ file }) => file)],
  keys: pages.map(({ key, file }) => [key, file] as const),
});

/**
 * Prints the findings in the requested format. On GitHub Actions, also annotates them in the pull
 * request.
 */
async function show(
  context: Context,
  report: CheckReport,
  findings: readonly CheckFinding[],
  { format, ...ending }: { readonly format: CheckFlags['format'] } & CheckEnding,
): Promise<void> {
  const { host, ui } = context;
  const nameOf = await forgeNames(context);
  const summary = (): string =>
    checkSummary(
      report,
      findings.map((each) => renamed(each, nameOf)),
    );
  if (format === 'markdown') return findings.length === 0 ? undefined : ui.raw(`${summary()}\n`);
  const told = findings.map(withHint);
  const onForge = told.map((each) => renamed(each, nameOf));
  const annotations = onForge.map(annotationOf);
  if (format === 'sarif') {
    const { ruleNames, sarifLog } = await import('../../system/findings/sarif.ts');
    const rules = ruleNames(onForge).toSorted().map(sarifRule);
    await ui.raw(`${safeJson(sarifLog(host.version, rules, onForge), 2)}\n`);
  } else if (format === 'github') {
    for (const annotation of annotations) {
      await ui.raw(`${workflowCommand(annotation)}\n`, { asIs: true });
    }
  } else if (format === 'unix') {
    const { root } = await context.project();
    const nameHere = (file: string): string => shownPath(context, resolve(root, file));
    await ui.raw(unixLines(told.map((each) => renamed(each, nameHere))), { long: true });
  } else if (format === 'json') await ui.raw(`${safeJson(report, 2)}\n`);
  else await ui.result(report, checkView(ending), { long: true });
  for (const annotation of annotations) {
    ui.annotate(annotation, format === 'github' && !host.stdoutIsFile);
  }
  if (format !== 'github' && findings.length > 0) await ui.summarize(summary);
}

const annotationOf = ({ severity, message, rule, place }: ListedFinding): Annotation => ({
  severity,
  message: `${message} [${rule}]`,
  place,
});

function sarifRule(id: string): SarifRule {
  const { says, severity }: Rule = RULES[id as RuleCode];
  return { id, shortDescription: { text: says }, defaultConfiguration: { level: severity } };
}
