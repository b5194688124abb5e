import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { readAndBundle } from '../../definitions/load.ts';
import type { PlacedChange } from '../../definitions/places/definition-places.ts';
import { child, textAt } from '../../definitions/tree.ts';
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
import {
  isDefinitionName,
  noFile,
  policyOf,
  shown,
} from '../shared/definition-files/wanted-definitions.ts';
import { equalChanges } from '../shared/definition-changes/rows.ts';
import { groupBy } from '../../model/group-by.ts';
import { ruleSettings } from '../shared/page-folders/rule-settings.ts';
import { count } from '../../ui/count.ts';
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
  /** Read once, for all comparisons: the platform allows few of its requests. */
  readonly index: () => Promise<ReferenceIndex>;
}

interface Compared {
  readonly diff: Awaited<ReturnType<typeof reportOnSides>>;
  /** Files named as in the folder. */
  readonly report: DiffReport;
}

/**
 * Compares two definitions and prints the changes; without a name, each one of the settings with
 * what is published. No request if both are files. Rejects with `usage` if several are named, and
 * with `guard` if `--fail-on` says so.
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
  // Nothing there applies to a comparison, but nobody should believe that it does.
  await ruleSettings(context);
  let read: Promise<ReferenceIndex> | undefined;
  const index = () => (read ??= ReferenceIndex.read(context));
  const compared: Compared[] = [];
  if (only !== undefined) compared.push(await compareOne(context, only, { ...options, index }));
  for (const { file, version } of only === undefined ? await listed(context, options) : []) {
    const one = await comparePublished(context, file, { ...options, in: version, index });
    if (one !== undefined) compared.push(one);
  }
  const nameOf = await forgeNames(context);
  const forForge = compared.map(({ diff }) => withFileNames(diff, nameOf));
  for (const { changes } of forForge) annotateChanges(context, changes);
  await ui.summarize(() => forForge.map((each) => diffMarkdown(each)).join('\n\n'));
  const reports = compared.map(({ report }) => report);
  const [report] = reports;
  if (ui.json) await ui.result(only === undefined ? reports : report, () => '');
  else await print(context, options, compared);
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

/** Resolves to undefined, with a warning, if there is nothing to compare with. */
async function comparePublished(
  context: Context,
  file: string,
  options: Comparing,
): Promise<Compared | undefined> {
  try {
    return await compareOne(context, file, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
    context.ui.warn(`${shown(context, file)} was not compared: ${error.message}`, error.hint);
    return undefined;
  }
}

/** The definitions of the settings, with absolute paths. Rejects with `usage` if there are none, or with options that are about one. */
async function listed(
  context: Context,
  { against, in: version, format }: CompareOptions,
): Promise<readonly { readonly file: string; readonly version: string }[]> {
  const { root, references } = await context.folder();
  if (references.length === 0 || against !== undefined) throw noneNamed();
  if (format === 'html')
    throw new Failure('usage', 'An HTML file is about one definition.', {
      hint: `docs ref diff ${references[0]?.file} --format html`,
    });
  return references
    .filter((each) => version === undefined || each.version === version)
    .map((each) => ({ file: resolve(root, each.file), version: each.version }));
}

async function print(
  context: Context,
  { format, all }: CompareOptions,
  compared: readonly Compared[],
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
      const { changesToSarif } = await import('../../definitions/sarif.ts');
      const changes = compared.flatMap(({ diff }) => diff.changes);
      const log = changesToSarif(changes, await forgeNames(context), host.version);
      return ui.raw(`${safeJson(log, 2)}\n`);
    }
    default:
      return format satisfies never;
  }
}

/** A file, or else the draft of a reference. */
async function newSide(context: Context, name: string, options: Comparing): Promise<Side> {
  const file = resolve(context.host.cwd, name);
  if (await isFile(file)) return fileSide(context, file, options);
  if (isDefinitionName(name)) throw noFile(name);
  return referenceSide(
    context,
    name,
    { ...options, draft: true },
    'docs ref diff FILE compares a file with what is published',
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

/** Which definition is meant cannot be guessed. */
const noneNamed = (): Failure =>
  new Failure('usage', 'No definition to compare was named.', {
    hint: `docs ref diff <file> compares a file with what is published; docs ref diff <new> --against <old> compares two files`,
  });

/** Tools differ on which of two comes first, so which is the old one is always said. */
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
  const { message, line, column } = reading.problem;
  throw new Failure('content', `${message}.`, {
    place: { file: name, line, column },
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
    const { severity, rule, subject, message, direction, newPlace, others } = each;
    const side = direction === null ? '' : ` (${direction})`;
    const more = others === 0 ? '' : `; the same in ${count(others, 'more operation')}`;
    ui.annotate({
      level: severity === 'breaking' ? 'error' : 'warning',
      message: `${subject}${side}: ${message}${more} (${rule})`,
      ...newPlace,
    });
  }
}
