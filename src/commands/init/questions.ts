import { posix } from 'node:path';
import type { ContentChoice } from './document.ts';
import type { InitOptions } from './init.run.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../ui/count.ts';
import { understand } from './example.ts';
import { askSlug, confirmPlace, notSlug, onlyPlace, type KnownPlatform } from './known-platform.ts';
import { placedDocumentations } from './known-platform.ts';
import { slugOfName } from '../../content/slug.ts';
import { isOfPackage } from './survey.ts';
import type { FolderCandidate } from './survey.ts';

const YES = 'docs init --yes takes what is found';

const LIST = new Intl.ListFormat('en-GB');

/** Which of the folders found holds the pages; with `--yes` the likeliest, unless several packages have one. */
export async function chooseFolder(
  { ui, flags }: Context,
  found: readonly FolderCandidate[],
): Promise<FolderCandidate | undefined> {
  const [likeliest, ...others] = found;
  if (likeliest === undefined || others.length === 0) return likeliest;
  const packages = isOfPackage(likeliest.path) ? found.filter(({ path }) => isOfPackage(path)) : [];
  if (flags.yes && packages.length > 1) throw several(likeliest.path, packages);
  if (flags.yes) return likeliest;
  return ui.ask(
    (prompts, context) =>
      prompts.select<FolderCandidate>(
        {
          message: 'Where are the pages?',
          choices: found.map((folder) => ({
            value: folder,
            name: `${folder.path}  (${count(folder.pages, 'page')}, ${folder.layout} layout)`,
          })),
        },
        context,
      ),
    packages.length > 1 ? oneOf(likeliest.path) : `--content ${likeliest.path}, or: ${YES}`,
  );
}

/** What chooses one of several without a terminal. */
const oneOf = (path: string): string =>
  `--content ${path} --in ${typed(placeFor(path))} sets up one`;

const several = (path: string, folders: readonly FolderCandidate[]): Failure =>
  new Failure('usage', `There are pages in ${LIST.format(folders.map((each) => each.path))}.`, {
    hint: oneOf(path),
  });

/** A place that suits the folder: a package's pages make the documentation of its name. */
const placeFor = (path: string): ChosenPlace => ({
  version: 'v1.0',
  documentation: isOfPackage(path)
    ? slugOfName(posix.basename(posix.dirname(path)).toLowerCase())
    : 'guide',
});

type ChosenPlace = NonNullable<ContentChoice['place']>;

/** The place as people type it. */
const typed = ({ version, documentation }: ChosenPlace): string => `${version}/${documentation}`;

/** Where the pages of a folder go whose paths do not say, in slugs. */
export async function choosePlace(
  context: Context,
  candidate: FolderCandidate,
  inside: string | undefined,
  known: KnownPlatform | undefined,
): Promise<ContentChoice> {
  const { ui, flags } = context;
  const { path } = candidate;
  if (inside !== undefined) return typedPlace(context, known, path, inside);
  if (candidate.layout !== 'plain') return { path, place: null };
  const place = flags.yes && known ? await onlyPlace(context, known, path) : null;
  if (place !== null) return { path, place };
  if (flags.yes && !known) return usualPlace(context, path);
  const usual = placeFor(path);
  const such = { ...usual, version: known?.versions[0]?.slug ?? usual.version };
  const hint = `${path} is one documentation: name it with --in version/documentation, such as --in ${typed(such)}`;
  await sayOneDocumentation(context, path);
  if (!known || known.versions.length === 0) {
    const text = await ui.ask(
      (prompts, context) =>
        prompts.input(
          {
            message: `Where do the pages of ${path === '.' ? 'this folder' : path} go? For example ${typed(usual)}; both must exist on the platform.`,
            validate: (text) => problemOfPlace(text) ?? true,
          },
          context,
        ),
      hint,
    );
    return typedPlace(context, known, path, text);
  }
  const version = await ui.ask(
    (prompts, context) =>
      prompts.select(
        {
          message: `Which version do the pages of ${path} belong to?`,
          choices: known.versions.map((each) => ({
            value: each,
            name: each.name === each.slug ? each.name : `${each.name} (${each.slug})`,
          })),
        },
        context,
      ),
    hint,
  );
  const documentations = await placedDocumentations(context, known.all, version);
  const documentation = await ui.ask(
    (prompts, terminal) =>
      prompts.select(
        {
          message: 'And which documentation?',
          choices: documentations.map((each) => ({ value: each, name: each.title })),
        },
        terminal,
      ),
    hint,
  );
  const slug = documentation.slug ?? (await askSlug(context, version, documentation));
  return { path, place: { version: version.slug, documentation: slug } };
}

