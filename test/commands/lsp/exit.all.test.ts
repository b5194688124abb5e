/** The built server as a process, whose stdin an editor keeps open. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { builtTool } from '../../support/built.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { framed } from '../../support/language-server.ts';

const INITIALIZE = { id: 1, method: 'initialize', params: { processId: null, capabilities: {} } };
const INITIALIZED = { method: 'initialized', params: {} };
const SHUTDOWN = { id: 2, method: 'shutdown' };
const EXIT = { method: 'exit' };

test.each([
  ['0 after shutdown', [INITIALIZE, INITIALIZED, SHUTDOWN, EXIT], 0],
  ['1 without shutdown', [INITIALIZE, INITIALIZED, EXIT], 1],
])('docs lsp ends with %s although its stdin stays open', async (_, messages, code) => {
  const cwd = await temporaryFolder({ 'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n' });
  const server = spawn(process.execPath, [builtTool().docs, 'lsp', '--stdio'], { cwd });
  onTestFinished(() => {
    server.kill('SIGKILL');
  });
  server.stdout.resume();
  for (const each of messages) {
    server.stdin.write(framed(JSON.stringify({ jsonrpc: '2.0', ...each })));
  }
  expect(await once(server, 'exit')).toEqual([code, null]);
});
