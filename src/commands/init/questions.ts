/**
 * The questions of `docs init`: folder, place, definitions and pipeline. Each has an option.
 * `--yes` uses the only possible answer, and refuses if there are several.
 */
import { listOf } from '../../model/text/list.ts';
import { posix } from 'node:path';
import type { Context } from '../../context.ts';
import { slugOfName, slugProblem } from '../../content/slug.ts';
import { Failure } from '../../model/failure.ts';
import { type FilePath, type Slug, placeOf } from '../../model/ids.ts';
import { wayToCreate } from '../../model/own-platform.ts';
import { lockFileOf } from '../../model/project.ts';
import { versionNames } from '../shared/names/version-names.ts';
import { scanFolder } from '../../sync/reader.ts';
import { count } from '../../model/text/count.ts';
import type { ContentChoice, ContentFound, ContentPlace, ReferenceFound } from './document.ts';
import { type KnownPlatform, confirmPlace, placesIn } from './platform.ts';
import { type PageFolder, type Survey, findDefinitions, isForTests } from './survey.ts';
import { placeText } from './view.ts';

const YES = 'docs init --yes takes what is found';

const nameOf = (path: string): string => (path === '.' ? 'this folder' : path);

/** The folder that contains the pages. Undefined if none does. */
export async function chooseFolder(
  { ui, flags }: Context,
  { folders }: Survey,
): Promise<PageFolder | undefined> {
  const [first, second] = folders;
  if (first === undefined || second === undefined) return first;
  const hint = `--content ${first.path} --in ${typed(usualPlace(first.path))} sets up one`;
  if (flags.yes) {
    const paths = listOf(folders.map(({ path }) => path));
    throw new Failure('usage', `There are pages in ${paths}.`, { hint });
  }
  return ui.ask(
    (prompts, terminal) =>
      prompts.select<PageFolder>(
        {
          message: 'Where are the pages?',
          choices: folders.map((folder) => ({
            value: folder,
            name: `${folder.path}  (${count(folder.pages, 'page')})`,
          })),
        },
        terminal,
      ),
    hint,
  );
}

/**
 * The place of a folder's pages. Null if their paths contain it, which is shown with one page as an
 * example.
 */
export async function choosePlace(
  context: Context,
  folder: PageFolder,
  options: { readonly in?: string; readonly content?: readonly string[] },
  known: KnownPlatform | undefined,
): Promise<ContentPlace | null> {
  const { flags, ui } = context;
  const { path, versions } = folder;
  if (options.in !== undefined) return typedPlace(context, known, options.in);
  if (versions.length === 0) return askPlace(context, path, known);
  const { example } = await understand(context, { path, place: null });
  if (options.content !== undefined || example === null) return null;
  const isSure = folder.isSure || known?.versions.some(({ slug }) => versions.includes(slug));
  const hint = `Give --content ${path} if the names of its folders are right, or --in version/documentation if it is one documentation`;
  if (flags.yes && isSure) return null;
  if (flags.yes) {
    const guess = `${placeText(example)}, if the folders in ${path} are versions`;
    throw new Failure('usage', `It is not clear where pages go: ${guess}.`, { hint });
  }
  const isRight = await ui.ask(
    (prompts, terminal) =>
      prompts.confirm(
        { message: `${placeText(example)}. Right?`, default: isSure === true },
        terminal,
      ),
    isSure ? YES : hint,
  );
  return isRight ? null : askPlace(context, path, known);
}

/** Asks until the answer is a place. With `--yes`, uses the only place on the platform. */
async function askPlace(
  context: Context,
  path: string,
  known: KnownPlatform | undefined,
): Promise<ContentPlace> {
  const { ui, flags } = context;
  const [version, another] = known?.versions ?? [];
  const there = known && version ? await placesIn(context, known.all, version) : [];
  const [only, other] = there;
  if (flags.yes && only && !other && !another) return only;
  const usual = usualPlace(path);
  const such = only ?? { ...usual, version: version?.slug ?? usual.version };
  const hint = `All of it is one documentation: name that with --in version/documentation, such as --in ${typed(such)}`;
  if (flags.yes) {
    throw new Failure('usage', `It is not clear where the pages of ${nameOf(path)} go.`, { hint });
  }
  let place: ContentPlace | undefined;
  const check = async (text: string): Promise<true | string> => {
    try {
      place = await typedPlace(context, known, text, true);
      return true;
    } catch (error) {
      if (error instanceof Failure) return [error.message, error.hint].join(' ');
      throw error;
    }
  };
  const text = await ui.ask(
    (prompts, terminal) =>
      prompts.input(
        {
          message: `Where do all pages of ${nameOf(path)} go (such as ${typed(such)})?`,
          validate: check,
        },
        terminal,
      ),
    hint,
  );
  return place ?? typedPlace(context, known, text, true);
}

/** A place as an example. The pages of a package get a documentation with its name. */
const usualPlace = (path: string): ContentPlace => ({
  version: 'v1.0',
  documentation: path.includes('/')
    ? slugOfName(posix.basename(posix.dirname(path)).toLowerCase())
    : 'guide',
});

/** The place in the form that people type. */
const typed = ({ version, documentation }: ContentPlace): string => `${version}/${documentation}`;

/** The place that somebody typed, confirmed by the platform if there is one. */
export async function typedPlace(
  context: Context,
  known: KnownPlatform | undefined,
  text: string,
  isAsked = false,
): Promise<ContentPlace> {
  const [version = '', documentation = '', ...rest] = text.trim().split('/');
  if (version === '' || documentation === '' || rest.length > 0) {
    const isEmpty = text.trim() === '';
    const message = isEmpty ? 'No place was given.' : `"${text}" is not a version/documentation.`;
    throw new Failure('usage', message, {
      hint: 'Write version/documentation, such as v1.0/docs',
    });
  }
  if (known) return confirmPlace(context, known, { version, documentation }, isAsked);
  const title = [version, documentation].find((name) => !isSlug(name));
  if (title === undefined) return { version, documentation };
  throw new Failure('usage', `"${title}" is not a slug.`, {
    hint: 'Slugs are the parts of an address, such as /v1.0/support-center/start',
  });
}

