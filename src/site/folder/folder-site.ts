/** A site whose pages are files of the project: the same folder reader as a push has. Bodies are read when they are asked for. */
import { posix } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { decoded, parseAddress } from '../../content/darkdown/address.ts';
import { repairUrl } from '../../content/darkdown/url.ts';
import { withoutDuplicates } from '../../content/folder/duplicates.ts';
import { fileIn, listFolder } from '../../content/folder/list-folder.ts';
import { readFolder } from '../../content/folder/read-folder.ts';
import type { Candidate, TakenListing } from '../../content/folder/read-folder.ts';
import { readText, statOf } from '../../content/folder/read-text.ts';
import type { TextOrProblem, Unreadable } from '../../content/folder/read-text.ts';
import { PROJECT_FILE, syncedBlockAt } from '../../content/layouts/reserved.ts';
import { withAbsoluteLinks } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import { unreadyOf, unreadyReason } from '../../content/page/unready.ts';
import {
  HIDDEN,
  parseSettings,
  settingsFileOf,
  settingsMap,
  settingsText,
} from '../../content/settings/settings-file.ts';
import type { SettingsMap, SettingsValue } from '../../content/settings/settings-file.ts';
import { syncedBody, variablesOf } from '../../content/folder/shared-content.ts';
import { isOffered, isShowable } from '../../content/offered.ts';
import { slugOfTitle } from '../../content/slug.ts';
import { placeIn } from '../../files/limit.ts';
import type { RealPlace } from '../../files/limit.ts';
import { Failure } from '../../model/failure.ts';
import { isMissing } from '../../model/file-trouble.ts';
import type { FilePath, PageKey, Slug } from '../../model/ids.ts';
import type { UnplacedFile } from '../../model/local.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { UNTITLED } from '../site.ts';
import type { WholeSite, SitePage, SiteReference } from '../site.ts';
import type { FileUse, SiteFile, SiteSource } from '../source.ts';
import { colourOf } from '../theme.ts';
import type { Colour } from '../theme.ts';
import { arrangeSite, projectFiles } from './arrange-site.ts';
import type { ArrangedSite, SiteFolder } from './arrange-site.ts';
import type { FileProblem } from './file-problem.ts';
import { fileStamp } from './file-stamp.ts';
import { FirstLook } from './first-look.ts';
import { KeptDefinitions } from './kept-definitions.ts';
import { KeptFolder } from './kept-folder.ts';
import { packedSite } from './kept-site.ts';
import type { PackedSite, Shared } from './kept-site.ts';
import { listingNow } from './listing-now.ts';
import { readAbout } from './page-about.ts';
import type { SeenPageFile } from './page-about.ts';

/** Where texts are read from: who shows a text while it is being written has the last whole one here. */
export interface SiteTexts {
  readonly read: (file: FilePath) => TextOrProblem | null;
  /** Whether a page file is as it should be shown. What is known of one that is not stays. */
  isWhole(file: FilePath): boolean;
}

/** Page files between two moments at which requests get a turn. */
const FILES_A_TURN = 200;

export class FolderSite implements SiteSource {
  /** The files that pages have shown or linked to so far. */
  readonly shown = new Set<string>();
  /** Other files of the folders that pages have linked to: they are not for readers. */
  readonly withheld = new Set<string>();
  readonly #project: Project;
  readonly #texts: SiteTexts;
  readonly #known = new Map<FilePath, SeenPageFile | Unreadable | null>();
  /** Of the known ones, those that have changed since. */
  readonly #stale = new Set<FilePath>();
  readonly #settings = new Map<FilePath, SettingsValue>();
  readonly #definitions = new KeptDefinitions((file) => this.#readSettings(file));
  readonly #referenceSettings = new Map<FilePath, SettingsMap>();
  /** What earlier runs kept, until the folders were read for the first time. */
  #kept: KeptFolder | null;
  #isRead = false;
  #looked = 0;
  /** Until changes are heard. */
  #firstLook: FirstLook | null;
  #arranged: ArrangedSite | undefined;
  #folders: readonly (SiteFolder & TakenListing)[] = [];
  /** Made when the first picture is asked for: no page waits for it that has none. */
  #files: ReadonlySet<string> | undefined;
  #shared: Shared = { title: UNTITLED, colour: null, variables: new Map(), syncedFiles: new Map() };
  #problems: readonly FileProblem[] = [];
  #unplaced = 0;
  /** Whether page files are read to their ends, which tells those that a push leaves out. */
  #readsAll = false;

