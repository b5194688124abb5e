/** Tells the editor what `docs check` finds: at once in what is typed, then in the whole folder. */
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  Diagnostic,
  DiagnosticSeverity,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol';
import { graded } from '../../content/check/baseline/graded.ts';
import { lineTextsOf, withoutKnown } from '../../content/check/baseline/baseline-file.ts';
import { inOrder, withHint } from '../../content/check/finding.ts';
import type { CheckFinding } from '../../content/check/finding.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import { cleanLine } from '../../model/text/clean.ts';
import type { OpenProject, Workspace } from './workspace.ts';

/** How the editor is told. */
export interface Editor {
  publish(params: PublishDiagnosticsParams): void;
  /** Shows why nothing can be checked, where no file has the reason. */
  say(failure: Failure): void;
  /** Takes an error that is a bug of ours. */
  broke(error: unknown): void;
}

/** The pages that are checked before the editor is heard again. */
const AT_ONCE = 20;

export class Diagnostics {
  readonly #workspace: Workspace;
  readonly #editor: Editor;
  /** The folder that names in failures are relative to. */
  readonly #folder: string;
  /** Files that are checked first: what was typed, then the other open ones. */
  readonly #first = new Set<FilePath>();
  #pages: FilePath[] = [];
  #isAllDue = true;
  #areOthersDue = false;
  #areDefinitionsDue = false;
  readonly #ofFiles = new Map<FilePath, readonly CheckFinding[]>();
  readonly #ofDefinitions = new Map<FilePath, readonly CheckFinding[]>();
  /** Where the settings cannot be used, by URI, and what was said of it. */
  #failed: { readonly uri: string | null; readonly message: string } | undefined;
  #isRunning = false;
  #isStopped = false;

  constructor(workspace: Workspace, editor: Editor, folder: string) {
    this.#workspace = workspace;
    this.#editor = editor;
    this.#folder = folder;
  }