/** Where pages go if there is neither a platform nor a person to ask: the place that the first page of an empty folder gets. */
function usualPlace({ ui }: Context, path: string): ContentChoice {
  const place = placeFor(path);
  ui.warn(
    `No platform was asked: the pages in ${path === '.' ? 'this folder' : path} go to ${typed(place)}.`,
    'If they belong elsewhere, change docs-cli.config.yml, or run docs init --force --yes --in <version/documentation>',
  );
  return { path, place };
}

/** Said before the question, because somebody may take a folder in the folder for a documentation of its own. */
async function sayOneDocumentation(context: Context, path: string): Promise<void> {
  if (!context.ui.interactive) return;
  const { example } = await understand(context, { path, place: placeFor(path) });
  if (example === null || posix.dirname(example.file) === posix.normalize(path)) return;
  context.ui.say(
    `All pages in ${path === '.' ? 'this folder' : path} become one documentation, those in subfolders too: ${example.file} is its page ${example.page}.`,
  );
}

/** A place that somebody typed, as far as there is a platform to confirm it. */
async function typedPlace(
  context: Context,
  known: KnownPlatform | undefined,
  path: string,
  text: string,
): Promise<ContentChoice> {
  const place = parsePlace(text);
  if (known) return confirmPlace(context, known, { path, place });
  for (const name of Object.values(place)) if (/\s/.test(name)) throw notSlug(name);
  return { path, place };
}

/** Said at the question, so that a slip does not end it. */
function problemOfPlace(text: string): string | null {
  try {
    parsePlace(text);
    return null;
  } catch (error) {
    if (error instanceof Failure) return [error.message, error.hint].join(' ');
    throw error;
  }
}

function parsePlace(text: string): ChosenPlace {
  const [version = '', documentation = '', ...rest] = text.trim().split('/');
  if (version === '' || documentation === '' || rest.length > 0) {
    const isEmpty = text.trim() === '';
    const message = isEmpty ? 'No place was given.' : `"${text}" is not a version/documentation.`;
    throw new Failure('usage', message, {
      hint: 'Write version/documentation, such as v1.0/docs',
    });
  }
  return { version, documentation };
}

export async function choosePublish(
  { ui, flags }: Context,
  { publish }: InitOptions,
): Promise<boolean> {
  if (publish !== undefined || flags.yes) return publish ?? false;
  return ui.ask(
    (prompts, context) =>
      prompts.confirm({ message: 'Publish what a push changes?', default: false }, context),
    `--publish or --no-publish, or: ${YES}`,
  );
}

export async function choosePipeline(
  { ui, flags }: Context,
  { ci }: InitOptions,
): Promise<'github' | 'gitlab' | 'none'> {
  if (ci !== undefined || flags.yes) return ci ?? 'none';
  return ui.ask(
    (prompts, context) =>
      prompts.select(
        {
          message: 'Write a pipeline that checks and pushes?',
          choices: [
            { value: 'none' as const, name: 'No' },
            { value: 'github' as const, name: 'GitHub Actions' },
            { value: 'gitlab' as const, name: 'GitLab CI' },
          ],
        },
        context,
      ),
    `--ci github, gitlab or none, or: ${YES}`,
  );
}
