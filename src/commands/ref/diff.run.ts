import type { Context } from '../../context.ts';
import type { PlacedChange } from '../../definitions/places/definition-places.ts';
import { child, textAt } from '../../definitions/definition-tree.ts';
import { Failure } from '../../model/failure.ts';
import { inShell } from '../../model/text/shell.ts';
import { safeJson } from '../../ui/json-text.ts';
import {
  AcceptedChanges,
  type Judged,
  toAccept,
  unmetWarning,
} from '../shared/definition-changes/accepted.ts';
import { withFileNames } from '../shared/definition-changes/compare.ts';
import {
  type Against,
  type ComparedDefinitions,
  type Comparing,
  compareOne,
  titleOf,
} from './diff/compared-sides.ts';
import type { DiffReport } from '../shared/definition-changes/document.ts';
import { diffMarkdown } from '../shared/definition-changes/markdown.ts';
import { definitionDiffView } from '../shared/definition-changes/text.ts';
import { fewOfEachRule, forgeNames } from '../shared/annotations.ts';
import type { ListedDiff } from './document.ts';
import {
  configuredDefinitions,
  notMade,
  shown,
} from '../shared/definition-files/wanted-definitions.ts';
import { changeSentence, equalChanges } from '../shared/definition-changes/rows.ts';
import { groupBy } from '../../model/group-by.ts';
import { ruleSettings } from '../shared/page-folders/rule-settings.ts';
import { count } from '../../model/text/sentences.ts';
import { failuresAmong, type FailOn } from './diff/failing-changes.ts';
import { ReferenceIndex } from './reference-index.ts';

export interface CompareOptions extends Against {
  readonly all: boolean;
  readonly format: 'text' | 'markdown' | 'html' | 'sarif' | 'post';
  readonly failOn: FailOn;
}

/** Why a definition in the settings cannot be compared. */
type Uncompared = Exclude<ListedDiff, { readonly state: 'compared' }>;

/**
 * Compares two definitions and prints the changes; without a name, compares each definition in the
 * settings with the published one. No request if both are files. Rejects with `usage` if several
 * are named, and with `guard` if `--fail-on` says so.
 */
export async function diffReferences(
  context: Context,
  {
    newer: only,
    others,
  }: { readonly newer: string | undefined; readonly others: readonly string[] },
  options: CompareOptions,
): Promise<void> {
  const { ui } = context;
  const [other] = others;
  if (only !== undefined && other !== undefined) throw severalNamed(only, other, options);
  // The settings of rules do not apply to comparisons. Unknown rules are still reported.
  await ruleSettings(context);
  let read: Promise<ReferenceIndex> | undefined;
  const index = () => (read ??= ReferenceIndex.read(context));
  const accepted = await AcceptedChanges.read(await context.folder());
  const comparing = { ...options, index, accepted };
  const all: (ComparedDefinitions | Uncompared)[] = [];
  if (only !== undefined) all.push(await compareOne(context, only, comparing));
  for (const { version, ...each } of only === undefined ? await listed(context, options) : []) {
    all.push(await comparePublished(context, each, { ...comparing, in: version }));
  }
  const compared = all.filter((each) => 'diff' in each);
  const nameOf = await forgeNames(context);
  const onForge = compared.map(({ diff }) => withFileNames(diff, nameOf));
  for (const { changes } of onForge) annotateChanges(context, changes);
  await ui.summarize(() => onForge.map((each) => diffMarkdown(each)).join('\n\n'));
  if (ui.json) {
    const documents = all.map((each): ListedDiff => ('diff' in each ? listedDiff(each) : each));
    await ui.result(only === undefined ? documents : compared[0]?.report, () => '');
  } else {
    await print(context, options, compared, onForge);
  }
  // An entry may be needed until its change is published.
  const unmet = options.against === undefined ? unmetWarning(accepted) : undefined;
  if (unmet !== undefined) ui.warn(...unmet);
  const failing = compared.flatMap(({ diff, report: { new: name }, newer }) => {
    const reason = failuresAmong(diff.changes, options.failOn);
    return reason === undefined ? [] : [{ name, reason, isFile: newer.source !== undefined }];
  });
  const [first] = failing;
  if (first === undefined) return;
  const reasons = failing.map(({ name, reason }) =>
    only === undefined ? `${name}: ${reason}` : reason,
  );
  const { against, in: version } = options;
  const accepting = toAccept(first.name, { in: version, against });
  const hint = `If that is meant: docs ref accept ${accepting}`;
  throw new Failure('guard', `${reasons.join('; ')}.`, first.isFile ? { hint } : {});
}

const listedDiff = ({ report }: ComparedDefinitions): ListedDiff => ({
  state: 'compared',
  ...report,
});

