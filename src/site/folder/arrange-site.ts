/** Turns the contents of content folders into a site. Pure. */
import { posix } from 'node:path';
import type { WrittenPost } from '../../content/changelog/changelog-files.ts';
import { withoutDuplicates } from '../../content/folder/duplicates.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import type { Candidate } from '../../content/folder/read-folder.ts';
import { settingsHold, settingsFlag, settingsText } from '../../content/settings/settings-file.ts';
import type { SettingsMap } from '../../content/settings/settings-file.ts';
import { unreadyReason } from '../../content/page/unready.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { newestFirst, slugOfTitle } from '../../content/slug.ts';
import { groupBy } from '../../model/group-by.ts';
import { type FilePath, type PageKey, type Slug, pageKey } from '../../model/ids.ts';
import type { LocalDocumentation, UnplacedFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { siteChangelog } from '../changelog.ts';
import { titleWith } from '../definition.ts';
import {
  type SiteDocumentation,
  type SitePage,
  type SiteReference,
  type SiteVersion,
  type WholeSite,
  NO_VERSION,
} from '../site-source.ts';
import { languageOfLocale } from '../language.ts';
import { type FileProblem, unreadyProblem } from './file-problem.ts';
import { navItems } from './nav-items.ts';
import { navigationOf } from './navigation.ts';
import { type SeenPageFile, visibilityAsPushed } from './page-about.ts';
import type { ReadSite, SiteFolder } from './read-site.ts';

export interface ArrangedSite {
  readonly site: WholeSite;
  readonly files: ReadonlyMap<PageKey, FilePath>;
  /** By file in Unicode's composed form. */
  readonly keys: ReadonlyMap<string, PageKey>;
  readonly definitions: ReadonlyMap<SiteReference, FilePath>;
  readonly posts: ReadonlyMap<PageKey, WrittenPost>;
  /** Why page files are not shown, or not as intended. */
  readonly problems: readonly FileProblem[];
  /**
   * Page files and posts that no site shows, with the reason: their place, their content, or
   * another file.
   */
  readonly leftOut: readonly UnplacedFile[];
}

/**
 * @param listed references of the configuration
 * @param placesBroken whether pages whose files are not ready get their places anyway
 */
export function arrangeSite(
  read: ReadSite,
  listed: Project['references'],
  placesBroken: boolean,
): ArrangedSite {
  const { folders, leftOut, problems } = placedFolders(read, placesBroken);
  const files = new Map<PageKey, FilePath>();
  const keys = new Map<string, PageKey>();
  const versions = new Map<Slug, Building>();
  const definitions = new Map<SiteReference, FilePath>();
  const versionAt = (slug: Slug): Building => {
    const known = versions.get(slug) ?? {
      slug,
      name: slug,
      published: true,
      documentations: [],
      references: [],
      order: [],
    };
    versions.set(slug, known);
    return known;
  };

  for (const folder of folders) {
    for (const version of folder.arrangement.versions) {
      const isNew = !versions.has(version.slug);
      const building = versionAt(version.slug);
      if (isNew) building.name = version.name;
      // The settings in any of the folders hide it.
      building.published &&= version.published;
    }
    const byDocumentation = groupBy(
      folder.candidates,
      ({ page }) => `${page.version}/${page.documentation}`,
    );
    for (const documentation of folder.arrangement.documentations) {
      const version = versionAt(documentation.version);
      const own = byDocumentation.get(`${documentation.version}/${documentation.slug}`) ?? [];
      const found = documentationOf(folder, documentation, own);
      const known = version.documentations.findIndex(({ slug }) => slug === documentation.slug);
      const before = version.documentations[known];
      if (before === undefined) version.documentations.push(found);
      else {
        // Pages of one documentation may be in several content folders. The first has its settings.
        const navigation = [...before.navigation, ...found.navigation];
        const published = before.published && found.published;
        version.documentations[known] = { ...before, published, navigation };
      }
      for (const { key, file } of own) {
        files.set(key, file);
        keys.set(file.normalize('NFC'), key);
      }
      version.order.push(...orderIn(folder, documentation));
    }
  }
  const inFolders = folders.flatMap(({ arrangement }) => arrangement.references);
  const taken = new Set(inFolders.map(({ file }) => file));
  const others = listed
    .filter(({ file }) => !taken.has(file))
    .map(({ file, version }) => {
      const name = posix.basename(file).replace(/\.[^.]+$/, '');
      return { version, slug: slugOfTitle(name), file };
    });
  for (const { version, slug, file } of [...inFolders, ...others]) {
    const building = versionAt(version);
    if (building.references.some((reference) => reference.slug === slug)) continue;
    const about = read.references.get(file);
    if (about === undefined) continue;
    const { title, settings } = about;
    const reference: SiteReference = {
      version,
      slug,
      title: titleWith(settingsText(settings, 'title') ?? title ?? slug, read.shared.variables),
      published: settingsHold(settings) === null,
    };
    building.references.push(reference);
    definitions.set(reference, file);
  }
  const posts = new Map<PageKey, WrittenPost>();
  const changelogs = read.changelogs.map((changelog) => {
    const { path, folder } = changelog;
    for (const post of changelog.posts) {
      const slug = post.slug as Slug;
      const key = pageKey({ version: NO_VERSION, documentation: path as Slug, slug });
      posts.set(key, post);
      files.set(key, `${folder}/${slug}.md` as FilePath);
    }
    return siteChangelog(changelog);
  });
  const { title, colour, logo, favicon, picture } = read.shared;
  return {
    site: {
      title,
      colour,
      logo,
      favicon,
      picture,
      versions: [...versions.values()]
        .map(finished)
        .toSorted((a, b) => newestFirst(a.slug, b.slug)),
      changelogs,
    },
    files,
    keys,
    definitions,
    posts,
    problems,
    leftOut,
  };
}

/** The folders with the pages that are shown. */
function placedFolders(
  { folders, unreadPosts, problems: known }: ReadSite,
  placesBroken: boolean,
): Pick<ArrangedSite, 'problems' | 'leftOut'> & { readonly folders: readonly SiteFolder[] } {
  const leftOut: UnplacedFile[] = folders.flatMap(({ folder, leftOut: skipped }) =>
    skipped.map(({ path, reason }) => ({ file: fileIn(folder.path, path), reason })),
  );
  for (const file of unreadPosts) leftOut.push({ file, reason: 'cannot be read as a post' });
  const problems: FileProblem[] = [];
  const placed = new Set<Candidate<SeenPageFile>>();
  const candidates = folders.flatMap((each) => each.candidates);
  for (const each of withoutDuplicates(candidates, leftOut)) {
    const { file, key, known: about } = each;
    if (about.unready && placesBroken) problems.push(unreadyProblem(file, about.unready));
    if (about.unready && !placesBroken)
      leftOut.push({ file, key, reason: unreadyReason(about.unready) });
    else placed.add(each);
  }
  const told = new Set(known.map(({ place }) => place.file));
  for (const { file, reason } of leftOut.filter((each) => !told.has(each.file))) {
    const message = `This file ${reason}. It is not shown.`;
    problems.push({ place: { file }, message });
  }
  return {
    folders: folders.map((folder) => ({
      ...folder,
      candidates: folder.candidates.filter((candidate) => placed.has(candidate)),
    })),
    problems,
    leftOut,
  };
}

interface Building {
  readonly slug: Slug;
  name: string;
  published: boolean;
  readonly documentations: SiteDocumentation[];
  readonly references: SiteReference[];
  /** Slugs in the order of the version's settings. */
  readonly order: string[];
}

function finished({
  slug,
  name,
  published,
  documentations,
  references,
  order,
}: Building): SiteVersion {
  const rank = (each: { readonly slug: Slug }): number => {
    const at = order.indexOf(each.slug);
    return at === -1 ? order.length : at;
  };
  return {
    slug,
    name,
    published,
    documentations: documentations.toSorted((a, b) => rank(a) - rank(b)),
    references: references.toSorted((a, b) => rank(a) - rank(b)),
  };
}

const asMap = (value: SettingsValue | undefined): SettingsMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as SettingsMap)
    : {};