  private constructor(project: Project, texts: SiteTexts, stateFolder: string | null) {
    this.#project = project;
    this.#texts = texts;
    this.#kept = new KeptFolder(project, stateFolder);
    this.#firstLook = new FirstLook(project.root);
  }

  /**
   * Lists the folders and reads the heads of their pages, but for those that a cache in `stateFolder` knows. `null`: there is none.
   *
   * @throws Failure `config` if a content folder is missing
   */
  static async open(
    project: Project,
    texts: SiteTexts = textsOnDisk(project),
    stateFolder: string | null = null,
  ): Promise<FolderSite> {
    const site = new FolderSite(project, texts, stateFolder);
    site.#readsAll = stateFolder === null;
    await site.#arrange();
    return site;
  }

  /**
   * The site as the last run left it in `stateFolder`, if that can be told without looking at its pages; else as `open`. Until `read` was
   * called, pages may have changed, come or gone: only of a page that `isAsKept` the own title and text are right.
   *
   * @throws Failure as `open`
   */
  static async openKept(
    project: Project,
    texts: SiteTexts,
    stateFolder: string | null,
  ): Promise<FolderSite> {
    const site = new FolderSite(project, texts, stateFolder);
    const kept = site.#firstLook && site.#kept?.site(site.#firstLook);
    if (kept) {
      site.#arranged = kept.arranged;
      site.#shared = kept.shared;
    } else {
      await site.#arrange();
    }
    return site;
  }

  /** Whether the folders themselves were read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Whether the file of a page is as it was when the site was kept. */
  isAsKept(key: PageKey): boolean {
    const file = this.fileOf(key);
    if (file === undefined) return false;
    const stats = statOf(`${this.#project.root}/${file}`);
    this.#firstLook?.seen(file, stats);
    return this.#kept?.isUnchanged(file, stats) ?? false;
  }

  /** Reads the folders, with turns for other work. Resolves to whether the site is another than was kept. */
  async read(): Promise<boolean> {
    const before = this.#arranged;
    await this.#arrange();
    const packed = this.#packed();
    const isSame = packed !== null && this.#kept?.isSame(packed) === true;
    // One of the two is enough: views show the pages of the first.
    if (isSame) this.#arranged = before;
    return !isSame;
  }

  /** Keeps what was read for the next run. To be called once, when nobody waits. */
  keep(): void {
    this.#kept?.save(this.#packed());
    this.#kept = null;
  }

  get site(): WholeSite {
    return this.#now().site;
  }

