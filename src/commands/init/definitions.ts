/** OpenAPI definitions of the folder that `docs init` can list in the configuration. */
import { readSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { slugProblem } from '../../content/slug.ts';
import { listFiles } from '../../content/folder/list-files.ts';
import { withFile } from '../../files/read-file.ts';
import { count } from '../../ui/count.ts';
import type { ContentFound, ReferenceFound } from './document.ts';
import type { InitOptions } from './init.run.ts';
import type { KnownPlatform } from './known-platform.ts';
import { IGNORED } from './survey.ts';

/** More are not listed without asking: a collection of definitions is rarely the documentation of one project. */
const MOST_DEFINITIONS = 12;

/** Enough for comments and a licence above the first key. */
const HEAD_BYTES = 16 * 1024;

const NAME = /\.(?:ya?ml|json)$/i;

/** Lists packages, some of which are named like the keys of a definition. */
const PACKAGES = /(?:^|\/)(?:package|package-lock|npm-shrinkwrap)\.json$/;

/** Definitions in such folders are there to be tested with. */
const TRIAL = /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|examples?|samples?|mocks?)\//i;

/** Definitions below the working folder with the versions that they would go to; empty if nobody wants them listed. */
export async function chooseReferences(
  context: Context,
  options: InitOptions,
  content: readonly ContentFound[],
  known: KnownPlatform | undefined,
): Promise<readonly ReferenceFound[]> {
  const { host, ui, flags } = context;
  if (options.references === false) return [];
  const version = versionOf(content, known);
  const files = findDefinitions(host.cwd);
  const found = files.flatMap((file) => {
    const own = versionOfFolder(file, content) ?? version;
    if (own === undefined) return [];
    if (slugProblem(own) === null && !/\s/.test(own)) return [{ file, version: own }];
    ui.warn(`${file} is not listed: "${own}" is not the slug of a version.`, 'Rename its folder');
    return [];
  });
  if (found.length === 0 || options.references === true) return found;
  const shown = found.slice(0, 3).map(({ file }) => file);
  const more = found.length > shown.length ? ` and ${found.length - shown.length} more` : '';
  const named = `${shown.join(', ')}${more}`;
  if (found.length > MOST_DEFINITIONS) {
    ui.warn(
      `There are ${count(found.length, 'OpenAPI definition')} here: ${named}.`,
      'List those that readers should see under `references:`, or take all with --references',
    );
    return [];
  }
  if (flags.yes) return found;
  const isWanted = await ui.ask(
    (prompts, terminal) =>
      prompts.confirm(
        {
          message: `List ${count(found.length, 'OpenAPI definition')} for docs ref upload: ${named}?`,
          default: true,
        },
        terminal,
      ),
    '--references or --no-references, or: docs init --yes takes what is found',
  );
  return isWanted ? found : [];
}

/** The version that pages of this folder go to. Without pages, the first one of the platform. */
function versionOf(
  content: readonly ContentFound[],
  known: KnownPlatform | undefined,
): string | undefined {
  const [first] = content;
  return first?.place?.version ?? first?.example?.version ?? known?.versions[0]?.slug;
}

/** `docs/v2.0/refs/api.yaml` is of version `v2.0`. */
function versionOfFolder(file: string, content: readonly ContentFound[]): string | undefined {
  for (const { path, place } of content) {
    if (place !== null) continue;
    const inside = path === '.' ? file : file.slice(path.length + 1);
    if (path !== '.' && !file.startsWith(`${path}/`)) continue;
    const [version, refs] = inside.split('/');
    if (refs === 'refs') return version;
  }
  return undefined;
}

/** The files that say at their top that they are OpenAPI definitions. Reads the beginning of each YAML and JSON file. */
function findDefinitions(root: string): readonly string[] {
  const { files } = listFiles(root, IGNORED);
  const found: string[] = [];
  for (const file of files) {
    if (!NAME.test(file) || PACKAGES.test(file) || TRIAL.test(file)) continue;
    if (isDefinition(headOf(join(root, file)))) found.push(file);
  }
  return found;
}

/** By its first lines alone: `docs ref check` says whether it can be used. Pure. */
export const isDefinition = (head: string): boolean =>
  (/^\uFEFF?\s*\{/.test(head) ? IN_JSON : IN_YAML).test(head);

const IN_JSON = /"(?:openapi"\s*:\s*"3\.\d|swagger"\s*:\s*"2\.0")/;
const IN_YAML =
  /^\uFEFF?["']?(?:openapi["']?[ \t]*:[ \t]*["']?3\.\d|swagger["']?[ \t]*:[ \t]*["']?2\.0)/m;

/** Empty if it cannot be read: such a file is not offered. */
function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const length = withFile(path, null, (file) => readSync(file, head, 0, HEAD_BYTES, 0));
    return head.toString('utf8', 0, length);
  } catch {
    return '';
  }
}
