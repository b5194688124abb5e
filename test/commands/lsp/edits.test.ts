import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver-protocol';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { LanguageServer } from '../../support/language-server.ts';

const ROOF = 'docs/v1.0/guide/roof.md';
const TOOLS = 'docs/v1.0/guide/tools.md';
const NAV = 'docs/v1.0/guide/_nav.yaml';
const page = (text: string, title = 'A'): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const FILES: Readonly<Record<string, string>> = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  [NAV]: 'items:\n  - roof\n  - tools\n',
  [ROOF]: page('See [tools](tools.md#the-gauge) and [all](tools.md).'),
  [TOOLS]: page('## The gauge\n\nSee [above](#the-gauge) and [roof](roof.md).', 'Tools'),
};

const MOVES = { workspace: { workspaceEdit: { resourceOperations: ['create', 'rename'] } } };

async function started(files: Readonly<Record<string, string>> = {}): Promise<LanguageServer> {
  const server = new LanguageServer(await temporaryFolder({ ...FILES, ...files }));
  await server.start(MOVES);
  return server;
}

interface FileChange {
  readonly kind?: 'create' | 'rename';
  readonly uri?: string;
  readonly oldUri?: string;
  readonly newUri?: string;
  readonly textDocument?: { readonly uri: string; readonly version: number | null };
  readonly edits?: TextEdit[];
}

interface Changes {
  readonly changes?: Readonly<Record<string, TextEdit[]>>;
  readonly documentChanges?: readonly FileChange[];
}

/** Carries out what the server answers, in the files, as an editor does. */
async function apply(server: LanguageServer, { changes = {}, documentChanges }: Changes) {
  const nameOf = (uri = ''): string => uri.slice(server.uri('').length);
  const texts = async (uri: string, edits: TextEdit[]): Promise<void> => {
    const before = await readFile(join(server.folder, nameOf(uri)), 'utf8').catch(() => '');
    const document = TextDocument.create(uri, '', 0, before);
    await writeFiles(server.folder, { [nameOf(uri)]: TextDocument.applyEdits(document, edits) });
  };
  for (const [uri, edits] of Object.entries(changes)) await texts(uri, edits);
  for (const each of documentChanges ?? []) {
    if (each.kind === 'rename') {
      const [from, to] = [each.oldUri, each.newUri].map((uri) => join(server.folder, nameOf(uri)));
      await rename(from ?? '', to ?? '');
    } else if (each.textDocument) await texts(each.textDocument.uri, each.edits ?? []);
  }
}

const check = async (folder: string): Promise<readonly string[]> => {
  const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
  return (JSON.parse(stdout) as { findings: { code: string }[] }).findings.map(({ code }) => code);
};

const read = (server: LanguageServer, file: string): Promise<string> =>
  readFile(join(server.folder, file), 'utf8');

async function actions(server: LanguageServer, file: string, text: string, line: number) {
  server.open(file, text);
  const range = { start: { line, character: 0 }, end: { line, character: 99 } };
  const textDocument = { uri: server.uri(file) };
  return (await server.request('textDocument/codeAction', {
    textDocument,
    range,
    context: { diagnostics: [] },
  })) as readonly { title: string; edit: Changes }[];
}

test('docs lsp fixes one finding as docs check --fix does, and leaves the others', async () => {
  const text = page('See [x](Tools.md).\n\nSee [y](Tools.md).');
  const server = await started({ [ROOF]: text });
  const found = await actions(server, ROOF, text, 4);
  const fix = found.find(({ title }) => title.startsWith('Fix'));
  expect(fix?.title).toBe('Fix broken-link');
  await apply(server, fix?.edit ?? {});
  expect(await read(server, ROOF)).toBe(page('See [x](tools.md).\n\nSee [y](Tools.md).'));
});

test('docs lsp adds a page to its navigation', async () => {
  const server = await started({ [NAV]: 'items:\n  - roof\n' });
  const found = await actions(server, TOOLS, FILES[TOOLS] ?? '', 0);
  await apply(server, found.find(({ title }) => title === 'Fix not-in-nav')?.edit ?? {});
  expect(await read(server, NAV)).toBe('items:\n  - roof\n  - tools\n');
});

test.each([
  ['a paragraph', ROOF, page('One\n\nTwo\nSee [x](gone.md).'), 7],
  ['a navigation', NAV, 'items:\n  - roof\n  - tools\n  - gone\n', 3],
])('docs lsp writes a line that ignores a finding in %s', async (_, file, text, line) => {
  const server = await started({ [file]: text });
  expect(await check(server.folder)).toHaveLength(1);
  const found = await actions(server, file, text, line);
  const ignore = found.find(({ title }) => title.startsWith('Ignore'));
  await apply(server, ignore?.edit ?? {});
  expect(await check(server.folder)).toEqual([]);
});

