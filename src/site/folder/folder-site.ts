/** A site from the project's files, read like a push reads them. Bodies are read on request. */
import { posix } from 'node:path';
import { decoded, isOfLibrary, parseAddress } from '../../content/darkdown/address.ts';
import { repairUrl } from '../../content/darkdown/url.ts';
import { projectText } from '../../system/files/read.ts';
import { syncedBody } from '../../content/folder/shared-content.ts';
import { withAbsoluteLinks } from '../../content/links/link-targets.ts';
import type { PictureSize } from '../../content/darkdown/write/resolver.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { isOffered, isShowable } from '../../content/shown-files.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import type { PageFile } from '../../content/page/page-file.ts';
import { isOwnFile, mayHaveSnippets, withFreshSnippets } from '../../content/snippets/snippets.ts';
import { mayBeSource, snippetFiles, snippetSources } from '../../content/snippets/sources.ts';
import type { FindSample } from '../../content/snippets/sources.ts';
import { unreadyOf } from '../../content/page/unready.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { NO_VERSION } from '../site-source.ts';
import type {
  WholeSite,
  SiteFile,
  SitePage,
  SiteReference,
  FileUse,
  PageFileFacts,
  SiteSource,
} from '../site-source.ts';
import { arrangeSite, projectFiles } from './arrange-site.ts';
import type { ArrangedSite } from './arrange-site.ts';
import { unreadyProblem, unreadProblem } from './file-problem.ts';
import type { FileProblem } from './file-problem.ts';
import { siteFile } from './file-stamp.ts';
import { pictureSize } from './picture-size.ts';
import { FolderReader } from './read-site.ts';
import type { SiteReading, ReadSite, SiteFolder } from './read-site.ts';

export class FolderSite implements SiteSource {
  /** The files that pages have shown or linked to so far. */
  readonly shown = new Set<string>();
  /** Other files of the folders that pages have linked to: they are not for readers. */
  readonly withheld = new Set<string>();
  /** The images that pages have shown so far, and that only the platform has. */
  readonly inLibrary = new Set<string>();
  readonly #project: Project;
  readonly #reading: SiteReading;
  readonly #reader: FolderReader;
  /** Files with samples: whether git does not ignore them. */
  readonly #unignored = new Map<string, boolean>();
  #read: ReadSite;
  #arranged: ArrangedSite;
  #changes: ReadonlyMap<string, string | null> = new Map();
  /** Made when the first picture is requested, so that pages without pictures need not wait. */
  #files: ReadonlyMap<string, FilePath> | undefined;
  /** Why files that were requested since their last change cannot be shown. */
  readonly #unshown = new Map<FilePath, FileProblem>();
  /** Sizes of pictures, each with the stamp of the file that it was read from. */
  readonly #sizes = new Map<
    string,
    { readonly stamp: string; readonly size: PictureSize | undefined }
  >();
  readonly #moved = new Map<PageKey, PageKey>();

  private constructor(
    project: Project,
    reading: SiteReading,
    reader: FolderReader,
    read: ReadSite,
  ) {
    this.#project = project;
    this.#reading = reading;
    this.#reader = reader;
    this.#read = read;
    this.#arranged = this.#arrange();
  }

  /**
   * Lists the folders and reads their pages.
   *
   * @throws Failure `config` if a content folder is missing
   */
  static async open(
    project: Project,
    reading: SiteReading = { pages: 'whole', placesBroken: false },
  ): Promise<FolderSite> {
    const reader = new FolderReader(project, reading);
    const site = new FolderSite(project, reading, reader, await reader.read());
    await site.#lookAtSynced();
    return site;
  }

  get site(): WholeSite {
    return this.#arranged.site;
  }

