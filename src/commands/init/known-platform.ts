/** What of the answers the platform can confirm. */
import { posix } from 'node:path';
import type { ContentChoice } from './document.ts';
import { slugOfTitle, slugProblem } from '../../content/slug.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { AllResources, DocumentationSummary, Version, Page } from '../../model/resources.ts';
import type { DocumentationId, PageId, Slug } from '../../model/ids.ts';
import { chooseDocumentation } from '../../names/documentation-names.ts';
import { chooseVersion, versionsInOrder, listed } from '../../names/version-names.ts';
import type { FolderCandidate } from './survey.ts';
import { withDocumentationSlugs } from '../../names/documentation-slugs.ts';

export interface KnownPlatform {
  readonly versions: readonly Version[];
  readonly all: AllResources;
}

/** The versions and documentations that there are, in two requests; `undefined` if there is no key to ask with. */
export async function askPlatform(context: Context): Promise<KnownPlatform | undefined> {
  try {
    const api = await context.api();
    const [versions, all] = await Promise.all([api.versions.list(), api.project.all()]);
    return { versions: versionsInOrder(versions), all };
  } catch (error) {
    if (error instanceof Failure && error.code === 'auth-required' && error.status === undefined) {
      return undefined;
    }
    if (error instanceof Failure && error.code === 'unreachable') {
      throw new Failure(error.code, error.message, {
        hint: `${error.hint ?? 'Check the address'}; --no-check asks no platform`,
        cause: error,
      });
    }
    throw error;
  }
}

/**
 * The choice in slugs, whatever names were used. A slug that the platform does not tell is taken as it was typed if it can only be one, and
 * asked for if a title was typed. Rejects with `not-found`, listing what there is.
 */
export async function confirmPlace(
  context: Context,
  { versions, all }: KnownPlatform,
  choice: ContentChoice,
): Promise<ContentChoice> {
  if (choice.place === null) return choice;
  const { documentation: typed } = choice.place;
  const { version: wanted } = choice.place;
  const version = orMade(() => chooseVersion(versions, wanted));
  const placed = await placedDocumentations(context, all, version);
  const { slug, title } = orMade(() => namedIn(all, placed, version, typed));
  if (slug !== undefined) return inPlace(choice, version, slug);
  if (slugOfTitle(typed) !== typed) {
    return inPlace(choice, version, await askSlug(context, version, { title }));
  }
  context.ui.warn(
    `The platform does not report whether ${version.slug} has a documentation "${typed}": it is used as a slug.`,
    'Check that it is the one in the address of its pages',
  );
  return inPlace(choice, version, typed);
}

/** `choose`, whose failure says how what is missing comes about: no request makes versions and documentations. */
function orMade<T>(choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
    const near = error.hint?.startsWith('Did you mean') ? `${error.hint} Otherwise make` : 'Make';
    throw new Failure(error.code, error.message, {
      hint: `${near} it in the editor, or write the settings all the same with --no-check`,
      cause: error,
    });
  }
}

const inPlace = (
  { path }: ContentChoice,
  { slug: version }: Version,
  documentation: string,
): ContentChoice => ({ path, place: { version, documentation } });

/** The documentation that was named, as far as it is known. Rejects with `not-found` if it cannot be one whose slug nobody told. */
function namedIn(
  all: AllResources,
  placed: readonly PlacedDocumentation[],
  version: Version,
  typed: string,
): Pick<DocumentationSummary, 'title' | 'slug'> {
  const known = new Map<DocumentationId, DocumentationSummary>(
    placed.map(({ id, title, slug }) => [
      id,
      { title, versionId: version.id, slug: slug ?? undefined },
    ]),
  );
  try {
    return chooseDocumentation({ ...all, documentations: known }, version.id, typed);
  } catch (error) {
    const mayBe = placed.some(({ slug }) => slug === null) && slugOfTitle(typed) === typed;
    if (mayBe && error instanceof Failure) return { title: typed, slug: undefined };
    throw error;
  }
}

