/**
 * Stands in for VS Code: opens folders, starts a packed extension as its manifest asks for, and has
 * the parts of the module `vscode` that a language client needs.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import picomatch from 'picomatch';
import { temporaryFolder } from './folder.ts';
import { unzip } from '../platform/support/zip.ts';

interface Manifest {
  readonly main: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: boolean } };
  readonly contributes: {
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly scope: string; readonly default: unknown }>
      >;
    };
  };
}

interface Extension {
  activate(): Promise<void>;
  deactivate(): Promise<void>;
}

/** What is open, and which settings there are: of the machine, and in the folders. */
export interface Opened {
  readonly folders: readonly string[];
  readonly isTrusted?: boolean;
  readonly ofMachine: Readonly<Record<string, unknown>>;
  readonly ofFolders?: Readonly<Record<string, unknown>>;
}

interface Selector {
  readonly scheme?: string;
  readonly language?: string;
  readonly pattern?: string;
}

type Provider = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;

export interface TextDocument {
  readonly uri: Uri;
  readonly languageId: string;
  readonly version: number;
  getText(): string;
}

export interface ShownDiagnostic {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly range: Range;
}

class Uri {
  readonly scheme = 'file';
  readonly fsPath: string;
  constructor(fsPath: string) {
    this.fsPath = fsPath;
  }
  static file = (path: string): Uri => new Uri(path);
  static parse = (text: string): Uri => new Uri(fileURLToPath(text));
  toString(): string {
    return pathToFileURL(this.fsPath).href;
  }
}

class Disposable {
  dispose(): void {}
}

