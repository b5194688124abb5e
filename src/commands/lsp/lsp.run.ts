/** The session of a language server: what it can do, and who answers what. */
import { fileURLToPath } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { watchFiles } from '../shared/watched-files/watch-files.ts';
import { Diagnostics, failureText } from './diagnostics.ts';
import type { Editor } from './diagnostics.ts';
import { answerRequests, CAPABILITIES } from './requests.ts';
import { Workspace } from './workspace.ts';
import type { OpenProject } from './workspace.ts';

/**
 * Talks to an editor on the host's streams, until it ends the session. Rejects with `usage` if a
 * person is there instead, and with `failed` if the editor leaves without `shutdown`.
 */
export async function runLsp(context: Context): Promise<void> {
  const { host } = context;
  if (host.stdin.isTTY === true) {
    throw new Failure('usage', 'docs lsp talks to an editor, not to a terminal.', {
      hint: 'Set up the editor to start it; docs check shows the same findings here',
    });
  }
  await new Session(context).ended;
}

class Session {
  /** Rejects with `failed` if the editor leaves without a word. */
  readonly ended: Promise<void>;
  readonly #context: Context;
  readonly #client: lsp.ProtocolConnection;
  #workspace: Workspace | undefined;
  #diagnostics: Diagnostics | undefined;
  #watching: { readonly folders: string; close(): void } | undefined;
  /** What the editor can do with edits of the project. */
  #edits: lsp.WorkspaceEditClientCapabilities = {};
  #isShutDown = false;
  #isEnded = false;

  constructor(context: Context) {
    const { host } = context;
    this.#context = context;
    const reader = new lsp.StreamMessageReader(host.stdin);
    const writer = new lsp.StreamMessageWriter(host.stdout);
    this.#client = lsp.createProtocolConnection(reader, writer, this.#logger());
    this.ended = new Promise<void>((done, fail) => {
      this.#client.onNotification(lsp.ExitNotification.type, () => {
        if (this.#isShutDown) done();
        else fail(new Failure('failed', 'The editor left without ending the session.'));
      });
      this.#client.onClose(() => done());
      host.signal.addEventListener('abort', () => done());
    }).finally(() => this.#close());
    this.#listen();
    this.#client.listen();
  }

  #listen(): void {
    const client = this.#client;
    client.onError(([error]) => this.#log(error));
    const workspaceOf = (): Workspace => {
      if (this.#workspace !== undefined && !this.#isShutDown) return this.#workspace;
      throw new lsp.ResponseError(lsp.ErrorCodes.ServerNotInitialized, 'There is no session.');
    };
    answerRequests(client, workspaceOf, () => this.#edits);
    client.onRequest(lsp.InitializeRequest.type, (params) => this.#initialize(params));
    client.onNotification(lsp.InitializedNotification.type, () => this.#begin());
    client.onRequest(lsp.ShutdownRequest.type, () => {
      this.#isShutDown = true;
      this.#diagnostics?.stop();
    });
    client.onNotification(lsp.DidOpenTextDocumentNotification.type, ({ textDocument }) => {
      const { uri, languageId, version, text } = textDocument;
      this.#workspace?.take(TextDocument.create(uri, languageId, version, text));
      this.#edited(uri);
    });
    client.onNotification(lsp.DidChangeTextDocumentNotification.type, (params) => {
      const { uri, version } = params.textDocument;
      this.#workspace?.change(uri, params.contentChanges, version);
      this.#edited(uri);
    });
    client.onNotification(lsp.DidCloseTextDocumentNotification.type, ({ textDocument }) => {
      this.#workspace?.drop(textDocument.uri);
      this.#edited(textDocument.uri);
    });
    client.onNotification(lsp.DidSaveTextDocumentNotification.type, ({ textDocument }) => {
      const file = this.#workspace?.fileOf(textDocument.uri);
      if (file !== undefined) this.#reload([file]);
    });
  }

  #initialize(params: lsp.InitializeParams): lsp.InitializeResult {
    const { rootUri, workspaceFolders, capabilities } = params;
    this.#edits = capabilities.workspace?.workspaceEdit ?? {};
    const { host } = this.#context;
    const cwd = folderOf(workspaceFolders?.[0]?.uri ?? rootUri) ?? host.cwd;
    this.#workspace = new Workspace(this.#context, cwd);
    this.#diagnostics = new Diagnostics(this.#workspace, this.#editor(), cwd);
    return { capabilities: CAPABILITIES, serverInfo: { name: 'docs', version: host.version } };
  }

  #edited(uri: string): void {
    const file = this.#workspace?.fileOf(uri);
    if (file === undefined) return;
    this.#diagnostics?.edited(file);
  }

  #reload(files: Iterable<FilePath>): void {
    this.#workspace?.reload(files);
    this.#diagnostics?.everything();
    void this.#watch();
  }

  #begin(): void {
    this.#diagnostics?.everything();
    void this.#watch();
  }

  /** Watches the folders of the project, which are known as soon as its settings can be used. */
  async #watch(): Promise<void> {
    let now: OpenProject | undefined;
    try {
      now = await this.#workspace?.current();
    } catch {
      // The diagnostics say why.
    }
    if (now === undefined || this.#isEnded) return;
    const { project, config } = now;
    const folders = project.contents.map(({ path }) => path).join('\n');
    if (this.#watching?.folders === folders) return;
    this.#watching?.close();
    const take = (files: ReadonlySet<FilePath>): void => this.#reload(files);
    const watching = watchFiles(project, take, (error) => this.#log(error), config);
    this.#watching = { folders, close: () => watching.close() };
  }

  #close(): void {
    this.#isEnded = true;
    this.#diagnostics?.stop();
    this.#watching?.close();
    this.#client.dispose();
    // As long as it can be read, the process does not end.
    this.#context.host.stdin.destroy();
  }

  #editor(): Editor {
    const client = this.#client;
    return {
      publish: (params) => {
        void client.sendNotification(lsp.PublishDiagnosticsNotification.type, params);
      },
      say: (failure) => {
        const message = failureText(failure);
        const type = lsp.MessageType.Error;
        void client.sendNotification(lsp.ShowMessageNotification.type, { type, message });
      },
      broke: (error) => {
        this.#log(error);
      },
    };
  }

  /** Editors keep what a server writes to stderr in a log. */
  #log(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#context.ui.warn(text);
  }

  #logger(): lsp.Logger {
    const log = (text: string): void => this.#log(text);
    return { error: log, warn: log, info: () => undefined, log: () => undefined };
  }
}

function folderOf(uri: string | null | undefined): string | undefined {
  try {
    return uri?.startsWith('file:') === true ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}