  /** Known problems of folders, pages, settings, navigations, shared content and definitions. */
  get problems(): readonly FileProblem[] {
    const known = [...this.#read.problems, ...this.#arranged.problems];
    const files = new Set(known.map(({ place }) => place.file));
    return [...known, ...[...this.#unshown.values()].filter(({ place }) => !files.has(place.file))];
  }

  /** Page files and posts that no site shows, and why. */
  get leftOut(): ArrangedSite['leftOut'] {
    return this.#arranged.leftOut;
  }

  /** The folders as they were read, for checks. */
  get folders(): readonly SiteFolder[] {
    return this.#read.folders;
  }

  /** Ids of synced blocks. */
  get syncedIds(): Iterable<string> {
    return this.#read.shared.syncedFiles.keys();
  }

  /** Names of variables. */
  get variableNames(): ReadonlySet<string> {
    return new Set(this.#read.shared.variables.keys());
  }

  keyOf(file: FilePath): PageKey | undefined {
    return this.#arranged.keys.get(file.normalize('NFC'));
  }

  fileOf(key: PageKey): FilePath | undefined {
    return this.#arranged.files.get(key);
  }

  /** The new key of a page whose file was renamed while the site was open. */
  movedTo(key: PageKey): PageKey | undefined {
    return this.#moved.get(key);
  }

  /** Why a page or reference that was just requested cannot be shown; undefined if it can. */
  problemWith(asked: SitePage | SiteReference): FileProblem | undefined {
    const file = 'key' in asked ? this.fileOf(asked.key) : this.definitionFile(asked);
    return file === undefined ? undefined : this.#unshown.get(file);
  }

  /** Whether a file is a picture of the folder. */
  mayShow(path: string): boolean {
    return isShowable(path) && this.#onDisk(path) !== undefined;
  }

  /** The real name of a file in the folders: file systems may store either form of Unicode. */
  #onDisk(path: string): FilePath | undefined {
    this.#files ??= projectFiles(this.#read.folders);
    return this.#files.get(path.normalize('NFC'));
  }

  #mayOffer(file: FilePath): boolean {
    const isDefinition = [...this.#arranged.definitions.values()].includes(file);
    if (isOffered(file) && !isDefinition) return true;
    this.withheld.add(file);
    return false;
  }

  /**
   * Processes changed files and folders. Resolves to whether more than the texts of pages changed.
   */
  async refresh(changed: ReadonlySet<FilePath>): Promise<boolean> {
    for (const file of changed) this.#unshown.delete(file);
    const isNew = [...changed].map((file) => !this.#isOnlyText(file)).includes(true);
    if (!isNew) return false;
    const before = this.#arranged;
    this.#read = await this.#reader.read();
    await this.#lookAtSynced();
    this.#arranged = this.#arrange();
    this.#follow(before.files);
    for (const file of this.#arranged.definitions.values()) {
      if (changed.has(file)) await this.#contentOf(file);
    }
    return true;
  }

  /**
   * If one page is gone and one is new, the page was renamed. The system may report the two names
   * separately.
   */
  #follow(before: ArrangedSite['files']): void {
    const now = this.#arranged.files;
    const gone = [...before.keys()].filter((key) => !now.has(key));
    const come = [...now.keys()].filter((key) => !before.has(key));
    if (gone[0] && come[0] && gone.length + come.length === 2) this.#moved.set(gone[0], come[0]);
  }

  /** Call it with texts before their samples are read: other files are not read for them. */
  async lookAt(texts: readonly string[]): Promise<void> {
    const files = snippetFiles(texts);
    const ignored = await this.#reading.samples?.ignored(files);
    for (const file of files) this.#unignored.set(file, ignored?.has(file) === false);
  }

  #lookAtSynced(): Promise<void> {
    const { syncedFiles } = this.#read.shared;
    const texts = Array.from(syncedFiles.values(), (file) => projectText(this.#project.root, file));
    return this.lookAt(texts.map((read) => (read && 'text' in read ? read.text : '')));
  }

  /** A sample for one of the texts that were looked at. */
  samples(): FindSample {
    return snippetSources(this.#project.root, (file) => this.#unignored.get(file) === true);
  }

  async body(page: SitePage, drafts: boolean): Promise<string | null> {
    const file = this.fileOf(page.key);
    if (file === undefined) return null;
    const post = this.#arranged.posts.get(page.key);
    if (post && !post.published && !drafts) return null;
    if (post) {
      await this.lookAt([post.content]);
      const content = this.#fresh(post.content, file);
      return withAbsoluteLinks(content, { file, version: NO_VERSION }, this.#pageMap());
    }
    const whole = this.#pageFile(file);
    if (whole === null) return null;
    const { draft, published } = bodiesOf(whole);
    const wanted = drafts ? (draft ?? published) : published;
    if (wanted === null) return null;
    await this.lookAt([wanted]);
    return withAbsoluteLinks(
      this.#fresh(wanted, file),
      { file, version: page.version },
      this.#pageMap(),
    );
  }

  /** The body with samples as their files have them now, if the site is read like that. */
  #fresh(body: string, file: FilePath): string {
    const { samples } = this.#reading;
    if (samples === undefined || !mayHaveSnippets(body)) return body;
    const sampleOf = this.samples();
    return withFreshSnippets(body, (target) => {
      if (isOwnFile(target, file)) return null;
      if (mayBeSource(target.file)) samples.shown(target.file as FilePath);
      return sampleOf(target);
    });
  }

  /** Returns null if the file is gone or cannot be shown. */
  #pageFile(file: FilePath): PageFile | null {
    const read = projectText(this.#project.root, file);
    this.#unshown.delete(file);
    if (read === null) return null;
    if ('problem' in read) {
      this.#unshown.set(file, unreadProblem(file, read));
      return null;
    }
    const whole = parsePageFile(read.text);
    const unready = unreadyOf(read.text, whole);
    if (unready) this.#unshown.set(file, unreadyProblem(file, unready));
    return unready ? null : whole;
  }

  /** @param changes the day of the last change of each file that git knows, relative to the project */
  learnChanges(changes: ReadonlyMap<string, string | null>): void {
    this.#changes = changes;
  }

  fileFacts(page: SitePage): PageFileFacts | undefined {
    const file = this.fileOf(page.key);
    return file === undefined ? undefined : { file, changed: this.#changes.get(file) ?? undefined };
  }

  variable(name: string): string | undefined {
    return this.#read.shared.variables.get(name);
  }

  synced(id: string): string | undefined {
    const file = this.#read.shared.syncedFiles.get(id);
    const read = file === undefined ? null : projectText(this.#project.root, file);
    if (file === undefined || read === null || 'problem' in read) return undefined;
    // A synced block does not belong to a version, so its links name their version.
    return withAbsoluteLinks(
      this.#fresh(syncedBody(read.text), file),
      { file, version: NO_VERSION },
      this.#pageMap(),
    );
  }

  /** Folders have no glossary. */
  glossary(): undefined {
    return undefined;
  }

  file(page: SitePage, url: string, use: FileUse): SiteFile | undefined {
    if (isOfLibrary(url)) this.inLibrary.add(url);
    const from = this.fileOf(page.key);
    const { kind, path } = parseAddress(repairUrl(url));
    const name = decoded(path);
    if (from === undefined || kind !== 'file' || name === null) return undefined;
    const file = this.#onDisk(posix.join(posix.dirname(from), name));
    if (file === undefined) return undefined;
    if (use === 'shown' ? !isShowable(file) : !this.#mayOffer(file)) return undefined;
    this.shown.add(file);
    return siteFile(this.#project.root, file);
  }

  pictureSize({ path, stamp }: SiteFile): PictureSize | undefined {
    const known = this.#sizes.get(path);
    if (known?.stamp === stamp) return known.size;
    const size = pictureSize(this.#project.root, path as FilePath);
    this.#sizes.set(path, { stamp, size });
    return size;
  }

  async definition(reference: SiteReference): Promise<unknown> {
    const file = this.definitionFile(reference);
    return file === undefined ? null : this.#contentOf(file);
  }

  definitionFile({ version, slug }: SiteReference): FilePath | undefined {
    const { definitions } = this.#arranged;
    return [...definitions].find(
      ([reference]) => reference.version === version && reference.slug === slug,
    )?.[1];
  }

  async #contentOf(file: FilePath): Promise<unknown> {
    const read = projectText(this.#project.root, file);
    this.#unshown.delete(file);
    if (read === null) return null;
    if ('problem' in read) {
      this.#unshown.set(file, unreadProblem(file, read));
      return null;
    }
    const { readDefinition } = await import('../../definitions/read-definition.ts');
    const found = await readDefinition(Buffer.from(read.text), file);
    if (found.ok) return found.definition.content;
    const { place, message } = found.problem;
    this.#unshown.set(file, { place: { file, line: place.line }, message });
    return null;
  }

  #arrange(): ArrangedSite {
    this.#files = undefined;
    const { logo, favicon, picture } = this.#read.shared;
    for (const file of [logo, favicon, picture]) if (file) this.shown.add(file.path);
    return arrangeSite(this.#read, this.#project.references, this.#reading.placesBroken);
  }

  #pageMap(): PageMap {
    const { keys, files } = this.#arranged;
    return { keyOf: (file) => keys.get(file), fileOf: (key) => files.get(key) };
  }

  /**
   * Whether only the text of a known page changed and not its header, or only a synced block or a
   * picture.
   */
  #isOnlyText(file: FilePath): boolean {
    const isSame = this.#reader.look(file);
    if (isSame !== undefined) return isSame;
    return [...this.#read.shared.syncedFiles.values()].includes(file) || this.mayShow(file);
  }
}