test('docs lsp creates the page that a link names, and no file outside of the content', async () => {
  const text = page('See [x](new-part.md).\n\nSee [y](../../../../new.md).');
  const server = await started({ [ROOF]: text });
  const found = await actions(server, ROOF, text, 4);
  const create = found.find(({ title }) => title === 'Create docs/v1.0/guide/new-part.md');
  await apply(server, create?.edit ?? {});
  expect(await read(server, 'docs/v1.0/guide/new-part.md')).toBe('---\ntitle: New part\n---\n');
  const others = await actions(server, ROOF, text, 6);
  expect(others.filter(({ title }) => title.startsWith('Create'))).toEqual([]);
});

test('docs lsp formats a page as docs fmt does', async () => {
  const text = '---\nlisted: true\ntitle: A\n---\n\n\n* one\n* two\n';
  const server = await started({ [ROOF]: text });
  server.open(ROOF, text);
  const textDocument = { uri: server.uri(ROOF) };
  const edits = await server.request('textDocument/formatting', { textDocument, options: {} });
  await apply(server, { changes: { [server.uri(ROOF)]: edits as TextEdit[] } });
  const formatted = await read(server, ROOF);
  expect(formatted).not.toBe(text);
  await runDocs(['fmt'], { cwd: server.folder });
  expect(await read(server, ROOF)).toBe(formatted);
});

test('docs lsp says why a page cannot be formatted', async () => {
  const server = await started();
  server.open(ROOF, '---\ntitle: A\n---\n\n<<<<<<< ours\n* one\n=======\n* two\n>>>>>>> theirs\n');
  const textDocument = { uri: server.uri(ROOF) };
  const asked = server.request('textDocument/formatting', { textDocument, options: {} });
  await expect(asked).rejects.toThrow('-32803 This page stays as it is: ');
});

test('docs lsp renames the page of a link, with all links to it, as docs move does', async () => {
  const server = await started();
  server.open(ROOF, FILES[ROOF] ?? '');
  const position = { line: 4, character: 14 };
  expect(await server.at('textDocument/prepareRename', ROOF, position)).toMatchObject({
    placeholder: 'tools',
  });
  const edit = await server.at('textDocument/rename', ROOF, position, { newName: 'gear' });
  await apply(server, edit as Changes);
  const moved = await temporaryFolder(FILES);
  await runDocs(['move', TOOLS, 'docs/v1.0/guide/gear.md'], { cwd: moved });
  for (const file of [ROOF, NAV, 'docs/v1.0/guide/gear.md']) {
    expect(await read(server, file)).toBe(await readFile(join(moved, file), 'utf8'));
  }
  expect(await check(server.folder)).toEqual([]);
});

test('docs lsp renames a page with the text in the editor, not the one on the disk', async () => {
  const server = await started();
  server.open(ROOF, page('New words. See [tools](tools.md).'));
  const position = { line: 4, character: 25 };
  const edit = (await server.at('textDocument/rename', ROOF, position, {
    newName: 'gear',
  })) as Changes;
  const roof = edit.documentChanges?.find(
    ({ textDocument }) => textDocument?.uri === server.uri(ROOF),
  );
  expect(roof?.edits).toEqual([
    {
      newText: 'gear',
      range: { start: { line: 4, character: 23 }, end: { line: 4, character: 28 } },
    },
  ]);
});

test('docs lsp renames a heading with the anchors of links to it', async () => {
  const server = await started();
  server.open(TOOLS, FILES[TOOLS] ?? '');
  const position = { line: 4, character: 6 };
  const edit = await server.at('textDocument/rename', TOOLS, position, {
    newName: 'The rain gauge',
  });
  await apply(server, edit as Changes);
  expect(await read(server, TOOLS)).toContain('## The rain gauge\n\nSee [above](#the-rain-gauge)');
  expect(await read(server, ROOF)).toContain(
    '[tools](tools.md#the-rain-gauge) and [all](tools.md)',
  );
  expect(await check(server.folder)).toEqual([]);
});

test.each([
  ['../../../x', 'no content folder'],
  ['../../../../x', 'outside'],
  ['roof', 'roof.md'],
  ['a b', 'cannot be'],
])('docs lsp refuses to rename a page to %s', async (newName, why) => {
  const server = await started();
  server.open(ROOF, FILES[ROOF] ?? '');
  const asked = server.at('textDocument/rename', ROOF, { line: 4, character: 14 }, { newName });
  await expect(asked).rejects.toThrow(why);
});

test('docs lsp renames nothing where there is neither a link nor a heading', async () => {
  const server = await started();
  server.open(ROOF, FILES[ROOF] ?? '');
  const position = { line: 4, character: 1 };
  expect(await server.at('textDocument/prepareRename', ROOF, position)).toBeNull();
  await expect(server.at('textDocument/rename', ROOF, position, { newName: 'x' })).rejects.toThrow(
    'There is no link to a page and no heading here.',
  );
});

