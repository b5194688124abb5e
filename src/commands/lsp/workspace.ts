/** A project as an editor has it: the files on the disk, with the texts that are being edited. */
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { requireContent } from '../../config/content-folders.ts';
import { loadConfig, projectOf } from '../../config/load.ts';
import type { RuleSettings } from '../../content/check/baseline/graded.ts';
import type { CheckFinding } from '../../content/check/finding.ts';
import { Readings } from '../../content/check/references.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { projectText } from '../../system/files/read.ts';
import { folderWith, readTexts } from '../../content/folder/folder-of-texts.ts';
import type { FolderOfTexts } from '../../content/folder/folder-of-texts.ts';
import type { Context } from '../../context.ts';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { ignoredIn } from '../../system/git/working-tree.ts';
import type { IgnoredByGit } from '../../system/git/working-tree.ts';
import { checkDefinitions } from '../shared/definition-files/listed-definitions.ts';
import { checkFolders } from '../shared/page-folders/checked-folders.ts';
import type { CheckedFolders } from '../shared/page-folders/checked-folders.ts';
import { findingsIn } from '../shared/page-folders/findings-in.ts';
import { ruleSettings } from '../shared/page-folders/rule-settings.ts';
import { ownIcons } from '../shared/site-server/own-files.ts';

/** The project at one moment. Nothing in it changes. */
export interface OpenProject {
  readonly project: Project;
  /** The configuration, if there is one, as a list for watching. */
  readonly config: readonly FilePath[];
  readonly settings: RuleSettings;
  readonly read: readonly FolderOfTexts[];
  readonly whole: CheckedFolders;
  readonly readings: Readings;
  /** The texts in the editor. */
  readonly open: ReadonlyMap<FilePath, string>;
  /** The text of a file, in the editor or else on the disk; null if it cannot be read. */
  textOf(file: FilePath): string | null;
  /** What `docs check` finds in these files, without definitions; not graded. */
  findings(isAsked: (file: FilePath) => boolean): Promise<readonly CheckFinding[]>;
  /** The findings about definitions that are in these files; not graded. */
  definitionFindings(isAsked: (file: FilePath) => boolean): Promise<readonly CheckFinding[]>;
}

/** What the files on the disk say, with the texts that were open when they were read. */
interface Base {
  readonly context: Context;
  readonly project: Project;
  readonly config: readonly FilePath[];
  readonly settings: RuleSettings;
  readonly read: readonly FolderOfTexts[];
  readonly ignored: IgnoredByGit;
}

type Change = Parameters<typeof TextDocument.update>[1];

export class Workspace {
  readonly #context: Context;
  readonly #host: Host;
  /** By URI, as the editor writes it. */
  readonly #documents = new Map<string, TextDocument>();
  readonly #drawn: ReturnType<typeof ownIcons>;
  #root: string;
  #base: Base | undefined;
  /** Files whose texts in the editor are newer than the base. */
  readonly #edited = new Set<FilePath>();
  #readings = new Readings();
  #isOutdated = true;
  #isReconfigured = true;
  #last: { readonly at: number; readonly project: OpenProject } | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** Grows with each change, so that a result can be known to be old. */
  changes = 0;
  /** Grows with each change in the editor. */
  edits = 0;

  /** @param folder the one that the editor has opened, in place of the working folder */
  constructor(context: Context, folder: string) {
    this.#context = context;
    // The getters of the host stay as they are.
    this.#host = Object.create(context.host, { cwd: { value: folder } });
    this.#root = folder;
    this.#drawn = ownIcons(context.host.packageFolder);
  }

  document(uri: string): TextDocument | undefined {
    return this.#documents.get(uri);
  }

