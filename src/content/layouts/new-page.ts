/** The place and the form of a new page's file. Pure: returns what to write and writes nothing. */
import { Failure } from '../../model/failure.ts';
import type { FilePath, PagePlace } from '../../model/ids.ts';
import { documentationOf } from '../../model/local.ts';
import type { LayoutKind, LocalProject, LocalVersion } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { foldPath, isFileSlug, safeName } from '../file-names.ts';
import type { HeaderValues } from '../page/page-edit.ts';
import { printSettings } from '../settings/printed-yaml.ts';
import { innermostOf, isInFolder, join } from './layout.ts';

export interface FileWrite {
  readonly path: FilePath;
  readonly text: string;
}

/** A documentation's folder, and the files to create if it does not exist. */
export interface Destination {
  readonly kind: LayoutKind;
  readonly folder: FilePath;
  readonly settings: readonly FileWrite[];
}

/** The names of a version and of a documentation in it, as the platform has them. */
export interface DocumentationNames {
  readonly version: Pick<LocalVersion, 'slug' | 'name' | 'published'>;
  readonly documentation: {
    readonly slug: PagePlace['documentation'];
    readonly title: string;
    /** Whether readers are known to see it in its version. */
    readonly published: boolean;
  };
}

/** The layout of the innermost content folder that contains `folder`. */
export const layoutAt = (
  { contents }: Project,
  { layouts }: LocalProject,
  folder: FilePath,
): LayoutKind => layouts[innermostOf(folder, contents)] ?? 'repository';

/**
 * The folder of a documentation that exists, else a new one in the first content folder without a
 * mapping; `null` if there is no such folder.
 */
export function destinationOf(
  project: Project,
  local: LocalProject,
  names: DocumentationNames,
): Destination | null {
  const { version, documentation } = names;
  const known = documentationOf(local.documentations, {
    version: version.slug,
    documentation: documentation.slug,
  });
  if (known?.folder) {
    return { kind: layoutAt(project, local, known.folder), folder: known.folder, settings: [] };
  }
  const index = project.contents.findIndex((folder) => folder.version === null);
  const content = project.contents[index];
  const kind = local.layouts[index];
  if (!content || !kind) return null;
  const sibling = local.documentations.find((one) => one.version === version.slug && one.folder);
  const isNewVersion = !sibling?.folder || !isInFolder(sibling.folder, content.path);
  const versionFolder = isNewVersion
    ? join(content.path, folderName(version.slug))
    : (sibling.folder.slice(0, sibling.folder.lastIndexOf('/')) as FilePath);
  const folder = join(versionFolder, folderName(documentation.slug));
  const settings = [
    ...(isNewVersion ? versionSettings(kind, versionFolder, version) : []),
    ...documentationSettings(kind, folder, documentation),
  ];
  return { kind, folder, settings };
}

function folderName(slug: string): string {
  if (isFileSlug(slug)) return slug;
  throw unsafe(`The name "${slug}"`);
}

const unsafe = (what: string): Failure =>
  new Failure('content', `${what} cannot be a file or folder name on every system.`, {
    hint: 'Change the slug on the platform',
  });

function versionSettings(
  kind: LayoutKind,
  folder: FilePath,
  { slug, name, published }: DocumentationNames['version'],
): FileWrite[] {
  if (kind === 'repository') {
    return [
      {
        path: join(folder, '_settings.yaml'),
        text: printSettings({ name, published }),
      },
    ];
  }
  if (kind !== 'early') return [];
  return [{ path: join(folder, 'settings.yaml'), text: printSettings({ name, slug, published }) }];
}

function documentationSettings(
  kind: LayoutKind,
  folder: FilePath,
  { slug, title, published }: DocumentationNames['documentation'],
): FileWrite[] {
  const shown = published ? {} : { published };
  switch (kind) {
    case 'repository':
      return [{ path: join(folder, '_settings.yaml'), text: printSettings({ title, ...shown }) }];
    case 'early':
      return [{ path: join(folder, 'settings.yaml'), text: printSettings({ slug, ...shown }) }];
    case 'plain':
      return [];
    default:
      return kind satisfies never;
  }
}

export interface PageWithoutFile extends Pick<PagePlace, 'slug'> {
  readonly title: string;
  readonly listed: boolean;
  readonly category: string | null;
}

/**
 * The path of a new page's file. Throws `Failure('content')` if one of `files`, all files of the
 * project, is the same file on some system, or if the slug must be the file's name and cannot be.
 */
export function pathForNewPage(
  { kind, folder }: Pick<Destination, 'kind' | 'folder'>,
  { slug }: Pick<PageWithoutFile, 'slug'>,
  files: readonly FilePath[],
): FilePath {
  const path = join(folder, nameForNewPage());
  const folded = foldPath(path);
  const twin = files.find((file) => foldPath(file) === folded);
  if (twin === undefined) return path;
  throw new Failure(
    'content',
    `The page "${slug}" would be written to ${path}, but ${twin} exists.`,
    {
      hint: 'On some systems the two are the same file. Rename one of them, or change the slug',
    },
  );

  function nameForNewPage(): string {
    const name = `${slug}.md`;
    if (kind !== 'repository') return safeName(name);
    if (isFileSlug(slug)) return name;
    throw unsafe(`The slug "${slug}"`);
  }
}

/** The header of a new file: everything that its layout does not derive from names and paths. */
export function headerForNewPage(
  kind: LayoutKind,
  path: FilePath,
  page: PageWithoutFile,
): HeaderValues {
  const { slug, title, listed, category } = page;
  const isStem = path.slice(path.lastIndexOf('/') + 1) === `${slug}.md`;
  const hasSlug = kind === 'early' || (kind === 'plain' && !isStem);
  return {
    type: 'page',
    title,
    listed: String(listed),
    ...(hasSlug ? { slug } : {}),
    ...(category === null ? {} : { category }),
  };
}
