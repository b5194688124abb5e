import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { framed, LanguageServer } from '../../support/language-server.ts';

const FILES = { 'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nSee [b](b.md).\n' };

const opened = async (files: Readonly<Record<string, string>> = FILES): Promise<LanguageServer> =>
  new LanguageServer(await temporaryFolder(files));

test('docs lsp ends with 0 after shutdown and exit, and with 1 without shutdown', async () => {
  const polite = await opened();
  await polite.start();
  expect(await polite.request('shutdown', null)).toBeNull();
  polite.notify('exit', null);
  expect(await polite.exitCode).toBe(0);
  const rude = await opened();
  await rude.start();
  rude.notify('exit', null);
  expect(await rude.exitCode).toBe(1);
  expect(rude.stderr()).toContain('The editor left without ending the session.');
});

test('docs lsp ends if the editor is gone', async () => {
  const server = await opened();
  await server.start();
  server.end();
  expect(await server.exitCode).toBe(0);
});

test('docs lsp refuses a terminal, where nobody speaks its protocol', async () => {
  const run = await runDocs(['lsp'], { cwd: await temporaryFolder(FILES), terminal: true });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('docs lsp talks to an editor, not to a terminal.');
});

test('docs lsp does not crash on bytes that are not its protocol', async () => {
  const server = await opened();
  server.raw('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  server.raw('{}\r\n\r\n');
  server.end();
  expect(await server.exitCode).toBe(0);
});

const MALFORMED: readonly (readonly [what: string, bytes: string])[] = [
  ['JSON that ends early', framed('{"jsonrpc":"2.0","id":')],
  ['JSON that is not a message', framed('[1, null, "x"]')],
  ['a number', framed('7')],
  ['a message without content', 'Content-Length: 0\r\n\r\n'],
  ['an id that is an object', framed('{"jsonrpc":"2.0","id":{},"method":"shutdown"}')],
  ['a method that does not exist', framed('{"jsonrpc":"2.0","method":"x/y","params":{}}')],
  ['an answer to nothing', framed('{"jsonrpc":"2.0","id":99,"result":{}}')],
  ['a change of nothing', framed('{"jsonrpc":"2.0","method":"textDocument/didChange"}')],
  [
    'a change outside of the text',
    framed(
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x","version":-1},"contentChanges":[{"range":{"start":{"line":-5,"character":1e9},"end":{}},"text":1}]}}',
    ),
  ],
  [
    'an address that is not a file',
    framed(
      '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://%%/..","languageId":"x","version":1,"text":"y"}}}',
    ),
  ],
];

test.each(MALFORMED)('docs lsp survives %s', async (_, bytes) => {
  const server = await opened();
  await server.start();
  await server.shows('docs/v1.0/guide/a.md', 'broken-link@5:9');
  server.raw(bytes);
  server.open('docs/v1.0/guide/a.md', '---\ntitle: A\n---\n\nSee [c](c.md).\n');
  await server.until(() => server.shown.get(server.uri('docs/v1.0/guide/a.md'))?.version === 1);
  expect(await server.request('shutdown', null)).toBeNull();
});

test('docs lsp answers a request that it does not know with an error', async () => {
  const server = await opened();
  await server.start();
  await expect(server.request('textDocument/moniker', {})).rejects.toThrow('-32601');
});

test('docs lsp reads nothing outside of the project, and shows nothing there', async () => {
  const server = await opened({ ...FILES, 'docs-cli.config.yml': 'content:\n  - path: docs\n' });
  const outside = await temporaryFolder({ 'secret.md': '---\ntitle: S\n---\n\n## Inside\n' });
  await symlink(join(outside, 'secret.md'), join(server.folder, 'docs/v1.0/guide/b.md'));
  await server.start();
  server.open('../elsewhere.md', 'See [b](b.md).');
  server.open('docs/v1.0/guide/a.md', '---\ntitle: A\n---\n\nSee [b](b.md#x).\n');
  await server.until(() => server.codes('docs/v1.0/guide/b.md').length > 0);
  await server.until(() => server.codes('docs/v1.0/guide/a.md').length > 0);
  const all = [...server.shown.values()];
  expect(all.every(({ uri }) => uri.startsWith(server.uri('')))).toBe(true);
  expect(JSON.stringify(all)).not.toContain('nside');
});

test('docs lsp sends no escape of a terminal that a page has', async () => {
  const text = '---\ntitle: A\n---\n\n{% callout type="w\u001b[31m" %}\nText\n{% /callout %}\n';
  const server = await opened({ 'docs/v1.0/guide/a.md': text });
  await server.start();
  await server.until(() => server.codes('docs/v1.0/guide/a.md').length > 0);
  expect(JSON.stringify([...server.shown.values()])).not.toContain('u001b');
});
