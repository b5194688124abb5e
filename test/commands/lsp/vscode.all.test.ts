/** The extension for VS Code as it is packed, with the built server. Slow: each test starts processes. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { unzip } from '../../platform/support/zip.ts';
import { builtTool } from '../../support/built.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { Position, VsCode } from '../../support/vscode.ts';
import type { WorkspaceEdit } from '../../support/vscode.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const EXTENSION = join(ROOT, 'editors/vscode');
const { version } = createRequire(import.meta.url)('../../../package.json') as {
  readonly version: string;
};
const PACKED = join(EXTENSION, `docs-cli-${version}.vsix`);
const isPacked = existsSync(PACKED);
if (!isPacked) {
  process.emitWarning('Tests of the extension for VS Code are skipped: npm run vscode packs it');
}

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const ROOF = page('Roof', 'See [tools](Tools.md).\n\nSee [gauge](tools.md#the-gauge) and [x](to');
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/roof.md': ROOF,
  'docs/v1.0/guide/tools.md': page('Tools', '## The gauge\n\nText'),
};
const PAGE = 'docs/v1.0/guide/roof.md';

/** A program that notes when it starts and how it ends, and is docs if it is to be. */
async function program(run = ''): Promise<{ readonly file: string; notes(): string }> {
  const folder = await temporaryFolder({ notes: '' });
  const file = join(folder, 'docs');
  const note = `>> '${join(folder, 'notes')}'`;
  const lines = ['#!/bin/sh', `echo "start $1" ${note}`, run, `echo "end $?" ${note}`];
  await writeFile(file, lines.join('\n'), { mode: 0o755 });
  return { file, notes: () => readFileSync(join(folder, 'notes'), 'utf8') };
}

const ofDocs = (): Promise<{ readonly file: string; notes(): string }> =>
  program(`"${process.execPath}" "${builtTool().docs}" "$@"`);

test.skipIf(!isPacked)('what is packed is what the sources have', async () => {
  const packed = await unzip(await readFile(PACKED));
  for (const file of ['extension.cjs', 'package.json']) {
    expect(packed.get(`extension/${file}`), 'npm run vscode packs it again').toBe(
      await readFile(join(EXTENSION, file), 'utf8'),
    );
  }
});

test.skipIf(!isPacked)(
  'the extension shows findings, completes and renames in the folder that has a configuration, and ends its server',
  async () => {
    const docs = await ofDocs();
    const folder = await temporaryFolder(FILES);
    const another = await temporaryFolder({ 'a.md': page('A', 'See [b](b.md).') });
    const code = new VsCode({
      folders: [another, folder],
      ofMachine: { 'docs.command': docs.file },
    });
    const path = join(folder, PAGE);

    expect(await code.start(PACKED)).toBe(true);
    const document = code.open(path, 'markdown', ROOF);
    await code.until(() => (code.shown.get(path) ?? []).length > 0);
    expect(code.shown.get(path)).toMatchObject([
      { code: 'broken-link', severity: 0, range: { start: { line: 4, character: 12 } } },
    ]);
    expect(code.shown.has(join(another, 'a.md'))).toBe(false);

    const end = new Position(6, ROOF.split('\n')[6]?.length ?? 0);
    const items = await code.ask('CompletionItem', 'provideCompletionItems', document, end, {}, {});
    expect(items).toContainEqual(expect.objectContaining({ label: 'tools.md' }));

    const link = new Position(6, 14);
    const edit = (await code.ask(
      'Rename',
      'provideRenameEdits',
      document,
      link,
      'gear',
      {},
    )) as WorkspaceEdit;
    expect(edit.changes.map((each) => each.replaceAll(`${folder}/`, ''))).toEqual([
      `${PAGE}:7: gear`,
      'docs/v1.0/guide/tools.md -> docs/v1.0/guide/gear.md',
    ]);

    await code.end();
    await vi.waitFor(() => expect(docs.notes()).toBe('start --version\nend 0\nstart lsp\nend 0\n'));
  },
);

test.skipIf(!isPacked)('a folder that is not trusted starts nothing', async () => {
  const docs = await program();
  const folder = await temporaryFolder(FILES);
  const code = new VsCode({
    folders: [folder],
    isTrusted: false,
    ofMachine: { 'docs.command': docs.file },
  });
  expect(await code.start(PACKED)).toBe(false);
  expect(docs.notes()).toBe('');
});

test.skipIf(!isPacked)('settings of a folder do not name the program', async () => {
  const docs = await ofDocs();
  const another = await program();
  const code = new VsCode({
    folders: [await temporaryFolder(FILES)],
    ofMachine: { 'docs.command': docs.file },
    ofFolders: { 'docs.command': another.file },
  });
  await code.start(PACKED);
  await code.end();
  expect(docs.notes()).toContain('start lsp');
  expect(another.notes()).toBe('');
});

test.skipIf(!isPacked)('without docs, the extension says how to get it', async () => {
  const code = new VsCode({
    folders: [await temporaryFolder(FILES)],
    ofMachine: { 'docs.command': 'docs-that-is-not-there' },
  });
  await code.start(PACKED);
  expect(code.said).toEqual([
    '"docs-that-is-not-there" cannot be started. Install docs, or name it in the setting docs.command; then reload the window.',
  ]);
  await code.end();
});

test.skipIf(!isPacked)('a folder without a configuration starts nothing', async () => {
  const docs = await program();
  const code = new VsCode({
    folders: [await temporaryFolder({ 'a.md': page('A', 'Text') })],
    ofMachine: { 'docs.command': docs.file },
  });
  expect(await code.start(PACKED)).toBe(false);
  expect(docs.notes()).toBe('');
});