  /** What of folders, heads of pages, settings, navigations, shared content and definitions could not be read. What was good before stays. */
  get problems(): readonly FileProblem[] {
    return [...this.#problems, ...this.#definitions.problems];
  }

  /** How many page files are not shown because another one claims the same page, or because they are not ready. */
  get unplaced(): number {
    return this.#unplaced;
  }

  /** The folders as they were read, for who checks them. */
  get folders(): readonly (SiteFolder & TakenListing)[] {
    return this.#folders;
  }

  /** Ids of synced blocks. */
  get syncedIds(): Iterable<string> {
    return this.#shared.syncedFiles.keys();
  }

  /** Names of variables. */
  get variableNames(): ReadonlySet<string> {
    return new Set(this.#shared.variables.keys());
  }

  keyOf(file: FilePath): PageKey | undefined {
    return this.#now().keys.get(file.normalize('NFC'));
  }

  fileOf(key: PageKey): FilePath | undefined {
    return this.#now().files.get(key);
  }

  /** Whether a file is a picture of the folder. */
  mayShow(path: string): boolean {
    return isShowable(path) && this.#isContent(path);
  }

  #isContent(path: string): boolean {
    this.#files ??= projectFiles(this.#isRead ? this.#folders : this.#listings());
    return this.#files.has(path.normalize('NFC'));
  }

  #mayOffer(file: FilePath): boolean {
    if (!this.#isContent(file)) return false;
    const isDefinition = [...this.#now().definitions.values()].includes(file);
    if (isOffered(file) && !isDefinition) return true;
    this.withheld.add(file);
    return false;
  }

  /**
   * Learns of changed files. Resolves to whether anything but texts of pages changed: the navigation, titles, who sees what.
   *
   * @param changed files and folders, relative to the project; `null`: anything may have changed
   */
  async refresh(changed: ReadonlySet<FilePath> | null): Promise<boolean> {
    this.#kept = null;
    if (changed !== null && [...changed].every((file) => this.#isOnlyText(file))) return false;
    if (changed === null) this.#known.clear();
    else for (const file of this.#withKnownBelow(changed)) this.#forget(file);
    for (const file of this.#now().definitions.values()) {
      if (changed === null || changed.has(file)) await this.#definitions.look(file);
    }
    await this.#arrange();
    return true;
  }

  /** The files that changed since they were first looked at. To be called once, as soon as changes are heard. */
  async changedSinceRead(): Promise<ReadonlySet<FilePath>> {
    const before = this.#listed(this.#folders);
    const listings = this.#project.contents.map((folder) => this.#listingOf(folder, []));
    const now = this.#listed(await Promise.all(listings));
    const looked = (await this.#firstLook?.changed()) ?? [];
    this.#firstLook = null;
    const come = [...now].filter((file) => !before.has(file));
    const gone = [...before].filter((file) => !now.has(file));
    return new Set([...looked, ...come, ...gone]);
  }

  async body(page: SitePage, drafts: boolean): Promise<string | null> {
    const file = this.fileOf(page.key);
    const read = file === undefined ? null : this.#texts.read(file);
    if (file === undefined || read === null) return null;
    // The page is there, and its head is known: why there is no text is told as a problem.
    if ('problem' in read) return '';
    const parsed = parsePageFile(read.text);
    if (unreadyOf(read.text, parsed)) return null;
    const { draft, published } = bodiesOf(parsed);
    const text = drafts ? (draft ?? published) : published;
    return text === null
      ? null
      : withAbsoluteLinks(text, { file, version: page.version }, this.#pageMap());
  }

  variable(name: string): string | undefined {
    return this.#shared.variables.get(name);
  }

  synced(id: string): string | undefined {
    const file = this.#shared.syncedFiles.get(id);
    const read = file === undefined ? null : this.#read(file);
    if (file === undefined || read === null || 'problem' in read) return undefined;
    // A synced block belongs to no version: its links name the one that they lead to.
    return withAbsoluteLinks(syncedBody(read.text), { file, version: '' as Slug }, this.#pageMap());
  }

  /** Folders keep no glossary. */
  glossary(): undefined {
    return undefined;
  }

  file(page: SitePage, url: string, use: FileUse): SiteFile | undefined {
    const from = this.fileOf(page.key);
    const { kind, path } = parseAddress(repairUrl(url));
    const name = decoded(path);
    if (from === undefined || kind !== 'file' || name === null) return undefined;
    const file = posix.join(posix.dirname(from), name).normalize('NFC') as FilePath;
    if (use === 'shown' ? !this.mayShow(file) : !this.#mayOffer(file)) return undefined;
    const stats = statOf(`${this.#project.root}/${file}`);
    this.#firstLook?.seen(file, stats);
    const stamp = stats === null || 'problem' in stats ? '' : fileStamp(stats);
    this.shown.add(file);
    return { path: file, stamp };
  }

  async definition(reference: SiteReference): Promise<unknown> {
    const file = [...this.#now().definitions].find(
      ([{ version, slug }]) => version === reference.version && slug === reference.slug,
    )?.[1];
    return file === undefined ? null : this.#definitions.content(file);
  }

  #now(): ArrangedSite {
    if (!this.#arranged) throw new Error('the site was not arranged');
    return this.#arranged;
  }

  #listings() {
    return this.#project.contents.map((folder) => ({
      folder,
      ...listFolder(this.#project, folder),
    }));
  }

  #listed(
    folders: readonly { readonly folder: ContentFolder; readonly files: readonly string[] }[],
  ): Set<FilePath> {
    return new Set(
      folders.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path))),
    );
  }

  #pageMap(): PageMap {
    const { keys, files } = this.#now();
    return { keyOf: (file) => keys.get(file), fileOf: (key) => files.get(key) };
  }

  /** Whether the file is a page or synced block that was there before, and its head says what it said. */
  #isOnlyText(file: FilePath): boolean {
    if ([...this.#shared.syncedFiles.values()].includes(file)) return true;
    if (this.#problems.some((problem) => problem.file === file)) return false;
    const before = this.#known.get(file);
    if (!before || 'problem' in before) return this.mayShow(file);
    if (!this.#texts.isWhole(file)) return true;
    const now = readAbout(`${this.#project.root}/${file}`);
    if (now === null || 'problem' in now) return false;
    return JSON.stringify(before) === JSON.stringify(now);
  }

  async #arrange(): Promise<void> {
    const problems: FileProblem[] = [];
    const folders: (SiteFolder & TakenListing)[] = [];
    for (const folder of this.#project.contents) {
      const listing = await this.#listingOf(folder, problems);
      const read = await readFolder<SeenPageFile>(folder, listing, {
        beyondGlobs: false,
        page: (file) => this.#about(file, problems),
        settings: (file) => this.#settingsIn(file, problems),
        turn: () => this.#turn(),
      });
      for (const { path, failure } of read.malformed) {
        problems.push(problemOf(failure, fileIn(folder.path, path)));
      }
      folders.push({ ...read, ...listing });
    }
    this.#folders = folders;
    this.#files = undefined;
    this.#shared = await this.#sharedIn(folders, problems);
    const titles = {
      title: (file: FilePath) => this.#titleOf(file),
      settings: (file: FilePath) => this.#referenceSettings.get(file) ?? {},
    };
    const unplaced: UnplacedFile[] = [];
    const placed = new Set<Candidate<SeenPageFile>>();
    const candidates = folders.flatMap((each) => each.candidates);
    for (const each of withoutDuplicates(candidates, unplaced)) {
      const { file, key, known } = each;
      if (known.unready) unplaced.push({ file, key, reason: unreadyReason(known.unready) });
      else placed.add(each);
    }
    for (const { file, reason } of unplaced)
      problems.push({
        file,
        line: null,
        column: null,
        message: `This file ${reason}. It is not shown.`,
      });
    const shown = folders.map((each) => onlyOf(placed, each));
    this.#unplaced = unplaced.length;
    this.#arranged = arrangeSite(shown, this.#listedReferences(), titles, this.#shared);
    this.#problems = problems;
    this.#isRead = true;
  }

  /** Requests that are answered meanwhile get a turn now and then; at the start there are none. */
  #turn(): Promise<void> | null {
    if (this.#isRead || this.#arranged === undefined) return null;
    this.#looked += 1;
    return this.#looked % FILES_A_TURN === 0 ? turn() : null;
  }

  #packed(): PackedSite | null {
    return this.problems.length === 0 ? packedSite(this.#now(), this.#shared) : null;
  }

  #listingOf(folder: ContentFolder, problems: FileProblem[]) {
    const before = this.#folders.find((each) => each.folder === folder);
    return listingNow(this.#project, folder, before, (file, message) =>
      problems.push({ file, line: null, column: null, message }),
    );
  }

  /** A folder that went, came or was replaced changed all that is in it. */
  #withKnownBelow(changed: ReadonlySet<FilePath>): ReadonlySet<FilePath> {
    const all = new Set(changed);
    for (const file of this.#known.keys()) {
      for (let at = posix.dirname(file); at !== '.'; at = posix.dirname(at))
        if (changed.has(at as FilePath)) all.add(file);
    }
    return all;
  }

  /** What is known of a file that is half written stays, as long as it is there. */
  #forget(file: FilePath): void {
    const isThere = statOf(`${this.#project.root}/${file}`) !== null;
    const isWhole = this.#texts.isWhole(file);
    if (!isThere) this.#known.delete(file);
    else if (isWhole && this.#known.has(file)) this.#stale.add(file);
  }

  /** Of a file that cannot be read any more it is what was known. */
  #about(file: FilePath, problems: FileProblem[]): SeenPageFile | Unreadable | null {
    const known = this.#known.get(file);
    const isGood = known !== undefined && known !== null && !('problem' in known);
    if (isGood && !this.#stale.has(file)) return known;
    const about = this.#newAbout(file);
    if (about !== null && 'problem' in about) {
      problems.push(unread(file, about));
      if (isGood) return known;
    }
    this.#stale.delete(file);
    this.#known.set(file, about);
    return about;
  }

  #newAbout(file: FilePath): SeenPageFile | Unreadable | null {
    const path = `${this.#project.root}/${file}`;
    const stats = statOf(path);
    this.#firstLook?.seen(file, stats);
    if (stats === null || 'problem' in stats) return stats;
    if (this.#readsAll) return readAbout(path, true);
    return this.#kept ? this.#kept.about(file, stats) : readAbout(path);
  }

  /** Of a file that is more than the text of one page. */
  #read(file: FilePath): TextOrProblem | null {
    this.#firstLook?.at(file);
    return this.#texts.read(file);
  }

