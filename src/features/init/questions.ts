import type { ContentChoice } from '../../ui/documents/init.ts';
import type { InitOptions } from './init-options.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../ui/count.ts';
import { askSlug, confirmPlace, notSlug, onlyPlace, type KnownPlatform } from './known-platform.ts';
import { placedDocumentations } from './placed-documentations.ts';
import type { FolderCandidate } from './survey.ts';

const YES = 'docs init --yes takes what is found';

/** Which of the folders found are content. Without anybody to ask: the likeliest. */
export async function chooseFolders(
  { ui, flags }: Context,
  found: readonly FolderCandidate[],
): Promise<FolderCandidate[]> {
  const [likeliest, ...others] = found;
  if (likeliest === undefined) {
    return [{ path: 'docs', layout: 'repository', pages: 0, versions: [] }];
  }
  if (flags.yes || others.length === 0) return [likeliest];
  const path = await ui.ask(
    (prompts, context) =>
      prompts.select(
        {
          message: 'Where are the pages?',
          choices: found.map((each) => ({
            value: each.path,
            name: `${each.path}  (${count(each.pages, 'page')}, ${each.layout} layout)`,
          })),
        },
        context,
      ),
    `--content ${likeliest.path}, or: ${YES}`,
  );
  return found.filter((each) => each.path === path);
}

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
  const hint = `${path} is one documentation: say which with --in version/documentation`;
  if (!known || known.versions.length === 0) {
    const text = await ui.ask(
      (prompts, context) =>
        prompts.input(
          { message: `Where do the pages of ${path} go (version/documentation)?` },
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

function parsePlace(text: string): NonNullable<ContentChoice['place']> {
  const [version = '', documentation = '', ...rest] = text.trim().split('/');
  if (version === '' || documentation === '' || rest.length > 0) {
    throw new Failure('usage', `"${text}" is not a place for pages.`, {
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
