import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import type { DefinitionDiff } from '../../definitions/diff/changes.ts';
import { readAndBundle } from '../../definitions/load.ts';
import type { PlacedChange } from '../../definitions/places/definition-places.ts';
import { child, textAt } from '../../definitions/tree.ts';
import { Failure } from '../../model/failure.ts';
import { safeJson } from '../../ui/json-text.ts';
import { reportOnSides, withFileNames, type Side } from '../../definition-changes/compare.ts';
import type { DiffReport } from '../../definition-changes/document.ts';
import { diffMarkdown } from '../../definition-changes/markdown.ts';
import { definitionDiffView } from '../../definition-changes/text.ts';
import { fewOfEachRule, forgeNames } from '../../annotations.ts';
import { readRegular } from '../../files/read-file.ts';
import { isFile } from '../../named-files/input.ts';
import { namedFile } from '../../named-files/named-file.ts';
import {
  isDefinitionName,
  noFile,
  policyOf,
  shown,
} from '../../definition-files/wanted-definitions.ts';
import { equalChanges } from '../../definition-changes/rows.ts';
import { groupBy } from '../../model/group-by.ts';
import { ruleSettings } from '../../page-folders/rule-settings.ts';
import { count } from '../../ui/count.ts';
import { failuresAmong, type FailOn } from './failing-changes.ts';
import { ReferenceIndex, servedContent } from './reference-index.ts';
import type { ReferenceOptions } from '../../definition-files/wanted-definitions.ts';

export interface CompareOptions extends ReferenceOptions {
  readonly against?: string;
  readonly in?: string;
  readonly draft: boolean;
  readonly all: boolean;
  readonly format: 'text' | 'markdown' | 'html' | 'sarif';
  readonly failOn: FailOn;
}

/**
 * Compares two definitions and prints the changes. No request if both are files. Rejects with
 * `usage` if not exactly one is named, and with `guard` if `--fail-on` says so.
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
  const named = only ?? (await noneNamed(context));
  // Nothing there applies to a comparison, but nobody should believe that it does.
  await ruleSettings(context);
  const newer = await newSide(context, named, options);
  const older = await oldSide(context, { newer: named, older: options.against }, newer, options);
  const diff = await reportOnSides(older, newer);
  const { changes } = diff;
  const report = withFileNames(diff, (file) => shown(context, file));
  const forForge = withFileNames(diff, await forgeNames(context));
  annotateChanges(context, forForge.changes);
  await ui.summarize(() => diffMarkdown(forForge));
  if (ui.json) await ui.result(report, () => '');
  else await print(context, options, { report, changes });
  refuse(diff, options);
}

async function print(
  context: Context,
  { format, all }: CompareOptions,
  { report, changes }: { readonly report: DiffReport; readonly changes: readonly PlacedChange[] },
): Promise<void> {
  const { host, ui } = context;
  switch (format) {
    case 'text':
      return ui.result(report, definitionDiffView(all), { long: true });
    case 'markdown':
      return ui.raw(`${diffMarkdown(report)}\n`);
    case 'html': {
      const { diffHtml } = await import('../../definition-changes/markdown.ts');
      return ui.raw(await diffHtml(report));
    }
    case 'sarif': {
      const { changesToSarif } = await import('../../definitions/sarif.ts');
      const log = changesToSarif(changes, await forgeNames(context), host.version);
      return ui.raw(`${safeJson(log, 2)}\n`);
    }
    default:
      return format satisfies never;
  }
}

function refuse(diff: DefinitionDiff, { failOn }: CompareOptions): void {
  const reason = failuresAmong(diff, failOn);
  if (reason !== undefined) throw new Failure('guard', `${reason}.`);
}

/** A file, or else the draft of a reference. */
async function newSide(context: Context, name: string, options: CompareOptions): Promise<Side> {
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
  options: CompareOptions,
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

/** Always rejects. Which of several definitions is meant cannot be guessed, and one report is about one. */
async function noneNamed(context: Context): Promise<never> {
  const { references } = await context.config();
  const [first] = references.value;
  throw new Failure('usage', 'No definition to compare was named.', {
    hint: `docs ref diff ${first?.file ?? '<file>'} compares a file with what is published; docs ref diff <new> --against <old> compares two files`,
  });
}

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
  options: CompareOptions,
  hint = options.draft ? 'Leave out --draft' : 'docs ref diff --draft compares with its draft',
): Promise<Side> {
  const { host } = context;
  const { draft } = options;
  const api = await context.api();
  const index = await ReferenceIndex.read(context);
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
