/** Reads content folders for a site. Keeps pages, and reads only changed files again. */
import { type WrittenChangelog, readChangelogs } from '../../content/changelog/changelog-files.ts';
import { fileIn, filesAround, listFolder, takenFrom } from '../../content/folder/list-folder.ts';
import {
  type ReadFolder,
  type TakenListing,
  readFolder,
} from '../../content/folder/read-folder.ts';
import { projectText } from '../../system/files/read.ts';
import type { Unreadable } from '../../system/files/read.ts';
import { variablesOf } from '../../content/folder/shared-content.ts';
import { besidePages, isAboveAll } from '../../content/layouts/beside-pages.ts';
import { folderOf } from '../../content/layouts/layout.ts';
import { isInPlace } from '../../content/layouts/layouts.ts';
import {
  CHANGELOGS_FOLDER,
  PROJECT_FILE,
  isLikeSettings,
  settingsFileOf,
  syncedBlockAt,
} from '../../content/file-names.ts';
import { unreadyPostOf } from '../../content/page/unready.ts';
import {
  HIDDEN,
  mapOf,
  parseSettings,
  settingsMap,
  settingsOrHidden,
  settingsText,
  unreadHold,
} from '../../content/settings/settings-file.ts';
import type { SettingsMap } from '../../content/settings/settings-file.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import type { IgnoredByGit } from '../../system/git/working-tree.ts';
import { Failure } from '../../model/failure.ts';
import { tryJson } from '../../model/fields.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { type SiteFile, type WholeSite, UNTITLED } from '../site-source.ts';
import { type Colour, colourOf } from '../brand-colour.ts';
import { siteFile } from './file-stamp.ts';
import {
  type FileProblem,
  problemOf,
  unreadHoldProblem,
  unreadProblem,
  unreadyProblem,
} from './file-problem.ts';
import { type SeenPageFile, ABOUT_UNREAD, readAbout } from './page-about.ts';

export type SiteFolder = ReadFolder<SeenPageFile> & TakenListing;

/** What pages of a folder share. */
export interface Shared extends Pick<
  WholeSite,
  'title' | 'colour' | 'logo' | 'favicon' | 'picture'
> {
  readonly variables: ReadonlyMap<string, string>;
  /** By the ids of synced blocks. */
  readonly syncedFiles: ReadonlyMap<string, FilePath>;
}

export interface ReadSite {
  readonly folders: readonly SiteFolder[];
  readonly shared: Shared;
  /** Title and settings of references, by the file of the definition. */
  readonly references: ReadonlyMap<FilePath, ReferenceAbout>;
  readonly changelogs: readonly ReadChangelog[];
  /** Posts that are malformed, or whose changelog is also in another content folder. */
  readonly unreadPosts: readonly FilePath[];
  /** Why files cannot be read. */
  readonly problems: readonly FileProblem[];
}

export interface ReadChangelog extends WrittenChangelog {
  /** The folder of its posts, relative to the project. */
  readonly folder: FilePath;
}

export interface ReferenceAbout {
  /** The title in the definition; `null`: it does not have one. */
  readonly title: string | null;
  readonly settings: SettingsMap;
}

export interface SiteReading {
  /**
   * How much of a page file is read at first. Only a complete reading shows whether a push leaves
   * it out.
   */
  readonly pages: 'head' | 'whole';
  /** Whether pages whose files cannot be read or are not ready get their places anyway. */
  readonly placesBroken: boolean;
  /**
   * If given, pages have samples as their files have them now, without those that git ignores.
   * `shown` is called with the path of such a file before it is read.
   */
  readonly samples?: {
    readonly ignored: IgnoredByGit;
    readonly shown: (file: FilePath) => void;
  };
}

/**
 * The files that the platform uses as a logo or a favicon, and the picture for links on other
 * sites, which show only these types.
 */
const THEME_PICTURE =
  /^_theme\/(?:(logo|favicon)\.(?:png|jpe?g|gif|webp|avif|svg|ico)|(og-image)\.(?:png|jpe?g|gif|webp))$/i;

export class FolderReader {
  readonly #project: Project;
  readonly #reading: SiteReading;
  readonly #known = new Map<FilePath, SeenPageFile | Unreadable | null>();
  #isRead = false;

  constructor(project: Project, reading: SiteReading) {
    this.#project = project;
    this.#reading = reading;
  }

  /** @throws Failure `config` if a content folder is missing when it is read for the first time */
  async read(): Promise<ReadSite> {
    const problems: FileProblem[] = [];
    const folders: SiteFolder[] = [];
    for (const folder of this.#project.contents) {
      const listing = await this.#listing(folder, problems);
      const read = await readFolder<SeenPageFile>(folder, listing, {
        beyondGlobs: false,
        page: (file, _, isAbove) => this.#about(file, isAbove, problems),
        settings: (file) => this.#settings(file),
      });
      for (const { path, failure } of read.malformed) {
        problems.push(problemOf(failure, fileIn(folder.path, path)));
      }
      folders.push({ ...read, ...listing });
    }
    const shared = await this.#shared(folders, problems);
    const references = await this.#references(folders, problems);
    const changelogs = await this.#changelogs(folders, problems);
    this.#isRead = true;
    const posts = new Set(
      changelogs.flatMap(({ folder, posts: own }) => own.map(({ slug }) => `${folder}/${slug}.md`)),
    );
    const unreadPosts = postsIn(folders).filter((file) => !posts.has(file));
    return { folders, shared, references, changelogs, unreadPosts, problems };
  }