test('docs lsp changes the links when the editor moves a file', async () => {
  const server = await started();
  server.open(ROOF, FILES[ROOF] ?? '');
  const gear = 'docs/v1.0/guide/gear.md';
  const files = [{ oldUri: server.uri(TOOLS), newUri: server.uri(gear) }];
  await apply(server, (await server.request('workspace/willRenameFiles', { files })) as Changes);
  await rename(join(server.folder, TOOLS), join(server.folder, gear));
  expect(await check(server.folder)).toEqual([]);
  expect(await read(server, NAV)).toBe('items:\n  - roof\n  - gear\n');
});

test('docs lsp has nothing to say of files that are not content', async () => {
  const server = await started({ 'notes.txt': 'x' });
  const files = [{ oldUri: server.uri('notes.txt'), newUri: server.uri('other.txt') }];
  expect(await server.request('workspace/willRenameFiles', { files })).toBeNull();
});

test('docs lsp renames and creates no files where the editor cannot, and names docs move', async () => {
  const server = new LanguageServer(await temporaryFolder(FILES));
  await server.start();
  const text = page('See [tools](tools.md) and [x](gone.md).');
  const found = await actions(server, ROOF, text, 4);
  expect(found.map(({ title }) => title)).toEqual(['Ignore broken-link here']);
  const asked = server.at(
    'textDocument/rename',
    ROOF,
    { line: 4, character: 14 },
    { newName: 'x' },
  );
  await expect(asked).rejects.toThrow('docs move renames "docs/v1.0/guide/tools.md"');
});

const LINK = { line: 4, character: 14 };
const HEADING = { line: 4, character: 6 };
const GEAR = 'docs/v1.0/guide/gear.md';
const named = (newName: string) => ({ newName });

/** What asks for an edit of both pages, with the roof page open. */
const ASKED: readonly (readonly [
  what: string,
  ask: (server: LanguageServer) => Promise<Changes>,
])[] = [
  [
    'a rename of a page',
    async (server) =>
      (await server.at('textDocument/rename', ROOF, LINK, named('gear'))) as Changes,
  ],
  [
    'a rename of a heading',
    async (server) => {
      server.open(TOOLS, FILES[TOOLS] ?? '');
      return (await server.at('textDocument/rename', TOOLS, HEADING, named('Parts'))) as Changes;
    },
  ],
  [
    'a move of a file',
    async (server) => {
      const files = [{ oldUri: server.uri(TOOLS), newUri: server.uri(GEAR) }];
      return (await server.request('workspace/willRenameFiles', { files })) as Changes;
    },
  ],
  [
    'a code action',
    async (server) => {
      const textDocument = { uri: server.uri(ROOF) };
      const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 99 } };
      const context = { diagnostics: [] };
      const params = { textDocument, range, context };
      const found = await server.request('textDocument/codeAction', params);
      return (found as { edit: Changes }[])[0]?.edit ?? {};
    },
  ],
];

const BROKEN = page('See [tools](tools.md#the-gauge) and [x](gone.md).');
const WITH_VERSIONS = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
};

test.each(ASKED)('docs lsp answers %s with the version of each open text', async (_, ask) => {
  const server = new LanguageServer(await temporaryFolder(FILES));
  await server.start(WITH_VERSIONS);
  server.open(ROOF, page('Old'));
  server.type(ROOF, 7, BROKEN);
  const { changes, documentChanges = [] } = await ask(server);
  expect(changes).toBeUndefined();
  const versions = new Map(
    documentChanges.flatMap(({ textDocument: text }) => (text ? [[text.uri, text.version]] : [])),
  );
  expect(versions.get(server.uri(ROOF))).toBe(7);
  expect(versions.get(server.uri(NAV)) ?? null).toBeNull();
});

test.each(ASKED)('docs lsp refuses %s if the text changes before its answer', async (_, ask) => {
  const server = new LanguageServer(await temporaryFolder(FILES));
  await server.start(WITH_VERSIONS);
  server.open(ROOF, BROKEN);
  const asked = ask(server);
  server.type(ROOF, 2, `\n\n${BROKEN}`);
  await expect(asked).rejects.toThrow('-32801 The text has changed meanwhile.');
});

test('docs lsp answers without versions where the editor does not know them', async () => {
  const server = await started();
  server.open(TOOLS, FILES[TOOLS] ?? '');
  const edit = (await server.at('textDocument/rename', TOOLS, HEADING, named('Parts'))) as Changes;
  expect(Object.keys(edit.changes ?? {})).toEqual([server.uri(TOOLS), server.uri(ROOF)]);
});

test.each(['a\rb', 'a\nb', 'a\u001b[31mb', 'a\u0085b', 'a\u2028b', 'a\tb', ' '])(
  'docs lsp refuses to rename a heading to %j',
  async (newName) => {
    const server = await started();
    server.open(TOOLS, FILES[TOOLS] ?? '');
    const asked = server.at('textDocument/rename', TOOLS, HEADING, { newName });
    await expect(asked).rejects.toThrow('A heading is one line of text');
  },
);