/**
 * Whether a name can be a slug. Titles contain spaces, and every command would refuse them in a
 * configuration.
 */
const isSlug = (name: string): boolean => slugProblem(name) === null && !/\s/.test(name);

/** Warns of markup that readers would see as text, and of pages that would have no place. */
export function warnAbout(
  { ui }: Context,
  { path, tool, versions }: PageFolder,
  place: ContentPlace | null,
  known: KnownPlatform | undefined,
): void {
  if (tool !== null) {
    ui.warn(
      `The pages in ${path} were written for ${tool}: readers see its own markup as text.`,
      'docs import . --out <folder> translates them',
    );
  }
  if (known === undefined || place !== null) return;
  const there =
    known.versions.length === 0 ? 'it has none' : `it has ${versionNames(known.versions)}`;
  for (const version of versions) {
    if (known.versions.some(({ slug }) => slug === version)) continue;
    ui.warn(
      `The platform has no version ${version}: what is in ${posix.join(path, version)} cannot be placed.`,
      `${there}; ${wayToCreate('version', known.baseUrl)}, or rename the folder`,
    );
  }
}

/** A content folder, and what a push would make of it. Reads it as a push does, and writes nothing. Rejects with `usage` if it is an export. */
export async function understand(
  { host }: Pick<Context, 'host'>,
  choice: ContentChoice,
): Promise<ContentFound> {
  const { path, place } = choice;
  const folder = {
    path: path as FilePath,
    version: (place?.version ?? null) as Slug | null,
    documentation: (place?.documentation ?? null) as Slug | null,
    include: ['**/*.md'],
    exclude: [],
  };
  const project = {
    root: host.cwd,
    contents: [folder],
    references: [],
    lockFile: lockFileOf(null),
    stateFolder: '.docs-cli' as FilePath,
  };
  try {
    const { signal } = host;
    const { pages, unplaced } = await scanFolder(project, { remember: false, signal });
    const found = [...pages.values()];
    // In one documentation, people may think that a folder is another documentation. The deepest
    // page shows that it is not.
    const [page] = place === null ? found : found.toSorted((a, b) => depth(b) - depth(a));
    const example = page && { file: page.file, ...slugsOf(page.key) };
    return { ...choice, pages: pages.size, unplaced: unplaced.length, example: example ?? null };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'usage') throw error;
    // Its settings cannot be read. `docs check` reports why.
    return { ...choice, pages: 0, unplaced: 0, example: null };
  }
}

const depth = ({ file }: { readonly file: string }): number => file.split('/').length;

function slugsOf(key: Parameters<typeof placeOf>[0]) {
  const { version, documentation, slug } = placeOf(key);
  return { version, documentation, page: slug };
}

/** More definitions are listed only after a question: many definitions are rarely those of one project. */
const MAX_DEFINITIONS = 12;

/** Definitions below the working folder, with their versions. Empty if they should not be listed. */
export async function chooseReferences(
  { host, ui, flags }: Context,
  given: boolean | undefined,
  content: readonly ContentChoice[],
  versions: readonly string[],
): Promise<readonly ReferenceFound[]> {
  if (given === false) return [];
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
    if (version !== undefined && isSlug(version)) return [{ file, version }];
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
  if (flags.yes && found.length <= MAX_DEFINITIONS) return found;
  if (flags.yes) {
    ui.warn(
      `There are ${definitions} here: ${named}.`,
      'List those that readers should see under `references:`, or take all with --references',
    );
    return [];
  }
  const isWanted = await ui.ask(
    (prompts, terminal) =>
      prompts.confirm(
        { message: `List ${definitions} for docs ref upload: ${named}?`, default: true },
        terminal,
      ),
    `--references or --no-references, or: ${YES}`,
  );
  return isWanted ? found : [];
}

/** The version of a definition in a content folder: `v2.0` for `docs/v2.0/refs/api.yaml`. */
function versionOfFolder(file: string, content: readonly ContentChoice[]): string | undefined {
  for (const { path, place } of content) {
    const [version, refs] = posix.relative(path, file).split('/');
    if (place === null && refs === 'refs' && version !== '..') return version;
  }
  return undefined;
}

export async function choosePublish(
  { ui, flags }: Context,
  publish: boolean | undefined,
): Promise<boolean> {
  if (publish !== undefined || flags.yes) return publish ?? false;
  return ui.ask(
    (prompts, terminal) =>
      prompts.confirm({ message: 'Publish what a push changes?', default: false }, terminal),
    `--publish or --no-publish, or: ${YES}`,
  );
}

/** The forge whose pipelines check and push, if any. */
export type PipelineChoice = 'github' | 'gitlab' | 'none';

export async function choosePipeline(
  { ui, flags }: Context,
  ci: PipelineChoice | undefined,
): Promise<PipelineChoice> {
  if (ci !== undefined || flags.yes) return ci ?? 'none';
  return ui.ask(
    (prompts, terminal) =>
      prompts.select(
        {
          message: 'Write a pipeline that checks and pushes?',
          choices: [
            { value: 'none' as const, name: 'No' },
            { value: 'github' as const, name: 'GitHub Actions' },
            { value: 'gitlab' as const, name: 'GitLab CI' },
          ],
        },
        terminal,
      ),
    `--ci github, gitlab or none, or: ${YES}`,
  );
}
