import type { ContentChoice } from '../../ui/documents/init.ts';
import type { InitOptions } from './init-options.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../ui/count.ts';
import { onlyPlace, type KnownPlatform } from './known-platform.ts';
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

/** Where the pages of a folder go whose paths do not say. */
export async function choosePlace(
  { ui, flags }: Context,
  candidate: FolderCandidate,
  inside: string | undefined,
  known: KnownPlatform | undefined,
): Promise<ContentChoice> {
  const { path } = candidate;
  if (inside !== undefined) return { path, place: parsePlace(inside) };
  if (candidate.layout !== 'plain') return { path, place: null };
  const place = flags.yes && known ? onlyPlace(known, path) : null;
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
    return { path, place: parsePlace(text) };
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
  const documentations = [...known.all.documentations.values()].filter(
    ({ versionId }) => versionId === version.id,
  );
  const documentation = await ui.ask(
    (prompts, context) =>
      prompts.select(
        {
          message: 'And which documentation?',
          choices: documentations.map(({ slug, title }) => ({ value: slug ?? title, name: title })),
        },
        context,
      ),
    hint,
  );
  return { path, place: { version: version.slug, documentation } };
}

function parsePlace(text: string): NonNullable<ContentChoice['place']> {
  const [version = '', documentation = '', ...rest] = text.trim().split('/');
  if (version === '' || documentation === '' || rest.length > 0) {
    throw new Failure('usage', `"${text}" is not a place for pages.`, {
      hint: 'write version/documentation, such as v1.0/docs',
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
