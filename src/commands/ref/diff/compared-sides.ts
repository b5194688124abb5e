/** The two sides of a comparison: what is named, and what it is compared with. */
import { resolve } from 'node:path';
import type { Context } from '../../../context.ts';
import { readAndBundle } from '../../../definitions/comparable.ts';
import { child, textAt } from '../../../definitions/definition-tree.ts';
import { Failure } from '../../../model/failure.ts';
import { ended } from '../../../model/text/sentences.ts';
import { readRegular } from '../../../system/files/read.ts';
import type { PlacedChange } from '../../../definitions/places/definition-places.ts';
import {
  type AcceptedChanges,
  type JudgedSides,
  unaccepted,
} from '../../shared/definition-changes/accepted.ts';
import {
  reportOnSides,
  withFileNames,
  type Side,
} from '../../shared/definition-changes/compare.ts';
import type { DiffReport } from '../../shared/definition-changes/document.ts';
import {
  isDefinitionName,
  noFile,
  policyOf,
  shown,
  type ReferenceOptions,
  configuredVersions,
} from '../../shared/definition-files/wanted-definitions.ts';
import { isFile } from '../../shared/named-files/input.ts';
import { namedFile } from '../../shared/named-files/named-file.ts';
import { type ReferenceIndex, servedContent } from '../reference-index.ts';

/** What a definition is compared with. */
export interface Against extends ReferenceOptions {
  /** A file or a reference; what is published if it is missing. */
  readonly against?: string;
  /** The version that references are in. */
  readonly in?: string;
  /** Compare with the draft of the old one. */
  readonly draft: boolean;
}

export interface Comparing extends Against {
  /** Read once for all comparisons, because the platform allows few of these requests. */
  readonly index: () => Promise<ReferenceIndex>;
  readonly accepted: AcceptedChanges;
}

export interface ComparedDefinitions {
  readonly diff: Awaited<ReturnType<typeof reportOnSides>>;
  /** Files have the names that they have in the folder. */
  readonly report: DiffReport;
  readonly newer: Side;
  readonly sides: JudgedSides;
}

/**
 * Compares a definition, a file or the draft of a reference, with what it would replace. Rejects
 * with `usage`, `content` or `not-found` if there is no such definition.
 */
export async function compareOne(
  context: Context,
  named: string,
  options: Comparing,
): Promise<ComparedDefinitions> {
  const file = resolve(context.host.cwd, named);
  const version = options.in ?? (await configuredVersions(context))(file);
  const inside = { ...options, ...(version !== null && { in: version }) };
  const newer = await newSide(context, named, file, inside);
  const older = await oldSide(context, { named, side: newer }, inside);
  const sides = { older: older.content, newer: newer.content, version: older.version };
  const judge = (changes: readonly PlacedChange[]) =>
    newer.source === undefined ? unaccepted(changes) : options.accepted.judge(file, sides, changes);
  const diff = await reportOnSides(older, newer, judge);
  const report = withFileNames(diff, (place) => shown(context, place));
  return { diff, report, newer, sides };
}

/** A file, otherwise the draft of a reference. */
async function newSide(
  context: Context,
  name: string,
  file: string,
  options: Comparing,
): Promise<Side> {
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
  { named, side }: { readonly named: string; readonly side: Side },
  options: Comparing,
): Promise<Side> {
  const { against: older } = options;
  if (older !== undefined) {
    const file = resolve(context.host.cwd, older);
    if (await isFile(file)) return fileSide(context, file, options);
    if (isDefinitionName(older)) throw noFile(older);
    return referenceSide(context, older, options);
  }
  // Only a file has a source.
  return side.source === undefined
    ? referenceSide(context, named, { ...options, draft: false })
    : referenceSide(context, titleOf(side), options);
}

/** The title of a definition, which is its identity on the platform. */
export const titleOf = ({ content }: Side): string =>
  textAt(child(content, 'info'), 'title')?.trim() ?? '';

async function fileSide(context: Context, file: string, options: Against): Promise<Side> {
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
    return {
      version: version.name,
      name: `${version.name}/${title} (${draft ? 'draft' : 'published'})`,
      ...served,
    };
  }
  throw new Failure('not-found', `"${title}" ${draft ? 'has no draft' : 'was never published'}.`, {
    hint,
  });
}