  /** The findings that the editor shows in a file. */
  of(file: FilePath): readonly CheckFinding[] {
    return [...(this.#ofFiles.get(file) ?? []), ...(this.#ofDefinitions.get(file) ?? [])];
  }

  /** Checks the file, and then the other open ones, because they may refer to it. */
  edited(file: FilePath): void {
    this.#first.delete(file);
    const others = this.#workspace.openFiles.filter((each) => each !== file);
    const before = [...this.#first];
    this.#first.clear();
    for (const each of [file, ...before, ...others]) this.#first.add(each);
    this.#start();
  }

  everything(): void {
    this.#isAllDue = true;
    this.#start();
  }

  stop(): void {
    this.#isStopped = true;
  }

  #start(): void {
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#run()
      .catch((error: unknown) => this.#editor.broke(error))
      .finally(() => {
        this.#isRunning = false;
      });
  }

  async #run(): Promise<void> {
    while (!this.#isStopped && (await this.#isQuiet())) {
      let now: OpenProject;
      try {
        now = await this.#workspace.current();
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.#fail(error);
        return;
      }
      this.#recover();
      if (!(await this.#next(now))) return;
    }
  }

  /** Waits until the editor has sent nothing new for a turn: of many keys, the last one counts. */
  async #isQuiet(): Promise<boolean> {
    for (let seen = -1; seen !== this.#workspace.changes; await nextTurn()) {
      seen = this.#workspace.changes;
    }
    return true;
  }

  /** Checks what is due first. Resolves to false if nothing is. */
  async #next(now: OpenProject): Promise<boolean> {
    const [first] = this.#first;
    if (first !== undefined) await this.#checkFile(first, now);
    else if (this.#isAllDue) this.#listAll(now);
    else if (this.#pages.length > 0) await this.#checkPages(now);
    else if (this.#areOthersDue) await this.#checkOthers(now);
    else if (this.#areDefinitionsDue) await this.#checkDefinitions(now);
    else return false;
    return true;
  }

  async #checkFile(file: FilePath, now: OpenProject): Promise<void> {
    this.#first.delete(file);
    const at = this.#workspace.changes;
    const isAsked = (each: FilePath): boolean => each === file;
    const found = await now.findings(isAsked);
    const isDefinition =
      now.whole.definitions.includes(file) ||
      now.project.references.some((each) => each.file === file);
    const definitions = isDefinition ? await now.definitionFindings(isAsked) : null;
    // What is older than the text is not shown.
    if (this.#workspace.changes !== at && this.#first.has(file)) return;
    this.#ofFiles.set(file, shownOf(found, now));
    if (definitions) this.#ofDefinitions.set(file, shownOf(definitions, now));
    this.#publish([file], now);
  }

  #listAll({ whole }: OpenProject): void {
    this.#isAllDue = false;
    this.#areOthersDue = true;
    this.#areDefinitionsDue = true;
    this.#pages = whole.taken.toReversed();
  }

  async #checkPages(now: OpenProject): Promise<void> {
    const files = this.#pages.splice(-AT_ONCE);
    const asked = new Set(files);
    const found = shownOf(await now.findings((file) => asked.has(file)), now);
    const byFile = groupBy(found, ({ place }) => place.file);
    for (const file of files) this.#ofFiles.set(file, byFile.get(file) ?? []);
    this.#publish(files, now);
  }

  /** Everything that is not a page, and what is not there any more. */
  async #checkOthers(now: OpenProject): Promise<void> {
    this.#areOthersDue = false;
    const pages = new Set(now.whole.taken);
    const found = shownOf(await now.findings((file) => !pages.has(file)), now);
    const byFile = groupBy(found, ({ place }) => place.file);
    const before = [...this.#ofFiles.keys()].filter((file) => !pages.has(file));
    for (const file of before) this.#ofFiles.delete(file);
    for (const [file, own] of byFile) this.#ofFiles.set(file, own);
    this.#publish(new Set([...before, ...byFile.keys()]), now);
  }

  async #checkDefinitions(now: OpenProject): Promise<void> {
    this.#areDefinitionsDue = false;
    const found = shownOf(await now.definitionFindings(() => true), now);
    const byFile = groupBy(found, ({ place }) => place.file);
    const before = [...this.#ofDefinitions.keys()];
    this.#ofDefinitions.clear();
    for (const [file, own] of byFile) this.#ofDefinitions.set(file, own);
    this.#publish(new Set([...before, ...byFile.keys()]), now);
  }

  readonly #published = new Set<FilePath>();

  #publish(files: Iterable<FilePath>, now: OpenProject): void {
    for (const file of files) {
      const found = inOrder(this.of(file));
      const text = now.open.get(file);
      if (found.length === 0 && text === undefined && !this.#published.delete(file)) continue;
      if (found.length > 0) this.#published.add(file);
      const uri = this.#workspace.uriOf(file);
      const diagnostics = found.map((each) => diagnosticOf(each, text));
      const version = this.#workspace.document(uri)?.version;
      this.#editor.publish({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
    }
  }

  /** Shows why the project cannot be checked. What it has found before stays. */
  #fail(failure: Failure): void {
    const { place, message } = failure;
    const uri = place?.file === undefined ? null : this.#uriFrom(place.file);
    const isKnown = this.#failed?.uri === uri && this.#failed.message === message;
    if (!isKnown) this.#recover();
    this.#failed = { uri, message };
    if (uri === null) {
      if (!isKnown) this.#editor.say(failure);
      return;
    }
    const start = { line: (place?.line ?? 1) - 1, character: (place?.column ?? 1) - 1 };
    const range = { start, end: { ...start, character: start.character + 1 } };
    const diagnostics = [{ range, severity: ERROR, source: SOURCE, message: failureText(failure) }];
    this.#editor.publish({ uri, diagnostics });
  }

  #recover(): void {
    if (typeof this.#failed?.uri === 'string') {
      this.#editor.publish({ uri: this.#failed.uri, diagnostics: [] });
    }
    this.#failed = undefined;
  }

  #uriFrom = (name: string): string => this.#workspace.uriAt(resolve(this.#folder, name));
}

/** A failure as an editor shows it, on one line. */
export const failureText = ({ message, hint }: Failure): string =>
  cleanLine(hint === undefined ? message : `${message} ${hint}`);

const SOURCE = 'docs';
const ERROR: DiagnosticSeverity = 1;
const WARNING: DiagnosticSeverity = 2;

/** The findings that `docs check` reports: with the project's severities, without its baseline. */
export function shownOf(found: readonly CheckFinding[], now: OpenProject): readonly CheckFinding[] {
  const told = graded(inOrder(found), now.settings);
  return (
    withoutKnown(now.project, told, lineTextsOf(now.project, now.open), () => false)?.fresh ?? told
  );
}

/** In a file that is not open, a finding is a point, because nobody sees how long it is. */
function diagnosticOf(found: CheckFinding, text: string | undefined): Diagnostic {
  const { rule, severity, place } = found;
  const start = { line: place.line - 1, character: place.column - 1 };
  const line = text === undefined ? '' : (lineOf(text, start.line) ?? '');
  const rest = line.slice(start.character).trimEnd().length;
  return {
    range: { start, end: { line: start.line, character: start.character + rest } },
    severity: severity === 'error' ? ERROR : WARNING,
    code: rule,
    source: SOURCE,
    message: cleanLine(withHint(found).message),
  };
}

const lineOf = (text: string, line: number): string | undefined =>
  text.replace(/^\u{feff}/u, '').split('\n', line + 1)[line];