/** The folder of a documentation, relative to its content folder; empty at the top. */
function ownFolder({ folder }: SiteFolder, { folder: at }: LocalDocumentation): string {
  if (at === undefined) return '';
  const own = posix.relative(folder.path === '' ? '.' : folder.path, at);
  return own === '.' ? '' : own;
}

const at = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Slugs in the order of the top navigation, from the version's settings. */
function orderIn(folder: SiteFolder, documentation: LocalDocumentation): string[] {
  const own = ownFolder(folder, documentation);
  const { settingsName } = folder.layout;
  if (settingsName === null || own === '') return [];
  const settings = asMap(folder.settings.get(at(posix.dirname(own), settingsName)));
  return ['documentations', 'references'].flatMap((name) => {
    const list = Object.hasOwn(settings, name) ? settings[name] : null;
    return Array.isArray(list)
      ? (list as readonly SettingsValue[]).filter((each) => typeof each === 'string')
      : [];
  });
}

function documentationOf(
  folder: SiteFolder,
  documentation: LocalDocumentation,
  candidates: readonly Candidate<SeenPageFile>[],
): SiteDocumentation {
  const own = ownFolder(folder, documentation);
  const { settingsName } = folder.layout;
  const settings = settingsName === null ? {} : asMap(folder.settings.get(at(own, settingsName)));
  const inside = (path: string): string => (own === '' ? path : path.slice(own.length + 1));
  const navPages = candidates.map((candidate) => ({
    page: sitePage(candidate),
    path: inside(candidate.page.path),
    category: candidate.page.category,
    parent: candidate.page.parent,
  }));
  const items = navItems(folder.settings.get(at(own, '_nav.yaml')));
  const { version, slug, title } = documentation;
  return {
    version,
    slug,
    title,
    description: settingsText(settings, 'description') ?? '',
    published: documentation.published !== false,
    language: languageOfLocale(settingsText(settings, 'locale')),
    showsLastChange: settingsFlag(settings, 'showLastUpdated'),
    collapsesCategories: settingsFlag(settings, 'collapsedCategories'),
    navigation: navigationOf(navPages, items),
  };
}

function sitePage({ key, page, known, restrictions }: Candidate<SeenPageFile>): SitePage {
  const { version, documentation, slug, title } = page;
  const { navTitle, description } = known;
  return {
    key,
    version,
    documentation,
    slug,
    title,
    navTitle: navTitle ?? title,
    description,
    visibilityInput: visibilityAsPushed(known, restrictions),
  };
}

/** All files of the folders, relative to the project, by their names in Unicode's composed form. */
export const projectFiles = (folders: readonly SiteFolder[]): Map<string, FilePath> =>
  new Map(
    folders.flatMap(({ folder, files }) =>
      files.map((path) => {
        const file = fileIn(folder.path, path);
        return [file.normalize('NFC'), file];
      }),
    ),
  );
