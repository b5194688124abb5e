// Starts `docs lsp` for the folder with the configuration, and shows what it finds. All else is in the server.
'use strict';

const { execFile } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');
const { promisify } = require('node:util');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { activationEvents } = require('./package.json');

const CONFIGURATIONS = activationEvents.map((event) => event.split(':')[1]);

/** @type {{ start(): Promise<void>, stop(): Promise<void> } | undefined} */
let client;

/** Called once, when a folder that is trusted has a configuration of docs. */
exports.activate = async () => {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) =>
    CONFIGURATIONS.some((name) => existsSync(path.join(uri.fsPath, name))),
  );
  if (folder === undefined) return;
  const root = folder.uri.fsPath;
  // A setting of the machine, so that a folder cannot say which program is started.
  const named = vscode.workspace.getConfiguration('docs').get('command', 'docs');
  // On Windows, npm installs a script, which only a shell starts.
  const shell = process.platform === 'win32';
  const command = shell ? `"${named}"` : named;
  const env = { ...process.env, NoDefaultCurrentDirectoryInExePath: '1' };
  const options = { cwd: root, shell, env };
  try {
    await promisify(execFile)(command, ['--version'], options);
  } catch {
    void vscode.window.showErrorMessage(
      `"${named}" cannot be started. Install docs, or name it in the setting docs.command; then reload the window.`,
    );
    return;
  }
  const documents = ['markdown', 'yaml', 'json'].map((language) => ({
    scheme: 'file',
    language,
    pattern: `${root}/**`,
  }));
  client = new LanguageClient(
    'docs',
    'docs',
    { command, args: ['lsp', '--stdio'], options },
    { documentSelector: documents, workspaceFolder: folder },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
