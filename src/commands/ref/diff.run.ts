import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { readAndBundle } from '../../definitions/comparable.ts';
import type { PlacedChange } from '../../definitions/places/definition-places.ts';
import { child, textAt } from '../../definitions/definition-tree.ts';
import { Failure } from '../../model/failure.ts';
import { safeJson } from '../../ui/json-text.ts';
import { reportOnSides, withFileNames, type Side } from '../shared/definition-changes/compare.ts';
import type { DiffReport } from '../shared/definition-changes/document.ts';
import { diffMarkdown } from '../shared/definition-changes/markdown.ts';
import { definitionDiffView } from '../shared/definition-changes/text.ts';
import { fewOfEachRule, forgeNames } from '../shared/annotations.ts';
import { readRegular } from '../../system/files/read-file.ts';
import { isFile } from '../shared/named-files/input.ts';
import { namedFile } from '../shared/named-files/named-file.ts';
import type { ListedDiff } from './document.ts';
import {
  configuredDefinitions,
  isDefinitionName,
  noFile,
  notMade,
  policyOf,
  shown,
} from '../shared/definition-files/wanted-definitions.ts';
import { equalChanges } from '../shared/definition-changes/rows.ts';
import { groupBy } from '../../model/group-by.ts';
import { ruleSettings } from '../shared/page-folders/rule-settings.ts';
import { count } from '../../model/text/count.ts';
import { ended } from '../../model/text/list.ts';
import { failuresAmong, type FailOn } from './failing-changes.ts';
import { ReferenceIndex, servedContent } from './reference-index.ts';
import type { ReferenceOptions } from '../shared/definition-files/wanted-definitions.ts';

export interface CompareOptions extends ReferenceOptions {
  readonly against?: string;
  readonly in?: string;
  readonly draft: boolean;
  readonly all: boolean;
  readonly format: 'text' | 'markdown' | 'html' | 'sarif';
  readonly failOn: FailOn;
}

interface Comparing extends CompareOptions {
  /** Read once for all comparisons, because the platform allows few of these requests. */
  readonly index: () => Promise<ReferenceIndex>;
}

/** Why a definition in the settings cannot be compared. */
type Uncompared = Exclude<ListedDiff, { readonly state: 'compared' }>;

interface Compared {
  readonly diff: Awaited<ReturnType<typeof reportOnSides>>;
  /** Files have the names that they have in the folder. */
  readonly report: DiffReport;
}

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
  const all: (Compared | Uncompared)[] = [];
  if (only !== undefined) all.push(await compareOne(context, only, { ...options, index }));
  for (const { version, ...each } of only === undefined ? await listed(context, options) : []) {
    all.push(await comparePublished(context, each, { ...options, in: version, index }));
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
    const reports = compared.map(({ report }) => report);
    await print(context, options, reports, onForge);
  }
  const reasons = compared.flatMap(({ diff, report: { new: name } }) => {
    const reason = failuresAmong(diff, options.failOn);
    return reason === undefined ? [] : only === undefined ? `${name}: ${reason}` : reason;
  });
  if (reasons.length > 0) throw new Failure('guard', `${reasons.join('; ')}.`);
}

async function compareOne(context: Context, named: string, options: Comparing): Promise<Compared> {
  const newer = await newSide(context, named, options);
  const older = await oldSide(context, { newer: named, older: options.against }, newer, options);
  const diff = await reportOnSides(older, newer);
  return { diff, report: withFileNames(diff, (file) => shown(context, file)) };
}

const listedDiff = ({ report }: Compared): ListedDiff => ({ state: 'compared', ...report });

/** Warns, and does not fail, if there is nothing to compare with. */
async function comparePublished(
  context: Context,
  { file, isMade }: { readonly file: string; readonly isMade: boolean },
  options: Comparing,
): Promise<Compared | Uncompared> {
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
  const [first] = all;
  if (format === 'html' && first !== undefined)
    throw new Failure(
      'usage',
      'An HTML report shows one definition, and the configuration lists several.',
      {
        hint: `docs ref diff ${shown(context, first.file)} --format html`,
      },
    );
  return all.filter((each) => version === undefined || each.version === version);
}

async function print(
  context: Context,
  { format, all }: CompareOptions,
  compared: readonly DiffReport[],
  onForge: readonly DiffReport[],
): Promise<void> {
  const { host, ui } = context;
  switch (format) {
    case 'text':
      return ui.result(
        compared,
        (each, style) => each.map((one) => definitionDiffView(all)(one, style)).join('\n\n'),
        { long: true },
      );
    case 'markdown':
      return ui.raw(`${compared.map((each) => diffMarkdown(each)).join('\n\n')}\n`);
    case 'html': {
      const { diffHtml } = await import('../shared/definition-changes/markdown.ts');
      for (const report of compared) await ui.raw(await diffHtml(report));
      return;
    }
    case 'sarif': {
      const { ruleNames, sarifLog } = await import('../../system/findings/sarif.ts');
      const findings = onForge.flatMap(({ changes }) => findingsOf(changes));
      const rules = ruleNames(findings).map((id) => ({ id }));
      return ui.raw(`${safeJson(sarifLog(host.version, rules, findings), 2)}\n`);
    }
    default:
      return format satisfies never;
  }
}