class EventEmitter<T> {
  readonly #listeners = new Set<(each: T) => unknown>();
  readonly event = (listener: (each: T) => unknown, self?: unknown): Disposable => {
    const bound = listener.bind(self);
    this.#listeners.add(bound);
    return { dispose: () => this.#listeners.delete(bound) };
  };
  fire(each: T): void {
    for (const listener of this.#listeners) listener(each);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: never };
  cancel(): void {}
  dispose(): void {}
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...[line, character, endLine, endCharacter]: readonly number[]) {
    this.start = new Position(line ?? 0, character ?? 0);
    this.end = new Position(endLine ?? 0, endCharacter ?? 0);
  }
}

class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  constructor(range: Range, message: string, severity: number) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

class CompletionItem {
  readonly label: unknown;
  constructor(label: unknown) {
    this.label = label;
  }
}

class TextEdit {
  readonly range: Range;
  readonly newText: string;
  constructor(range: Range, newText: string) {
    this.range = range;
    this.newText = newText;
  }
}

/** Keeps the changes as lines: a place and its new text, or a file and its new name. */
export class WorkspaceEdit {
  readonly changes: string[] = [];
  replace(uri: Uri, { start }: Range, text: string): void {
    this.changes.push(`${uri.fsPath}:${start.line + 1}: ${text}`);
  }
  renameFile(from: Uri, to: Uri): void {
    this.changes.push(`${from.fsPath} -> ${to.fsPath}`);
  }
}

/** An event that never is. */
const never = (): Disposable => new Disposable();

/** A class that is only extended, or an enumeration of which only names are needed. */
const named = (): unknown =>
  new Proxy(Disposable, { get: (own, key) => Reflect.get(own, key) ?? key });

const withNames = (own: object): object =>
  new Proxy(own, {
    get: (target, key) => {
      if (!(key in target) && typeof key === 'string') {
        // An event that never is, or something of which only the name is needed.
        Reflect.set(target, key, /^on[DW]/.test(key) ? never : named());
      }
      return Reflect.get(target, key);
    },
  });

export class VsCode {
  /** What is shown in each file, by its path. */
  readonly shown = new Map<string, readonly ShownDiagnostic[]>();
  /** Messages to the person. */
  readonly said: string[] = [];
  readonly #opened: Opened;
  readonly #documents: TextDocument[] = [];
  readonly #didOpen = new EventEmitter<TextDocument>();
  readonly #providers = new Map<string, { selector: readonly Selector[]; provider: Provider }>();
  readonly #listeners = new Set<() => void>();
  #extension: Extension | undefined;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  /** Resolves to whether the extension has been started. */
  async start(vsix: string): Promise<boolean> {
    const folder = await temporaryFolder();
    for (const [path, text] of await unzip(await readFile(vsix))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const module = join(folder, 'node_modules/vscode/index.js');
    await mkdir(dirname(module), { recursive: true });
    await writeFile(module, '');
    const require = createRequire(join(folder, 'extension/package.json'));
    const manifest = require('./package.json') as Manifest;
    if (!this.#isWanted(manifest)) return false;
    require(module);
    Object.assign(require.cache[module] ?? {}, { exports: this.#api(manifest) });
    this.#extension = require(manifest.main) as Extension;
    await this.#extension.activate();
    return true;
  }

  async end(): Promise<void> {
    await this.#extension?.deactivate();
  }

  open(path: string, languageId: string, text: string): TextDocument {
    const document = { uri: new Uri(path), languageId, version: 1, getText: () => text };
    this.#documents.push(document);
    this.#didOpen.fire(document);
    return document;
  }

  /** Asks who provides `what` for this document. */
  async ask(
    what: string,
    method: string,
    document: TextDocument,
    ...given: readonly unknown[]
  ): Promise<unknown> {
    const { selector = [], provider } = this.#providers.get(what) ?? {};
    if (!isFor(selector, document)) throw new Error(`Nobody provides ${what}.`);
    return provider?.[method]?.(document, ...given);
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        this.#listeners.add(resolve);
      });
    }
  }

  /** Of several words with a brace, VS Code reads a glob only if it has a star or a question mark. */
  #isWanted({ activationEvents, capabilities }: Manifest): boolean {
    const { folders, isTrusted = true } = this.#opened;
    if (!isTrusted && !capabilities.untrustedWorkspaces.supported) return false;
    return activationEvents.some((event) => {
      const [, name = ''] = /^workspaceContains:([^*?]+)$/.exec(event) ?? [];
      return name !== '' && folders.some((folder) => existsSync(join(folder, name)));
    });
  }

  /** Settings with the scope of a machine are not taken from folders. */
  #setting(manifest: Manifest, name: string): unknown {
    const { ofMachine, ofFolders = {} } = this.#opened;
    const { scope, default: ofManifest } = manifest.contributes.configuration.properties[name] ?? {
      scope: 'window',
      default: undefined,
    };
    return (scope === 'machine' ? undefined : ofFolders[name]) ?? ofMachine[name] ?? ofManifest;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  #api(manifest: Manifest): object {
    const say = (text: string): Promise<undefined> => {
      this.said.push(text);
      this.#changed();
      return Promise.resolve(undefined);
    };
    const folders = this.#opened.folders.map((path, index) => ({
      uri: new Uri(path),
      name: path,
      index,
    }));
    const collection = {
      set: (uri: Uri, found: readonly ShownDiagnostic[]) => {
        this.shown.set(uri.fsPath, found);
        this.#changed();
      },
      delete: (uri: Uri) => this.shown.delete(uri.fsPath),
      clear: () => this.shown.clear(),
      dispose: () => this.shown.clear(),
    };
    const languages = new Proxy(
      {
        createDiagnosticCollection: () => collection,
        match: (selector: Selector | readonly Selector[], document: TextDocument) =>
          isFor([selector].flat(), document) ? 10 : 0,
      },
      {
        get: (own, key) =>
          Reflect.get(own, key) ??
          ((selector: readonly Selector[], provider: Provider) => {
            const [, what = ''] = /^register(\w+)Provider$/.exec(String(key)) ?? [];
            this.#providers.set(what, { selector, provider });
            return new Disposable();
          }),
      },
    );
    return withNames({
      version: '1.91.0',
      Uri,
      Disposable,
      EventEmitter,
      CancellationTokenSource,
      Position,
      Range,
      Diagnostic,
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      CompletionItem,
      TextEdit,
      WorkspaceEdit,
      languages,
      commands: { registerCommand: never },
      env: { language: 'en', appName: 'Code' },
      window: withNames({
        showErrorMessage: say,
        showWarningMessage: say,
        showInformationMessage: say,
        createOutputChannel: () => ({ append() {}, appendLine() {}, show() {}, dispose() {} }),
        tabGroups: { all: [], onDidChangeTabs: never },
        activeTextEditor: undefined,
      }),
      workspace: withNames({
        workspaceFolders: folders,
        textDocuments: this.#documents,
        notebookDocuments: [],
        onDidOpenTextDocument: this.#didOpen.event,
        getConfiguration: (section?: string) => ({
          get: (name: string, otherwise?: unknown) =>
            this.#setting(manifest, section === undefined ? name : `${section}.${name}`) ??
            otherwise,
        }),
      }),
    });
  }
}

const isFor = (selector: readonly Selector[], { uri, languageId }: TextDocument): boolean =>
  selector.some(
    ({ scheme, language, pattern }) =>
      (scheme ?? uri.scheme) === uri.scheme &&
      (language ?? languageId) === languageId &&
      (pattern === undefined || picomatch(pattern)(uri.fsPath)),
  );
