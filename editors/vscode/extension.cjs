// Starts `docs lsp` for the folder that is open, and shows what it finds. All else is in the server.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** @type {{ start(): Promise<void>, stop(): Promise<void> } | undefined} */
let client;

/** Called once, when a folder with a configuration of docs is open. */
exports.activate = async () => {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) return;
  // A setting of the machine, so that a folder cannot say which program is started.
  const command = vscode.workspace.getConfiguration('docs').get('command', 'docs');
  const documents = ['markdown', 'yaml', 'json'].map((language) => ({
    scheme: 'file',
    language,
    pattern: `${folder.uri.fsPath}/**`,
  }));
  client = new LanguageClient(
    'docs',
    'docs',
    { command, args: ['lsp', '--stdio'], options: { cwd: folder.uri.fsPath } },
    { documentSelector: documents, workspaceFolder: folder },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
