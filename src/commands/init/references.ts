/** Finds OpenAPI definitions below the working folder, and chooses those that the settings list. */
import { readSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles } from '../../content/folder/list-folder.ts';
import type { Context } from '../../context.ts';
import { count, listOf } from '../../model/text/sentences.ts';
import { withFile } from '../../system/files/read.ts';
import type { ContentChoice, ReferenceFound } from './document.ts';
import { isPartOfAddress } from './place.ts';
import { confirm, canAsk } from './questions.ts';
import { IGNORED, isForTests } from './survey.ts';

/** More definitions are listed only after a question: many definitions are rarely those of one project. */
const MAX_DEFINITIONS = 12;

/** Definitions below the working folder, with their versions. Empty if they should not be listed. */
export async function chooseReferences(
  context: Context,
  given: boolean | undefined,
  content: readonly ContentChoice[],
  versions: readonly string[],
): Promise<readonly ReferenceFound[]> {
  if (given === false) return [];
  const { host, ui } = context;
  const [only, another] = versions;
  const all = findDefinitions(host.cwd);
  const [first, ...others] = all.filter(isForTests);
  if (first !== undefined) {
    const them =
      others.length === 0
        ? `${first} is not listed: its folder is`
        : `${first} and ${others.length} more are not listed: their folders are`;
    ui.warn(
      `${them} for tests or examples.`,
      `If readers should see it, add under \`references:\`: - { file: ${first}, version: ${only ?? 'v1.0'} }`,
    );
  }
  const found = all.flatMap((file) => {
    if (isForTests(file)) return [];
    const version = versionOfFolder(file, content) ?? (another === undefined ? only : undefined);
    if (version !== undefined && isPartOfAddress(version)) return [{ file, version }];
    const reason =
      version === undefined
        ? 'the version that it belongs to is not known'
        : `"${version}" is not the slug of a version`;
    ui.warn(`${file} is not listed: ${reason}.`, 'List it under `references:` with its version');
    return [];
  });
  if (found.length === 0 || given === true) return found;
  const definitions = count(found.length, 'OpenAPI definition');
  const named = listOf(
    found.map(({ file }) => file),
    3,
  );
  if (canAsk(context)) {
    const question = `List ${definitions} for docs ref upload: ${named}?`;
    return (await confirm(context, question, true)) ? found : [];
  }
  if (found.length <= MAX_DEFINITIONS) return found;
  ui.warn(
    `There are ${definitions} here: ${named}.`,
    'List those that readers should see under `references:`, or take all with --references',
  );
  return [];
}

/** The version of a definition in a content folder: `v2.0` for `docs/v2.0/refs/api.yaml`. */
function versionOfFolder(file: string, content: readonly ContentChoice[]): string | undefined {
  for (const { path, place } of content) {
    const [version, refs] = posix.relative(path, file).split('/');
    if (version === '..') continue;
    if (place !== null || refs === 'refs') return place?.version ?? version;
  }
  return undefined;
}

/** Files of packages that look like definitions. */
const OF_PACKAGE = /(?:^|\/)(?:package|package-lock|npm-shrinkwrap)\.json$/i;

/** Enough for comments and a licence above the first key. */
const HEAD_BYTES = 16 * 1024;

/** The files whose beginning shows that they are OpenAPI definitions. Reads the beginning of each YAML and JSON file. */
const findDefinitions = (root: string): readonly string[] =>
  listFiles(root, IGNORED).files.filter(
    (file) =>
      /\.(?:ya?ml|json)$/i.test(file) &&
      !OF_PACKAGE.test(file) &&
      isDefinition(headOf(join(root, file))),
  );

/**
 * Decides by the first lines only. `docs ref check` finds out whether the definition is valid.
 * Pure.
 */
export const isDefinition = (head: string): boolean =>
  (/^\uFEFF?\s*\{/.test(head) ? IN_JSON : IN_YAML).test(head);

const IN_JSON = /"(?:openapi"\s*:\s*"3\.\d|swagger"\s*:\s*"2\.0")/;
const IN_YAML =
  /^\uFEFF?["']?(?:openapi["']?[ \t]*:[ \t]*["']?3\.\d|swagger["']?[ \t]*:[ \t]*["']?2\.0)/m;

/** The beginning of a file. Empty if it cannot be read, so that it is not offered. */
function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const length = withFile(path, null, (file) => readSync(file, head, 0, HEAD_BYTES, 0));
    return head.toString('utf8', 0, length);
  } catch {
    return '';
  }
}