/** A file, otherwise the draft of a reference. */
async function newSide(context: Context, name: string, options: Comparing): Promise<Side> {
  const file = resolve(context.host.cwd, name);
  if (await isFile(file)) return fileSide(context, file, options);
  if (isDefinitionName(name)) throw noFile(name);
  return referenceSide(
    context,
    name,
    { ...options, draft: true },
    'docs ref diff <file> compares a file with what is published',
  );
}

async function oldSide(
  context: Context,
  { newer, older }: { readonly newer: string; readonly older: string | undefined },
  newSide: Side,
  options: Comparing,
): Promise<Side> {
  if (older !== undefined) {
    const file = resolve(context.host.cwd, older);
    if (await isFile(file)) return fileSide(context, file, options);
    if (isDefinitionName(older)) throw noFile(older);
    return referenceSide(context, older, options);
  }
  if (!(await isFile(resolve(context.host.cwd, newer)))) {
    return referenceSide(context, newer, { ...options, draft: false });
  }
  return referenceSide(context, titleOf(newSide), options);
}

/** The definition to compare cannot be guessed. */
const noneNamed = (): Failure =>
  new Failure('usage', 'No definition to compare was named.', {
    hint: `docs ref diff <file> compares a file with what is published; docs ref diff <new> --against <old> compares two files`,
  });

/** Tools differ in which of two definitions comes first, so the old one must always be named. */
function severalNamed(one: string, other: string, { against }: CompareOptions): Failure {
  if (against !== undefined) {
    return new Failure(
      'usage',
      `Only one definition can be compared with ${against}: ${one} or ${other}.`,
      {
        hint: `docs ref diff ${one} --against ${against}`,
      },
    );
  }
  return new Failure('usage', 'Which definition is the old one? Name it with --against.', {
    hint: `If ${one} is the old one: docs ref diff ${other} --against ${one}. If ${other} is: docs ref diff ${one} --against ${other}`,
  });
}

const titleOf = ({ content }: Side): string =>
  textAt(child(content, 'info'), 'title')?.trim() ?? '';

async function fileSide(context: Context, file: string, options: CompareOptions): Promise<Side> {
  await namedFile(context, file);
  const policy = await policyOf(context, options);
  const name = shown(context, file);
  const bytes = readRegular(file, null);
  const reading = await readAndBundle(bytes, file, policy);
  if (reading.ok) return { name, ...reading.definition };
  const { message, place } = reading.problem;
  throw new Failure('content', ended(message), {
    place: { ...place, file: name },
    hint: 'docs ref check shows everything that is wrong',
  });
}

async function referenceSide(
  context: Context,
  name: string,
  options: Comparing,
  hint = options.draft ? 'Leave out --draft' : 'docs ref diff --draft compares with its draft',
): Promise<Side> {
  const { host } = context;
  const { draft } = options;
  const api = await context.api();
  const index = await options.index();
  const { id, title, version } = await index.find(name, options.in);
  const served = await servedContent(api, id, draft, host.signal);
  if (served !== undefined) {
    return { name: `${version.name}/${title} (${draft ? 'draft' : 'published'})`, ...served };
  }
  throw new Failure('not-found', `"${title}" ${draft ? 'has no draft' : 'was never published'}.`, {
    hint,
  });
}

const LEVELS = { breaking: 'error', risky: 'warning', safe: 'note' } as const;

/** Changes as code scanning lists them: at their places in the new definition, without those that have none. */
const findingsOf = (changes: readonly PlacedChange[]) =>
  changes.flatMap((change) => {
    const { rule, severity, newPlace: place } = change;
    const found = { rule, severity: LEVELS[severity], message: sentence(change) };
    return place === null ? [] : [{ ...found, place }];
  });

function sentence({ subject, direction, message }: PlacedChange): string {
  const side = direction === null ? '' : ` (${direction})`;
  return `${subject}${side}: ${message}`;
}

/** Annotates breaking and risky changes at their lines of the new definition, if that is a file. Files are named as on the forge. */
function annotateChanges({ ui }: Context, changes: readonly PlacedChange[]): void {
  const placed = changes.filter(
    ({ severity, newPlace }) => severity !== 'safe' && newPlace !== null,
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
      message: `${sentence(each)}${more} (${rule})`,
      place: newPlace ?? undefined,
    });
  }
}