  /**
   * Reads a changed page again. Returns whether it says the same about itself; undefined if it is
   * not a known page.
   */
  look(path: FilePath): boolean | undefined {
    const before = this.#known.get(path);
    if (before === undefined) {
      for (const file of this.#known.keys()) {
        if (file.startsWith(`${path}/`)) this.#known.delete(file);
      }
      return undefined;
    }
    const now = readAbout(`${this.#project.root}/${path}`, 'whole');
    this.#known.set(path, now);
    return JSON.stringify(now) === JSON.stringify(before);
  }

  #about(
    file: FilePath,
    isAbove: () => boolean,
    problems: FileProblem[],
  ): SeenPageFile | Unreadable | null {
    let about = this.#known.get(file);
    if (about === undefined) {
      const wanted = this.#isRead || isAbove() ? 'whole' : this.#reading.pages;
      about = readAbout(`${this.#project.root}/${file}`, wanted);
      this.#known.set(file, about);
    }
    if (about === null || !('problem' in about)) return about;
    problems.push(unreadProblem(file, about));
    return this.#reading.placesBroken ? ABOUT_UNREAD : about;
  }

  async #listing(
    folder: ContentFolder,
    problems: FileProblem[],
  ): Promise<TakenListing & { readonly folder: ContentFolder }> {
    const tell = (file: FilePath, message: string): void => {
      problems.push({ place: { file }, message });
    };
    try {
      const listing = listFolder(this.#project, folder);
      for (const { path, reason } of listing.refused) {
        if (listing.closed?.includes(path)) tell(fileIn(folder.path, path), `This ${reason}.`);
      }
      return { folder, ...listing, takes: await takenFrom(this.#project, folder) };
    } catch (error) {
      if (!this.#isRead || !(error instanceof Failure)) throw error;
      tell(folder.path, error.message);
      return { folder, files: [], refused: [], takes: () => false };
    }
  }

  async #settings(file: FilePath): Promise<{ readonly value: SettingsValue } | Unreadable | null> {
    const read = projectText(this.#project.root, file);
    if (read === null || 'problem' in read) return read;
    return { value: await parseSettings(read.text, file) };
  }

  /** The settings in a file. If they cannot be read, whatever they belong to counts as hidden. */
  async #mapIn(file: FilePath, problems: FileProblem[]): Promise<SettingsMap> {
    try {
      const found = await this.#settings(file);
      if (found === null) return {};
      if (!('problem' in found)) return settingsMap(found.value, file);
      problems.push(unreadProblem(file, found));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(problemOf(error, file));
    }
    return HIDDEN;
  }

  async #shared(folders: readonly SiteFolder[], problems: FileProblem[]): Promise<Shared> {
    let title: string | null = null;
    let colour: Colour | null = null;
    let logo: SiteFile | undefined;
    let favicon: SiteFile | undefined;
    let picture: SiteFile | undefined;
    const variables = new Map<string, string>();
    const syncedFiles = new Map<string, FilePath>();
    for (const { folder, files } of folders) {
      for (const path of files) {
        const id = syncedBlockAt(path);
        if (id !== undefined && !syncedFiles.has(id))
          syncedFiles.set(id, fileIn(folder.path, path));
      }
      if (!files.includes(PROJECT_FILE)) continue;
      const settings = await this.#mapIn(fileIn(folder.path, PROJECT_FILE), problems);
      title ??= settingsText(settings, 'title');
      colour ??= themeColour(settings);
      const themed = (name: string): SiteFile | undefined => {
        const path = files.find((each) => THEME_PICTURE.exec(each)?.includes(name, 1));
        return path === undefined
          ? undefined
          : siteFile(this.#project.root, fileIn(folder.path, path));
      };
      logo ??= themed('logo');
      favicon ??= themed('favicon');
      picture ??= themed('og-image');
      for (const [name, value] of variablesOf(settings)) {
        if (!variables.has(name)) variables.set(name, value);
      }
    }
    return { title: title ?? UNTITLED, colour, logo, favicon, picture, variables, syncedFiles };
  }

  /** The changelogs of all folders. If two have the same path, the first one counts. */
  async #changelogs(
    folders: readonly SiteFolder[],
    problems: FileProblem[],
  ): Promise<readonly ReadChangelog[]> {
    const found = new Map<string, ReadChangelog>();
    for (const { folder, files, takes } of folders) {
      // A folder for one documentation has no changelogs.
      if (folder.version !== null) continue;
      const texts = new Map<string, string>();
      const unread = new Set<string>();
      for (const path of files) {
        const isBelow = path.startsWith(`${CHANGELOGS_FOLDER}/`);
        const isPost = isBelow && path.endsWith('.md') && takes(path);
        if (!isPost && !isAboveAll(path) && !(isBelow && isLikeSettings(path))) continue;
        const file = fileIn(folder.path, path);
        const read = projectText(this.#project.root, file);
        if (read === null) continue;
        const unready = 'problem' in read ? undefined : unreadyPostOf(read.text);
        if ('text' in read && !unready) texts.set(path, read.text);
        else unread.add(path);
        // The project's settings are read, and reported, with what all pages share.
        if (path === PROJECT_FILE) continue;
        if ('problem' in read) problems.push(unreadProblem(file, read));
        if (unready) problems.push(unreadyProblem(file, unready));
      }
      const read = await readChangelogs(texts, (failure) => {
        problems.push(problemOf(failure, fileIn(folder.path, failure.place?.file ?? '')));
      });
      for (const changelog of read) {
        const at = `${CHANGELOGS_FOLDER}/${changelog.path}`;
        if (found.has(changelog.path)) continue;
        // Settings that cannot be read may hide the changelog.
        const isOver = (path: string): boolean =>
          isLikeSettings(path) && ['', CHANGELOGS_FOLDER, at].includes(folderOf(path));
        const published = changelog.published && ![...unread].some(isOver);
        found.set(changelog.path, { ...changelog, published, folder: fileIn(folder.path, at) });
      }
    }
    return [...found.values()];
  }

  async #references(
    folders: readonly SiteFolder[],
    problems: FileProblem[],
  ): Promise<ReadonlyMap<FilePath, ReferenceAbout>> {
    const found = new Map<FilePath, ReferenceAbout>();
    for (const { folder, files, arrangement } of folders) {
      if (arrangement.references.length === 0) continue;
      const own = files.map((path) => fileIn(folder.path, path));
      for (const { file } of arrangement.references) {
        found.set(file, await this.#reference(file, own, problems));
      }
    }
    for (const { file } of this.#project.references) {
      if (found.has(file)) continue;
      if (projectText(this.#project.root, file) === null) {
        problems.push({
          place: { file },
          message: 'This definition is not there: readers do not see it.',
        });
        continue;
      }
      const around = filesAround(this.#project.root, file);
      found.set(file, await this.#reference(file, around, problems));
    }
    return found;
  }

  async #reference(
    file: FilePath,
    around: readonly FilePath[],
    problems: FileProblem[],
  ): Promise<ReferenceAbout> {
    const settings = (each: FilePath): Promise<SettingsMap> => this.#mapIn(each, problems);
    const beside = settingsFileOf(file);
    const own = beside === file ? {} : await settings(beside);
    const { contents } = this.#project;
    const unread = await unreadHold(file, around, (each) => isInPlace(each, contents), settings);
    if (unread !== null) problems.push(unreadHoldProblem(unread));
    const held = unread === null ? {} : HIDDEN;
    return { title: await this.#titleOf(file), settings: { ...own, ...held } };
  }

  async #titleOf(file: FilePath): Promise<string | null> {
    const read = projectText(this.#project.root, file);
    return read === null || 'problem' in read ? null : infoTitle(read.text, file);
  }
}

/**
 * Matches the key `info` at the top level of a YAML file, with the lines below it. Only keys of the
 * top level begin a line.
 */
const INFO = /^(?:info|"info"|'info')[ \t]*:[^\n]*\n(?:(?:[ \t#][^\n]*|\r?)\n)*/m;

/**
 * A definition's `info.title`. Reads only `info` of a YAML file, so that pages need not wait for
 * the rest.
 */
async function infoTitle(text: string, file: FilePath): Promise<string | null> {
  const isWhole = /^\s*\{/.test(text);
  const part = isWhole ? text : INFO.exec(`${text}\n`)?.[0];
  const value = tryJson(text) ?? (part === undefined ? null : await settingsOrHidden(part, file));
  return settingsText(mapOf(mapOf(value as SettingsValue)?.['info'] ?? null) ?? {}, 'title');
}

/** The files of posts, readable or not. */
const postsIn = (folders: readonly SiteFolder[]): FilePath[] =>
  folders.flatMap(({ folder, files, takes }) =>
    folder.version !== null
      ? []
      : files
          .filter((path) => besidePages(path)?.kind === 'post' && takes(path))
          .map((path) => fileIn(folder.path, path)),
  );

/** The main colour of the theme, otherwise its colour of links. */
function themeColour(settings: SettingsMap): Colour | null {
  const theme = Object.hasOwn(settings, 'settings') ? settings['settings'] : null;
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return null;
  const own = theme as SettingsMap;
  return colourOf(settingsText(own, 'mainColour')) ?? colourOf(settingsText(own, 'linkColour'));
}
