/** Which request of an editor is answered by what, and what the editor is told that it may ask. */
import { setImmediate } from 'node:timers/promises';
import * as lsp from 'vscode-languageserver-protocol/node';
import type { CheckFinding } from '../../content/check/finding.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { cleanLine } from '../../model/text/clean.ts';
import { completionsAt } from './completion.ts';
import { failureText, shownOf } from './diagnostics.ts';
import { actionsFor, editsForMoves, formatted, renameable, renameAt } from './edits.ts';
import { definitionAt, hoverAt, pagesNamed, referencesAt, symbolsIn } from './navigation.ts';
import type { Cursor, Spot } from './navigation.ts';
import { EditWriter } from './workspace-edit.ts';
import type { OpenProject, Workspace } from './workspace.ts';

/** Files and folders: moving either moves links. */
const MOVED = { filters: [{ scheme: 'file', pattern: { glob: '**' } }] };

export const CAPABILITIES: lsp.ServerCapabilities = {
  textDocumentSync: { openClose: true, change: lsp.TextDocumentSyncKind.Incremental, save: true },
  completionProvider: { triggerCharacters: ['(', '/', '#', '"', '%', ':', ' ', '{'] },
  definitionProvider: true,
  referencesProvider: true,
  hoverProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix] },
  documentFormattingProvider: true,
  renameProvider: { prepareProvider: true },
  workspace: { fileOperations: { willRename: MOVED } },
};

/**
 * Answers requests about the project.
 *
 * @param workspaceOf throws if the session has not begun
 *
 * @param edits what the editor can do with edits of the project
 */
export function answerRequests(
  client: lsp.ProtocolConnection,
  workspaceOf: () => Workspace,
  edits: () => lsp.WorkspaceEditClientCapabilities,
): void {
  const writer = (): EditWriter => new EditWriter(workspaceOf(), edits());
  const uriOf = (file: FilePath): string => workspaceOf().uriOf(file);
  const warn = (text: string): void => {
    const params = { type: lsp.MessageType.Warning, message: cleanLine(text) };
    void client.sendNotification(lsp.ShowMessageNotification.method, params);
  };
  const locationOf = ({ file, line, character }: Spot, length = 0): lsp.Location => {
    const end = { line, character: character + length };
    return { uri: uriOf(file), range: { start: { line, character }, end } };
  };

  client.onRequest(lsp.CompletionRequest.type, (params) =>
    lookAt(workspaceOf(), params, async ({ now, file, document }) => [
      ...(await completionsAt(now, file, document, params.position)),
    ]),
  );
  client.onRequest(lsp.DefinitionRequest.type, (params) =>
    lookAt(workspaceOf(), params, async (cursor) => {
      const spot = await definitionAt(cursor);
      return spot && locationOf(spot);
    }),
  );
  client.onRequest(lsp.ReferencesRequest.type, (params) =>
    lookAt(workspaceOf(), params, async (cursor) => [...(await referencesAt(cursor, locationOf))]),
  );
  client.onRequest(lsp.HoverRequest.type, (params) =>
    lookAt(workspaceOf(), params, async (cursor) => hoverAt(cursor, await findingsIn(cursor))),
  );
  client.onRequest(lsp.DocumentSymbolRequest.type, ({ textDocument: { uri } }) => {
    const document = workspaceOf().document(uri);
    return document && uri.endsWith('.md') ? symbolsIn(document) : [];
  });
  client.onRequest(lsp.WorkspaceSymbolRequest.type, ({ query }) =>
    refusing(async () => pagesNamed(query, await workspaceOf().usable(), locationOf)),
  );
  client.onRequest(lsp.CodeActionRequest.type, ({ textDocument, range }) =>
    editAt(workspaceOf(), { textDocument, position: range.start }, async (cursor) =>
      actionsFor(cursor, await findingsIn(cursor), range, writer()),
    ),
  );
  client.onRequest(lsp.DocumentFormattingRequest.type, ({ textDocument: { uri } }) =>
    unchanged(workspaceOf(), async ({ whole }) => {
      const document = workspaceOf().document(uri);
      const file = workspaceOf().fileOf(uri);
      const isPage = file !== undefined && whole.taken.includes(file);
      return document && isPage ? formatted(document.getText()) : [];
    }),
  );
  client.onRequest(lsp.PrepareRenameRequest.type, (params) =>
    editAt(workspaceOf(), params, async (cursor) => renameable(cursor)),
  );
  client.onRequest(lsp.RenameRequest.type, (params) =>
    editAt(workspaceOf(), params, (cursor) => renameAt(cursor, params.newName, writer(), warn)),
  );
  client.onRequest(lsp.WillRenameFilesRequest.type, ({ files }) =>
    unchanged(workspaceOf(), async (now) => {
      const moves = files.flatMap(({ oldUri, newUri }) => {
        const [from, to] = [workspaceOf().fileOf(oldUri), workspaceOf().fileOf(newUri)];
        return from === undefined || to === undefined ? [] : [{ from, to }];
      });
      return editsForMoves(now, moves, writer(), warn);
    }),
  );
}

/** Answers for a place in a file of the project; null if the file is outside or not open. */
const lookAt = <T>(
  workspace: Workspace,
  params: lsp.TextDocumentPositionParams,
  answer: (cursor: Cursor) => Promise<T>,
): Promise<T | null> =>
  refusing(async () => answerAt(await workspace.usable(), workspace, params, answer));

/** The same for changes. */
const editAt: typeof lookAt = (workspace, params, answer) =>
  unchanged(workspace, (now) => answerAt(now, workspace, params, answer));

/**
 * Answers with changes, which need the project as it is now. Refuses if a text in the editor
 * changes before there is an answer: its places would be those of the old text.
 */
async function unchanged<T>(
  workspace: Workspace,
  answer: (now: OpenProject) => Promise<T>,
): Promise<T> {
  const before = workspace.edits;
  const requireSame = (): void => {
    if (workspace.edits === before) return;
    const text = 'The text has changed meanwhile.';
    throw new lsp.ResponseError(lsp.LSPErrorCodes.ContentModified, text);
  };
  return refusing(async () => {
    const now = await workspace.current();
    requireSame();
    const answered = await answer(now);
    // A change that has arrived meanwhile is taken first.
    await setImmediate();
    requireSame();
    return answered;
  });
}

async function answerAt<T>(
  now: OpenProject,
  workspace: Workspace,
  { textDocument: { uri }, position }: lsp.TextDocumentPositionParams,
  answer: (cursor: Cursor) => Promise<T>,
): Promise<T | null> {
  const document = workspace.document(uri);
  const file = workspace.fileOf(uri);
  if (document === undefined || file === undefined) return null;
  return answer({ now, file, document, offset: document.offsetAt(position) });
}

async function findingsIn({ now, file }: Cursor): Promise<readonly CheckFinding[]> {
  return shownOf(await now.findings((each) => each === file), now);
}

/** A failure becomes an error that the editor shows; whatever else is thrown, one of ours. */
async function refusing<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new lsp.ResponseError(lsp.LSPErrorCodes.RequestFailed, failureText(error));
  }
}
