import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { LanguageServer } from '../../support/language-server.ts';

const page = (body: string, title = 'Page'): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/a.md': page('See [b](b.md#one) and [gone](gone.md).'),
  'docs/v1.0/guide/b.md': page('## One\n\nText'),
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\ncolapsed: true\n',
};

async function started(files: Readonly<Record<string, string>> = FILES) {
  const server = new LanguageServer(await temporaryFolder(files));
  await server.start();
  return server;
}

/** What `docs check` finds, as the editor shows it: by file, rule and place. */
async function checked(folder: string): Promise<readonly string[]> {
  const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
  const { findings } = JSON.parse(stdout) as {
    findings: { code: string; file: string; line: number; column: number }[];
  };
  return findings.map(({ file, code, line, column }) => `${file} ${code}@${line}:${column}`);
}

const all = (server: LanguageServer): readonly string[] =>
  [...server.shown.keys()].flatMap((uri) => {
    const file = decodeURIComponent(uri.slice(server.uri('').length));
    return server.codes(file).map((code) => `${file} ${code}`);
  });

const sorted = (lines: readonly string[]): string => lines.toSorted().join('\n');

test('docs lsp shows what docs check finds in the whole folder, in pages and settings', async () => {
  const server = await started();
  const expected = sorted(await checked(server.folder));
  expect(expected).toContain('broken-link');
  expect(expected).toContain('_settings.yaml');
  await server.until(() => sorted(all(server)) === expected);
});

test('docs lsp checks the text in the editor, not the one on the disk', async () => {
  const server = await started();
  server.open('docs/v1.0/guide/a.md', page('See [b](b.md#two).'));
  await server.shows('docs/v1.0/guide/a.md', 'broken-anchor@5:9');
  server.type('docs/v1.0/guide/a.md', 2, page('See [b](b.md#one).'));
  await server.shows('docs/v1.0/guide/a.md');
  expect(server.shown.get(server.uri('docs/v1.0/guide/a.md'))?.version).toBe(2);
});

test('docs lsp shows in one open page what was typed in another', async () => {
  const server = await started();
  server.open('docs/v1.0/guide/a.md', page('See [b](b.md#two).'));
  server.open('docs/v1.0/guide/b.md', page('## One'));
  await server.shows('docs/v1.0/guide/a.md', 'broken-anchor@5:9');
  server.type('docs/v1.0/guide/b.md', 2, page('## Two'));
  expect(await server.shows('docs/v1.0/guide/a.md')).toEqual([]);
});

test('docs lsp forgets a text that was closed without saving', async () => {
  const server = await started();
  const file = 'docs/v1.0/guide/a.md';
  server.open(file, page('Nothing'));
  await server.shows(file);
  server.notify('textDocument/didClose', { textDocument: { uri: server.uri(file) } });
  expect(await server.shows(file, 'broken-link@5:30')).toEqual(['broken-link@5:30']);
});

test('docs lsp checks the folder again when another program writes, makes or removes a file', async () => {
  const server = await started();
  const at = (name: string): string => join(server.folder, 'docs/v1.0/guide', name);
  await server.shows('docs/v1.0/guide/a.md', 'broken-link@5:30');
  await writeFile(at('gone.md'), page('Here'));
  await server.shows('docs/v1.0/guide/a.md');
  await writeFile(at('b.md'), page('## Other'));
  await server.shows('docs/v1.0/guide/a.md', 'broken-anchor@5:9');
  await rm(at('gone.md'));
  expect(
    await server.shows('docs/v1.0/guide/a.md', 'broken-anchor@5:9', 'broken-link@5:30'),
  ).toEqual(['broken-anchor@5:9', 'broken-link@5:30']);
});

test('docs lsp clears the findings of a file that is gone', async () => {
  const server = await started();
  await server.shows('docs/v1.0/guide/a.md', 'broken-link@5:30');
  await rm(join(server.folder, 'docs/v1.0/guide/a.md'));
  expect(await server.shows('docs/v1.0/guide/a.md')).toEqual([]);
});

test('docs lsp checks settings as they are typed', async () => {
  const server = await started();
  const file = 'docs/v1.0/guide/_settings.yaml';
  server.open(file, 'title: Guide\nwide: maybe\n');
  await server.until(() => server.codes(file).some((code) => code.endsWith('@2:7')));
  expect(server.codes(file)).toHaveLength(1);
});

test('docs lsp shows a wrong configuration at its place, and what it found before stays', async () => {
  const server = await started();
  await server.shows('docs/v1.0/guide/a.md', 'broken-link@5:30');
  const config = 'docs-cli.config.yml';
  server.open(config, 'content:\n  - path: docs\ncheks: {}\n');
  await server.until(() => server.shown.get(server.uri(config))?.diagnostics.length === 1);
  const [wrong] = server.shown.get(server.uri(config))?.diagnostics ?? [];
  expect(wrong).toMatchObject({ range: { start: { line: 2, character: 0 } }, severity: 1 });
  expect(wrong?.message).toContain('There is no setting "cheks".');
  expect(server.codes('docs/v1.0/guide/a.md')).toEqual(['broken-link@5:30']);
  server.type(config, 2, 'content:\n  - path: docs\nchecks:\n  broken-link: warning\n');
  await server.until(() => server.shown.get(server.uri(config))?.diagnostics.length === 0);
  server.open('docs/v1.0/guide/a.md', FILES['docs/v1.0/guide/a.md']);
  await server.until(
    () => server.shown.get(server.uri('docs/v1.0/guide/a.md'))?.diagnostics[0]?.severity === 2,
  );
});

test('docs lsp applies the rules, the baseline and the lines that ignore, as docs check does', async () => {
  const files = {
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\nchecks:\n  broken-link: warning\n',
    'docs/v1.0/guide/c.md': page('[//]: # (docs-check-ignore broken-link)\n\nSee [x](x.md).'),
    'docs/v1.0/guide/d.md': page('See [y](y.md).'),
  };
  const folder = await temporaryFolder(files);
  await runDocs(['check', '--write-baseline'], { cwd: folder });
  await writeFile(join(folder, 'docs/v1.0/guide/d.md'), page('See [y](y.md).\n\nSee [z](z.md).'));
  const server = new LanguageServer(folder);
  await server.start();
  const expected = sorted(await checked(folder));
  expect(expected.split('\n')).toHaveLength(1);
  await server.until(() => sorted(all(server)) === expected);
});

const DEFINITION = 'openapi: 3.0.3\ninfo:\n  title: Pets\n  version: "1"\npaths: {}\n';

test('docs lsp shows the findings of a definition, for the text in the editor', async () => {
  const files = {
    ...FILES,
    'docs-cli.config.yml':
      'content:\n  - path: docs\nreferences:\n  - file: api.yaml\n    version: v1.0\n',
    'api.yaml': DEFINITION,
  };
  const server = await started(files);
  expect(await server.shows('docs/v1.0/guide/a.md', 'broken-link@5:30')).toEqual([
    'broken-link@5:30',
  ]);
  server.open('api.yaml', DEFINITION.replace('paths: {}', 'paths: []'));
  await server.until(() => server.codes('api.yaml').includes('bad-definition@5:8'));
  server.type('api.yaml', 2, DEFINITION);
  await server.until(() => server.codes('api.yaml').every((code) => !code.startsWith('bad-')));
});

test('docs lsp says why, if nothing here can be checked', async () => {
  const server = await started({ 'one/docs-cli.config.yml': 'content: []\n' });
  await server.until(() => server.said.length > 0);
  expect(server.said[0]).toContain('There is no docs-cli.config.yml here');
});
