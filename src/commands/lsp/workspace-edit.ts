/** Edits of the project, as the editor can take them. */
import type {
  ResourceOperationKind,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
  WorkspaceEditClientCapabilities,
} from 'vscode-languageserver-protocol';
import type { FilePath } from '../../model/ids.ts';
import type { Workspace } from './workspace.ts';

/** The edits of each file. */
export type TextsEdit = ReadonlyMap<FilePath, TextEdit[]>;

/** Writes edits of the texts as they are now: an editor refuses them if it has newer ones. */
export class EditWriter {
  readonly #workspace: Workspace;
  readonly #editor: WorkspaceEditClientCapabilities;

  /** @param editor what it says that it can do */
  constructor(workspace: Workspace, editor: WorkspaceEditClientCapabilities) {
    this.#workspace = workspace;
    this.#editor = editor;
  }

  /** Whether the editor can do this with files for a server. */
  does(what: ResourceOperationKind): boolean {
    return this.#editor.resourceOperations?.includes(what) === true;
  }

  uriOf(file: FilePath): string {
    return this.#workspace.uriOf(file);
  }

  /** With the version of each text; null for a file that is not open. */
  documentEdits(texts: TextsEdit): TextDocumentEdit[] {
    return Array.from(texts, ([file, edits]) => {
      const uri = this.uriOf(file);
      const version = this.#workspace.document(uri)?.version ?? null;
      return { textDocument: { uri, version }, edits };
    });
  }

  /** The same, or without versions if the editor does not know them. */
  edit(texts: TextsEdit): WorkspaceEdit {
    if (this.#editor.documentChanges === true) {
      return { documentChanges: this.documentEdits(texts) };
    }
    const changes = Array.from(texts, ([file, edits]) => [this.uriOf(file), edits] as const);
    return { changes: Object.fromEntries(changes) };
  }
}