  get openFiles(): readonly FilePath[] {
    return [...this.#documents.keys()].flatMap((uri) => this.fileOf(uri) ?? []);
  }

  /** The file, relative to the project; undefined if it is outside. */
  fileOf(uri: string): FilePath | undefined {
    const path = pathOf(uri);
    const way = path === undefined ? undefined : relative(this.#root, path).split(sep).join('/');
    if (way === undefined || way === '' || way === '..' || way.startsWith('../')) return undefined;
    return resolve(this.#root, way) === path ? (way as FilePath) : undefined;
  }

  /** The URI of a file of the project, as the editor writes it. */
  uriOf(file: FilePath): string {
    for (const uri of this.#documents.keys()) if (this.fileOf(uri) === file) return uri;
    return this.uriAt(resolve(this.#root, file));
  }

  /** The same for an absolute path. */
  uriAt(path: string): string {
    const open = [...this.#documents.keys()].find((uri) => pathOf(uri) === path);
    return open ?? pathToFileURL(path).href;
  }

  take(document: TextDocument): void {
    this.#documents.set(document.uri, document);
    this.#touch(document.uri);
  }

  change(uri: string, changes: Change, version: number): void {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    this.#documents.set(uri, TextDocument.update(document, changes, version));
    this.#touch(uri);
  }

  drop(uri: string): void {
    if (!this.#documents.delete(uri)) return;
    this.#touch(uri);
    this.#isOutdated = true;
  }

  #touch(uri: string): void {
    this.changes += 1;
    this.edits += 1;
    const file = this.fileOf(uri);
    if (file === undefined) return;
    this.#edited.add(file);
    this.#noteShared([file]);
  }

  /** Call it with files that changed on the disk. */
  reload(files: Iterable<FilePath>): void {
    this.changes += 1;
    this.#isOutdated = true;
    this.#noteShared(files);
  }

  /** Pages are read alike until something changes that is not one of them. */
  #noteShared(files: Iterable<FilePath>): void {
    for (const file of files) {
      if (isConfiguration(file)) this.#isReconfigured = true;
      if (this.#base?.read.some((folder) => isPageIn(folder, file)) !== true) {
        this.#readings = new Readings();
      }
    }
  }

  /**
   * The project with all changes so far. Rejects with a `Failure` if its settings are wrong or a
   * content folder cannot be read.
   */
  current(): Promise<OpenProject> {
    const renew = async (): Promise<OpenProject> => {
      const at = this.changes;
      if (this.#last?.at !== at) this.#last = { at, project: await this.#renew() };
      return this.#last.project;
    };
    // One after the other, also after a failure.
    const next = this.#turn.then(renew, renew);
    this.#turn = next;
    return next;
  }

  /** The same, but the last project that could be used if the settings are wrong now. */
  async usable(): Promise<OpenProject> {
    try {
      return await this.current();
    } catch (error) {
      if (!(error instanceof Failure) || this.#last === undefined) throw error;
      return this.#last.project;
    }
  }

  async #renew(): Promise<OpenProject> {
    const texts = new Map<string, string>();
    for (const [uri, document] of this.#documents) {
      const path = pathOf(uri);
      if (path !== undefined) texts.set(path, document.getText());
    }
    if (this.#isOutdated || this.#isReconfigured || this.#base === undefined) {
      // The base has all texts as they are now.
      this.#edited.clear();
      const base = await this.#readBase(texts);
      return this.#openProject(base, base.read, openIn(base.project, texts));
    }
    const base = this.#base;
    const open = openIn(base.project, texts);
    const listed = new Set(
      base.read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path))),
    );
    const edited = new Map(
      [...open].filter(([file]) => this.#edited.has(file) && listed.has(file)),
    );
    const names = new Set(edited.keys());
    const read = await Promise.all(base.read.map((each) => folderWith(each, names, edited)));
    return this.#openProject(base, read, open);
  }

  async #readBase(texts: ReadonlyMap<string, string>): Promise<Base> {
    const before = this.#isReconfigured ? undefined : this.#base;
    [this.#isOutdated, this.#isReconfigured] = [false, false];
    try {
      const { read: _, ...fixed } = before ?? { read: [], ...(await this.#configure(texts)) };
      const { project } = fixed;
      const open = openIn(project, texts);
      const read = await Promise.all(
        project.contents.map((folder, at) => readTexts(project, folder, open, before?.read[at])),
      );
      this.#base = {
        ...fixed,
        read,
        ignored: ignoredIn({ root: project.root, ...this.#context.host }),
      };
      return this.#base;
    } catch (error) {
      this.#isReconfigured = true;
      throw error;
    }
  }

  async #configure(texts: ReadonlyMap<string, string>): Promise<Omit<Base, 'read' | 'ignored'>> {
    const { flags, ui } = this.#context;
    const host = this.#host;
    const config = await loadConfig(host, flags, (file) => texts.get(file));
    this.#root = config.root;
    await requireContent(config, host.cwd);
    const project = projectOf(config);
    const context: Context = {
      host,
      flags,
      ui,
      config: async () => config,
      folder: async () => project,
      project: async () => project,
      api: () => this.#context.api(),
    };
    const { file } = config;
    const own = file === null ? [] : [relative(project.root, file) as FilePath];
    return { context, project, config: own, settings: await ruleSettings(context) };
  }

  async #openProject(
    { context, project, config, settings, ignored }: Base,
    read: readonly FolderOfTexts[],
    open: ReadonlyMap<FilePath, string>,
  ): Promise<OpenProject> {
    const readings = this.#readings;
    const whole = await checkFolders(project, read, ignored, {
      isDrawn: (name) => this.#drawn.has(name),
    });
    return {
      project,
      config,
      settings,
      read,
      whole,
      readings,
      open,
      textOf(file) {
        const text = open.get(file);
        if (text !== undefined) return text;
        const found = projectText(project.root, file);
        return found !== null && 'text' in found ? found.text : null;
      },
      findings: (isAsked) => findingsIn(project, whole, isAsked, { readings }),
      definitionFindings: (isAsked) =>
        checkDefinitions(context, project, whole.definitions, { isNamed: isAsked, isAsked }, open),
    };
  }
}

function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

const openIn = ({ root }: Project, texts: ReadonlyMap<string, string>): Map<FilePath, string> =>
  new Map(
    Array.from(texts, ([path, text]) => [
      relative(root, path).split(sep).join('/') as FilePath,
      text,
    ]),
  );

const isConfiguration = (file: string): boolean =>
  /^(?:docs-cli\.config\.(?:ya?ml|json)|package\.json)$/.test(file);

const isPageIn = ({ folder, pages }: FolderOfTexts, file: FilePath): boolean =>
  file.startsWith(fileIn(folder.path, '')) && pages.has(file.slice(fileIn(folder.path, '').length));