  /** Of a file that tells about other pages or references. */
  #readSettings(file: FilePath): TextOrProblem | null {
    if (this.#kept) {
      const stats = statOf(`${this.#project.root}/${file}`);
      this.#firstLook?.seen(file, stats);
      this.#kept.beforeSettings(file, stats);
    }
    return this.#read(file);
  }

  /** A file that is malformed while it is being written is as it was when it was well. */
  async #settingsIn(
    file: FilePath,
    problems: FileProblem[],
  ): Promise<{ readonly value: SettingsValue } | Unreadable | null> {
    const read = this.#readSettings(file);
    if (read === null) return null;
    const kept = this.#settings.get(file);
    if ('problem' in read) {
      if (kept === undefined) return read;
      problems.push(unread(file, read));
      return { value: kept };
    }
    try {
      const value = await parseSettings(read.text, file);
      settingsMap(value, file);
      this.#settings.set(file, value);
      return { value };
    } catch (error) {
      if (!(error instanceof Failure) || kept === undefined) throw error;
      problems.push(problemOf(error, file));
      return { value: kept };
    }
  }

  async #sharedIn(
    folders: readonly (SiteFolder & TakenListing)[],
    problems: FileProblem[],
  ): Promise<Shared> {
    let title: string | null = null;
    let colour: Colour | null = null;
    const variables = new Map<string, string>();
    const syncedFiles = new Map<string, FilePath>();
    this.#referenceSettings.clear();
    for (const { folder, files, arrangement } of folders) {
      for (const path of files) {
        const id = syncedBlockAt(path);
        if (id !== undefined && !syncedFiles.has(id))
          syncedFiles.set(id, fileIn(folder.path, path));
      }
      if (files.includes(PROJECT_FILE)) {
        const settings = await this.#mapIn(fileIn(folder.path, PROJECT_FILE), problems);
        title ??= settingsText(settings, 'title');
        colour ??= themeColour(settings);
        for (const [name, value] of variablesOf(settings)) {
          if (!variables.has(name)) variables.set(name, value);
        }
      }
      for (const { file } of arrangement.references) {
        const beside = settingsFileOf(file);
        const isThere = files.some((path) => fileIn(folder.path, path) === beside);
        if (isThere) this.#referenceSettings.set(file, await this.#mapIn(beside, problems));
      }
    }
    return { title: title ?? UNTITLED, colour, variables, syncedFiles };
  }

  async #mapIn(file: FilePath, problems: FileProblem[]): Promise<SettingsMap> {
    try {
      const found = await this.#settingsIn(file, problems);
      if (found === null) return {};
      if (!('problem' in found)) return settingsMap(found.value, file);
      problems.push(unread(file, found));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(problemOf(error, file));
    }
    return HIDDEN;
  }

  #listedReferences() {
    return this.#project.references.map(({ file, version }) => {
      const name = posix.basename(file).replace(/\.[^.]+$/, '');
      return { version, slug: slugOfTitle(name), file };
    });
  }

  /** `info.title` of a definition, looked for near its beginning: no page of another kind waits for a parser of megabytes. */
  #titleOf(file: FilePath): string | null {
    const text = this.#definitions.text(file);
    if (text === null) return null;
    const head = text.slice(0, 4096);
    const title = /(?:^|[{,])[ \t]*"?title"?[ \t]*:[ \t]*("[^"\n]*"|'[^'\n]*'|[^,}\n]*)/m;
    const found = title.exec(head)?.[1]?.trim();
    return found?.replace(/^(["'])(.*)\1$/, '$2') || null;
  }
}

const onlyOf = (placed: ReadonlySet<unknown>, folder: SiteFolder): SiteFolder => ({
  ...folder,
  candidates: folder.candidates.filter((candidate) => placed.has(candidate)),
});

/** The main colour of the theme, else that of its links. */
function themeColour(settings: SettingsMap): Colour | null {
  const theme = Object.hasOwn(settings, 'settings') ? settings['settings'] : null;
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return null;
  const own = theme as SettingsMap;
  return colourOf(settingsText(own, 'mainColour')) ?? colourOf(settingsText(own, 'linkColour'));
}

const textsOnDisk = (project: Project): SiteTexts => ({
  read: (file) => projectText(project, file),
  isWhole: () => true,
});

const problemOf = ({ message, place }: Failure, file: FilePath): FileProblem => ({
  file,
  line: place?.line ?? null,
  column: null,
  message,
});

const unread = (file: FilePath, { problem }: Unreadable): FileProblem => ({
  file,
  line: null,
  column: null,
  message: `This file ${problem}.`,
});

/** The text of a file of the project. Links out of it are not followed. */
export function projectText({ root }: Project, file: FilePath): TextOrProblem | null {
  const place = placeOf(root, file);
  if (place === null) return null;
  if ('problem' in place) return { problem: place.problem, rule: 'unreadable-file' };
  const stats = statOf(place.real);
  if (stats === null || 'problem' in stats) return stats;
  return stats.isDirectory() ? null : readText(place.real);
}

/** `null`: the project itself is gone. */
function placeOf(root: string, file: FilePath): RealPlace | null {
  try {
    return placeIn(root, file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
