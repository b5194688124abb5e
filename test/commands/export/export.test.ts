import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { serve } from '../../support/serve.ts';
import { openWorld } from '../../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Introduction\n---\n\nFirst.\n',
};

test('unpacks into a new or empty folder, and into no other', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--yes');

  expect(await world.run('export', '--extract', 'out')).toMatchObject({ exitCode: 0 });
  expect((await readdir(`${world.folder}/out`, { recursive: true })).join('\n')).toContain('.md');
  expect(await world.run('export', '--extract', 'out')).toMatchObject({ exitCode: 2, stdout: '' });
});

test("the wrong plan gives the platform's reason", async () => {
  const world = await openWorld(FILES, { plan: 'free' });
  const run = await world.run('export');

  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toMatch(/upgrade plan/i);
  expect(await readdir(world.folder)).not.toContainEqual(expect.stringMatching(/zip|export/));
});

test.each([
  [['-o', 'docs-cli.config.yml/x.zip'], 'x.zip cannot be written: '],
  [['-o', 'docs', '--force'], '"docs" cannot be written: it is a folder.'],
  [['--extract', 'docs-cli.config.yml/out'], 'cannot be written into docs-cli.config.yml/out: '],
  [['--extract', 'out', '-o', 'docs-cli.config.yml/x.zip'], 'x.zip cannot be written: '],
])('a place that cannot be written costs no export: %j', async (argv, why) => {
  const world = await openWorld(FILES);
  const before = await readdir(world.folder);
  const run = await world.run('export', ...argv, '--verbose');

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(why);
  expect(run.stderr).not.toContain('GET ');
  expect(await readdir(world.folder)).toEqual(before);
});

test('folders that are made for an export that fails are gone again, others stay', async () => {
  const world = await openWorld(FILES, { plan: 'free' });
  await world.run('export', '-o', 'docs/new/deep/backup.zip');
  expect(await world.exists('docs/new')).toBe(false);
  expect(await world.exists('docs')).toBe(true);
});

test('unpacks into folders that have to be made, and keeps the ZIP where one is asked for', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--yes');
  const run = await world.run('export', '--extract', 'a/b/out', '-o', 'backup.zip', '--json');

  expect(JSON.parse(run.stdout)).toMatchObject({ file: 'backup.zip', folder: 'a/b/out' });
  expect(await readdir(`${world.folder}/a/b`)).toEqual(['out']);
  expect(await world.exists('backup.zip')).toBe(true);
});

/** Answers so; resolves to the environment that leads to it. */
async function platformThat(answers: RequestListener): Promise<Record<string, string>> {
  return { DOCS_API_KEY: 'key', DOCS_BASE_URL: `${await serve(answers)}/api/v1` };
}

test('a file that comes while the export does is left alone', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--yes');
  await world.run('export', '-o', 'first.zip');
  const bytes = await readFile(`${world.folder}/first.zip`);
  const folder = await temporaryFolder();
  const env = await platformThat((_request, response) => {
    writeFileSync(`${folder}/docs-export.zip`, 'theirs');
    response.writeHead(200, { 'Content-Type': 'application/zip' }).end(bytes);
  });

  expect(await runDocs(['export'], { cwd: folder, env })).toMatchObject({ exitCode: 2 });
  expect(await readdir(folder)).toEqual(['docs-export.zip']);
  expect(await readFile(`${folder}/docs-export.zip`, 'utf8')).toBe('theirs');
  expect(await runDocs(['export', '--force'], { cwd: folder, env })).toMatchObject({ exitCode: 0 });
  expect(await readFile(`${folder}/docs-export.zip`)).toEqual(bytes);
});

test('an export that cannot be kept any more names its file', async () => {
  const folder = await temporaryFolder();
  const env = await platformThat((_request, response) => {
    for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`, { recursive: true });
    response.writeHead(200, { 'Content-Type': 'application/zip' }).end('PK');
  });
  const run = await runDocs(['export', '-o', 'all.zip'], { cwd: folder, env });

  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain('error all.zip cannot be written: there is no such file or folder.');
});

test.each([
  ['is not a ZIP', Buffer.from('<!doctype html>'), 0],
  ['is cut off', Buffer.from('PK\u0003\u0004 and then nothing'), 1000],
])('an answer that %s leaves nothing', async (_what, body, missing) => {
  const env = await platformThat((_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/zip',
      'Content-Length': body.length + missing,
    });
    response.write(body);
    if (missing > 0) setImmediate(() => response.destroy());
    else response.end();
  });
  const folder = await temporaryFolder();

  for (const argv of [['export'], ['export', '--extract', 'out'], ['export', '-o', '-']]) {
    const run = await runDocs(argv, { cwd: folder, env });
    expect(run.exitCode).not.toBe(0);
    expect(run.stdout).toBe('');
    expect(await readdir(folder)).toEqual([]);
  }
});