/** Warns, and does not fail, if there is nothing to compare with. */
async function comparePublished(
  context: Context,
  { file, isMade }: { readonly file: string; readonly isMade: boolean },
  options: Comparing,
): Promise<ComparedDefinitions | Uncompared> {
  const name = shown(context, file);
  if (!isMade) {
    context.ui.warn(`${notMade(name)}: it was not compared.`, 'Run what generates it first');
    return { state: 'not-built', new: name, problem: `${notMade(name)}.` };
  }
  try {
    return await compareOne(context, file, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
    context.ui.warn(`${name} was not compared: ${error.message}`, error.hint);
    return { state: 'not-published', new: name, problem: error.message };
  }
}

/**
 * The definitions in the settings, with absolute paths. Rejects with `usage` if there are none, or
 * with options that are for one definition.
 */
async function listed(
  context: Context,
  { against, in: version, format }: CompareOptions,
): ReturnType<typeof configuredDefinitions> {
  const { references } = await context.folder();
  if (references.length === 0 || against !== undefined) throw noneNamed();
  const all = await configuredDefinitions(context, true);
  const [first, second] = all;
  if ((format === 'html' || format === 'post') && first !== undefined && second !== undefined)
    throw new Failure(
      'usage',
      `${format === 'html' ? 'An HTML report shows' : 'A post is about'} one definition, and the configuration lists several.`,
      {
        hint: `docs ref diff ${inShell(shown(context, first.file))} --format ${format}`,
      },
    );
  return all.filter((each) => version === undefined || each.version === version);
}

async function print(
  context: Context,
  { format, all }: CompareOptions,
  compared: readonly ComparedDefinitions[],
  onForge: readonly DiffReport[],
): Promise<void> {
  const { host, ui } = context;
  const reports = compared.map(({ report }) => report);
  switch (format) {
    case 'text':
      return ui.result(
        reports,
        (each, style) => each.map((one) => definitionDiffView(all)(one, style)).join('\n\n'),
        { long: true },
      );
    case 'markdown':
      return ui.raw(`${reports.map((each) => diffMarkdown(each)).join('\n\n')}\n`);
    case 'html': {
      const { diffHtml } = await import('../shared/definition-changes/markdown.ts');
      for (const report of reports) await ui.raw(await diffHtml(report));
      return;
    }
    case 'sarif': {
      const { ruleNames, sarifLog } = await import('../../system/findings/sarif.ts');
      const findings = onForge.flatMap(({ changes }) => findingsOf(changes));
      const rules = ruleNames(findings).map((id) => ({ id }));
      return ui.raw(`${safeJson(sarifLog(host.version, rules, findings), 2)}\n`);
    }
    case 'post':
      for (const each of compared) await ui.raw(await postOf(context, each));
      return;
    default:
      return format satisfies never;
  }
}

/** The definition to compare cannot be guessed. */
const noneNamed = (): Failure =>
  new Failure('usage', 'No definition to compare was named.', {
    hint: `docs ref diff <file> compares a file with what is published; docs ref diff <new> --against <old> compares two files`,
  });

/** Tools differ in which of two definitions comes first, so the old one must always be named. */
function severalNamed(one: string, other: string, { against }: CompareOptions): Failure {
  const [first, second] = [one, other].map(inShell);
  if (against !== undefined) {
    return new Failure(
      'usage',
      `Only one definition can be compared with ${against}: ${one} or ${other}.`,
      {
        hint: `docs ref diff ${first} --against ${inShell(against)}`,
      },
    );
  }
  return new Failure('usage', 'Which definition is the old one? Name it with --against.', {
    hint: `If ${one} is the old one: docs ref diff ${second} --against ${first}. If ${other} is: docs ref diff ${first} --against ${second}`,
  });
}

/** Rejects with `not-found` if there is nothing to tell. */
async function postOf({ host }: Context, { report, newer }: ComparedDefinitions): Promise<string> {
  const { forReaders, readerPost } = await import('../shared/definition-changes/for-readers.ts');
  const sections = forReaders(report.changes);
  if (sections.length === 0)
    throw new Failure(
      'not-found',
      'There is nothing to tell readers: no endpoint is new, deprecated or removed, and no client has to change.',
    );
  const version = textAt(child(newer.content, 'info'), 'version')?.trim() ?? '';
  return readerPost(`${titleOf(newer)} ${version}`.trim(), sections, host.clock.now());
}

const LEVELS = { breaking: 'error', risky: 'warning', safe: 'note' } as const;

/** Changes as code scanning lists them: at their places in the new definition, without those that have none. */
const findingsOf = (changes: readonly Judged<PlacedChange>[]) =>
  changes.flatMap((change) => {
    const { rule, severity, accepted, newPlace: place } = change;
    const found =
      accepted === null
        ? { rule, severity: LEVELS[severity], message: changeSentence(change) }
        : {
            rule,
            severity: 'note' as const,
            message: `${changeSentence(change)}; accepted: ${accepted}`,
          };
    return place === null ? [] : [{ ...found, place }];
  });

/** Annotates breaking changes, unless they are accepted, and risky ones at their lines of the new definition, if that is a file. Files are named as on the forge. */
function annotateChanges({ ui }: Context, changes: readonly Judged<PlacedChange>[]): void {
  const placed = changes.filter(
    ({ severity, accepted, newPlace }) =>
      severity !== 'safe' && accepted === null && newPlace !== null,
  );
  const equal = equalChanges(placed);
  const groups = groupBy(placed, (change) => equal.get(change) ?? change);
  const told = Array.from(groups.values()).flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, others: others.length }],
  );
  for (const each of fewOfEachRule(told)) {
    const { severity, rule, newPlace, others } = each;
    const more = others === 0 ? '' : `; the same in ${count(others, 'more operation')}`;
    ui.annotate({
      severity: severity === 'breaking' ? 'error' : 'warning',
      message: `${changeSentence(each)}${more} (${rule})`,
      place: newPlace ?? undefined,
    });
  }
}
