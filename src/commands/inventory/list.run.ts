import { Failure } from '../../model/failure.ts';
import type { Context } from '../../context.ts';
import type { AllResources, Version } from '../../model/resources.ts';
import type { ListedChangelog, ProjectContents, VersionContents } from './document.ts';
import { contentsView } from './view.ts';
import { rememberPlaces } from '../shared/names/known-names.ts';
import { listDocumentations, MAX_VERSIONS } from '../shared/names/documentation-names.ts';
import { resolveVersion, versionsInOrder } from '../shared/names/version-names.ts';
import { count } from '../../model/text/sentences.ts';

export interface ListContentsOptions {
  readonly exact: boolean;
}

/**
 * Prints the contents of a version, or of all: two requests, one for each version, and one for each
 * configured changelog. Of more than `MAX_VERSIONS` versions, only the data of `GET /all` is
 * shown.
 */
export async function listContents(
  context: Context,
  name: string | undefined,
  { exact }: ListContentsOptions,
): Promise<void> {
  const { ui, host } = context;
  const api = await context.api();
  let asked: Promise<AllResources> | undefined;
  const snapshot = (): Promise<AllResources> => (asked ??= api.project.all({}, host.signal));
  const versions =
    name === undefined
      ? versionsInOrder(await api.versions.list(host.signal))
      : [await resolveVersion(context, name, snapshot)];
  const all = await snapshot();
  const told = await documentationsOf(context, versions);
  const contents: ProjectContents = {
    versions: versions.map((version) => contentsOf(version, all, told)),
    changelogs: await changelogsOf(context),
  };
  if (name === undefined) await rememberPlaces(context, placesOf(contents));
  await ui.result(contents, contentsView(exact), { long: true });
}

type Told = NonNullable<Awaited<ReturnType<typeof listDocumentations>>>;

async function documentationsOf(context: Context, versions: readonly Version[]): Promise<Told> {
  if (versions.length <= MAX_VERSIONS) {
    const ids = versions.map(({ id }) => id);
    return (await listDocumentations(context, ids)) ?? new Map();
  }
  context.ui.say(
    `There are ${count(versions.length, 'version')}: name one to see which of its documentations are published.`,
  );
  return new Map();
}

/** In the order of the list; those that only `GET /all` has come last. */
function contentsOf(
  { id, slug, name, published }: Version,
  all: AllResources,
  told: Told,
): VersionContents {
  const pages = new Map<number, number>();
  for (const { documentationId } of all.pages.values()) {
    pages.set(documentationId, (pages.get(documentationId) ?? 0) + 1);
  }
  const documentations = [...all.documentations]
    .filter(([, { versionId }]) => versionId === id)
    .map(([documentation, summary]) => {
      const known = told.get(documentation);
      return {
        order: known?.ordr ?? Number.MAX_SAFE_INTEGER,
        listed: {
          id: documentation,
          title: known?.title ?? summary.title,
          slug: known?.slug ?? summary.slug ?? null,
          pages: pages.get(documentation) ?? 0,
          published: known?.published ?? null,
          pagesUpdated: known?.pagesUpdated ?? null,
        },
      };
    })
    .toSorted((a, b) => a.order - b.order || a.listed.id - b.listed.id)
    .map(({ listed }) => listed);
  const references = [...all.references]
    .filter(([, { versionId }]) => versionId === id)
    .map(([reference, each]) => ({ id: reference, title: each.title, slug: each.slug ?? null }));
  return { id, slug, name, published, documentations, references };
}

/** The configured changelogs. The number of posts is unknown if the key may not read them, or if the platform does not have them. */
async function changelogsOf(context: Context): Promise<ListedChangelog[]> {
  const api = await context.api();
  const { changelogs } = await context.config();
  const listed: ListedChangelog[] = [];
  for (const [path, id] of Object.entries(changelogs.value)) {
    try {
      const { total } = await api.changelogs.posts(id, { count: 1 }, context.host.signal);
      listed.push({ path, id, posts: total });
    } catch (error) {
      if (!(error instanceof Failure) || !UNKNOWN.has(error.code)) throw error;
      context.ui.warn(`The posts of ${path} are not known: ${error.message}`, error.hint);
      listed.push({ path, id, posts: null });
    }
  }
  return listed;
}

const UNKNOWN: ReadonlySet<string> = new Set(['unsupported', 'forbidden']);

const placesOf = ({ versions }: ProjectContents): string[] =>
  versions.flatMap(({ slug, documentations }) => [
    slug,
    ...documentations.flatMap((each) => (each.slug === null ? [] : [`${slug}/${each.slug}`])),
  ]);