/** The slug of a documentation, from whoever can look at the address of one of its pages. */
export async function askSlug(
  { ui }: Context,
  version: Version,
  { title }: { readonly title: string },
): Promise<string> {
  const answer = await ui.ask(
    (prompts, terminal) =>
      prompts.input(
        { message: `What is the slug of "${title}", as in the address of its pages?` },
        terminal,
      ),
    `The platform reports the title "${title}" but no slug: give --in ${version.slug}/<slug>, as in the address of its pages`,
  );
  const slug = answer.trim();
  if (slugProblem(slug) !== null || /\s/.test(slug)) throw notSlug(slug);
  return slug;
}

/** Titles have spaces, slugs have none: every command would refuse such a configuration. */
export const notSlug = (text: string): Failure =>
  new Failure('usage', `"${text}" is not a slug.`, {
    hint: 'Slugs are the parts of an address, such as /v1.0/support-center/start',
  });

/**
 * Where the pages of a folder go if there is nothing to choose: the only version, or the only published one, and in it the only
 * documentation, or the one of the folder's name. Null also if its slug is not known.
 */
export async function onlyPlace(
  context: Context,
  { versions, all }: KnownPlatform,
  path: string,
): Promise<ContentChoice['place']> {
  const version = only(versions) ?? only(versions.filter(({ published }) => published));
  if (!version) return null;
  const inside = await placedDocumentations(context, all, version);
  const documentation = inside.find(({ slug }) => slug === posix.basename(path)) ?? only(inside);
  if (!documentation) return null;
  const { slug } = documentation;
  return {
    version: version.slug,
    documentation: slug ?? (await askSlug(context, version, documentation)),
  };
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/** Version folders that the platform has no version for: their pages could not be placed. */
export const missingVersions = (
  { versions }: KnownPlatform,
  { versions: folders }: FolderCandidate,
): string[] => folders.filter((folder) => !versions.some(({ slug }) => slug === folder));

export const versionsThere = ({ versions }: KnownPlatform): string =>
  versions.length === 0 ? 'it has none' : `it has ${listed(versions)}`;

/** A documentation of which it is known, or not, what it is called in addresses. */
export interface PlacedDocumentation {
  readonly id: DocumentationId;
  readonly title: string;
  /** Null: the platform did not tell it. */
  readonly slug: Slug | null;
}

/** Pages that are read for it: one for each documentation. */
const MOST_READ = 20;

/**
 * The documentations of `version`. Slugs that `all` lacks are asked for in one request; where the platform has no such list, each is read off the
 * path of a page of its documentation: one request each, for the first twenty.
 */
export async function placedDocumentations(
  context: Context,
  project: AllResources,
  version: Version,
): Promise<PlacedDocumentation[]> {
  const all = await withDocumentationSlugs(context, project, [version.id]);
  const inside = [...all.documentations].filter(([, { versionId }]) => versionId === version.id);
  const samples = new Map<DocumentationId, PageId>();
  for (const [page, { documentationId }] of all.pages) {
    if (!samples.has(documentationId)) samples.set(documentationId, page);
  }
  let left = MOST_READ;
  const placed: PlacedDocumentation[] = [];
  for (const [id, { title, slug }] of inside) {
    const sample = samples.get(id);
    const isAsked = slug === undefined && sample !== undefined && left > 0;
    if (isAsked) left -= 1;
    const told = slug ?? (isAsked ? await slugFrom(context, sample) : null);
    placed.push({ id, title, slug: told });
  }
  return placed;
}

async function slugFrom(context: Context, page: PageId): Promise<Slug | null> {
  const api = await context.api();
  try {
    return documentationIn(await api.pages.read(page, { signal: context.host.signal }));
  } catch (error) {
    // The page may have gone, or be one that the key may not read: then nothing is known.
    if (error instanceof Failure && error.status !== undefined && error.code !== 'auth-required') {
      return null;
    }
    throw error;
  }
}

/** The second of the three slugs in a page's path. Null if it does not end with the page's own. */
function documentationIn({ path, slug }: Page): Slug | null {
  const [version = '', documentation = '', page, ...rest] = path.replace(/^\//, '').split('/');
  const isPlace = version !== '' && page === slug && rest.length === 0;
  return isPlace && slugProblem(documentation) === null ? (documentation as Slug) : null;
}
