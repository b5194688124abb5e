/** Translates folder names in an export into the slugs of versions and documentations. */
import { groupBy } from '../../model/group-by.ts';
import { pageKey, placeOf, documentationKey } from '../../model/ids.ts';
import type { DocumentationPlace, FilePath, PageKey, Slug, VersionId } from '../../model/ids.ts';
import type { LocalDocumentation, LocalProject, PageInFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { AllResources } from '../../model/resources.ts';
import type { Lock } from '../lock/lock.ts';
import { findNamed } from './named-folders.ts';
import type { FolderMatch, Named, NamedFolder } from './named-folders.ts';

/** What the platform has told so far. */
export interface There {
  readonly all: Pick<AllResources, 'versions' | 'documentations'>;
  /** By slug. */
  readonly versions: ReadonlyMap<string, VersionId>;
}

/** A folder whose subfolders may have names instead of slugs. */
export interface NamedScene {
  readonly project: Project;
  readonly local: LocalProject;
  readonly lock: Pick<Lock, 'versions' | 'documentations'>;
}

/** A documentation's folder in a tree with names instead of slugs. */
export interface FolderByName {
  readonly documentation: LocalDocumentation;
  readonly path: FilePath;
  /** The folder that contains the version's folder. */
  readonly tree: FilePath;
  readonly version: NamedFolder;
  readonly name: string;
}

/** Names of version folders, by the slug that was derived from them. Empty if all folders have slugs. */
export function namesOfVersions(
  project: Project,
  local: LocalProject,
): ReadonlyMap<Slug, readonly string[]> {
  const names = new Map<Slug, readonly string[]>();
  for (const { version } of foldersOf(project, local)) {
    const known = names.get(version.slug) ?? [];
    names.set(version.slug, [...new Set([...known, version.name])]);
  }
  return names;
}

function foldersOf({ contents }: Project, local: Outline): readonly FolderByName[] {
  if (!local.layouts.includes('export')) return [];
  return local.documentations.flatMap((documentation): FolderByName[] => {
    const { folder: path, version: slug } = documentation;
    if (path === undefined) return [];
    const [name, version, ...above] = path.split('/').toReversed();
    const tree = (above.toReversed().join('/') || '.') as FilePath;
    const isNamed = contents.some(
      (content, at) =>
        content.version === null && local.layouts[at] === 'export' && content.path === tree,
    );
    if (!isNamed || name === undefined || version === undefined) return [];
    return [{ documentation, path, tree, version: { name: version, slug }, name }];
  });
}

/** Where the pages of a documentation's folder belong. */
export type NewFolderPlace = DocumentationPlace | { readonly problem: string };

type Outline = Pick<LocalProject, 'layouts' | 'documentations'>;

/**
 * Returns a function from pages to keys, for a folder as it is arranged today or in a commit. It returns
 * undefined if the folder's name does not tell the key.
 */
export type KeysByName = (folder: Outline) => (page: PageInFile) => PageKey | undefined;

/** The keys that pages have on the platform. */
export function keysByName(
  { project, lock }: Pick<NamedScene, 'project' | 'lock'>,
  there: There,
): KeysByName {
  return (folder) => {
    const keyOf = keysAfter(movesOf(project, folder, lock, there));
    return (page) => {
      const to = keyOf(page);
      return 'problem' in to ? undefined : to.key;
    };
  };
}

/** Folders whose slugs are not the ones that their names suggest. */
export function movesOf(
  project: Project,
  folder: Outline,
  lock: NamedScene['lock'],
  there: There,
): ReadonlyMap<FolderByName, NewFolderPlace> {
  const moves = new Map<FolderByName, NewFolderPlace>();
  for (const [one, to] of destinations(foldersOf(project, folder), lock, there)) {
    const { version, slug } = one.documentation;
    if ('problem' in to || to.version !== version || to.documentation !== slug) moves.set(one, to);
  }
  return moves;
}

type KeyAfter = { readonly key: PageKey } | { readonly problem: string };

/** Returns a function that tells the key of a page once these folders have moved. */
export function keysAfter(
  moves: ReadonlyMap<FolderByName, NewFolderPlace>,
): (page: PageInFile) => KeyAfter {
  const byKey = new Map<string, { readonly path: FilePath; readonly to: NewFolderPlace }>();
  for (const [{ documentation, path }, to] of moves) {
    byKey.set(`${documentation.version}/${documentation.slug}`, { path, to });
  }
  return ({ key, file }) => {
    const move = byKey.get(documentationKey(key));
    if (!move || !file.startsWith(`${move.path}/`)) return { key };
    return 'problem' in move.to
      ? move.to
      : { key: pageKey({ ...move.to, slug: placeOf(key).slug }) };
  };
}

function* destinations(
  folders: readonly FolderByName[],
  lock: NamedScene['lock'],
  { all, versions }: There,
): Generator<readonly [FolderByName, NewFolderPlace]> {
  const named = [...all.versions].flatMap(([id, { name, slug }]): Named[] =>
    slug !== undefined && versions.get(slug) === id ? [{ slug, name }] : [],
  );
  for (const tree of groupBy(folders, (folder) => folder.tree).values()) {
    const byVersion = groupBy(tree, ({ version }) => version.name);
    const found = findNamed(
      [...byVersion.values()].flatMap(([first]) => first?.version ?? []),
      { what: 'version', there: named, isKnown: (slug) => lock.versions.has(slug), taken: NONE },
    );
    for (const [name, own] of byVersion) {
      const version = found.get(name);
      for (const folder of own) {
        if (version && 'problem' in version) yield [folder, version];
      }
      if (!version || 'problem' in version) continue;
      const inside = documentationsIn(versions.get(version.slug), all);
      yield* inVersion(own, version.slug, inside, lock);
    }
  }
}

const NONE: ReadonlySet<Slug> = new Set();

function* inVersion(
  folders: readonly FolderByName[],
  version: Slug,
  there: readonly Named[],
  lock: NamedScene['lock'],
): Generator<readonly [FolderByName, NewFolderPlace]> {
  const byName = folders.filter(({ documentation }) => documentation.isNamed === true);
  const said = folders.filter(({ documentation }) => documentation.isNamed !== true);
  const taken = new Set(said.map(({ documentation }) => documentation.slug));
  const found = findNamed(
    byName.map(({ name, documentation }) => ({ name, slug: documentation.slug })),
    {
      what: 'documentation',
      there,
      taken,
      isKnown: (slug) => lock.documentations.has(`${version}/${slug}`),
    },
  );
  for (const folder of folders) {
    const { documentation } = folder;
    const own: FolderMatch | undefined = documentation.isNamed ? found.get(folder.name) : undefined;
    if (own && 'problem' in own) yield [folder, own];
    else yield [folder, { version, documentation: own?.slug ?? documentation.slug }];
  }
}

const documentationsIn = (
  version: VersionId | undefined,
  { documentations }: There['all'],
): readonly Named[] =>
  [...documentations.values()].flatMap(({ versionId, title, slug }) =>
    versionId === version && slug !== undefined ? [{ slug, name: title }] : [],
  );
