/** What a site knows of its files from git: when pages were last changed, and where they are edited. */
import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startDev, ask } from '../../support/dev.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { commitAll, git } from '../../support/git.ts';
import { runDocs } from '../../support/host.ts';

const page = (title: string, body = 'Text.'): string =>
  `---\ntype: page\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml':
    'content:\n  - path: docs\nsite: https://docs.example.com/\neditUrl: https://git.example.com/lapwing/edit/main\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\nshowLastUpdated: true\n',
  'docs/v1/guide/one.md': page('One'),
  'docs/v1/guide/two.md': page('Two'),
  'docs/v1/other/_settings.yaml': 'title: Other\n',
  'docs/v1/other/three.md': page('Three'),
};

const builtIn = (folder: string) => async (file: string) =>
  readFile(join(folder, 'site', file), 'utf8');

/** Commits all files, as if on that day. */
const commitAt = (folder: string, day: string): void => {
  commitAll(folder);
  const env = { ...process.env, GIT_COMMITTER_DATE: `${day}T12:00:00Z` };
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  execFileSync(
    'git',
    [...who, 'commit', '--amend', '--allow-empty', '--quiet', '--no-edit', '--no-gpg-sign'],
    {
      cwd: folder,
      env,
    },
  );
};

test('a built site says when pages were last changed, where that is wanted and git knows', async () => {
  const folder = await temporaryFolder(FILES);
  const read = builtIn(folder);
  await runDocs(['build', '--out', 'site'], { cwd: folder });
  expect(await read('v1/guide/one.html')).not.toContain('Last changed');
  expect(await read('sitemap.xml')).not.toContain('lastmod');

  await writeFiles(folder, { '.gitignore': 'site/\n' });
  commitAt(folder, '2026-03-04');
  await writeFiles(folder, { 'docs/v1/guide/one.md': page('One', 'More.') });
  commitAt(folder, '2026-05-06');
  await writeFiles(folder, { 'docs/v1/guide/new.md': page('New') });
  expect(await runDocs(['build', '--out', 'site'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  expect(await read('v1/guide/one.html')).toContain(
    'Last changed on <time datetime="2026-05-06">2026-05-06</time>',
  );
  expect(await read('v1/guide/two.html')).toContain('2026-03-04</time>');
  expect(await read('v1/guide/new.html')).not.toContain('Last changed');
  expect(await read('v1/other/three.html')).not.toContain('Last changed');
  const sitemap = await read('sitemap.xml');
  expect(sitemap).toContain(
    '<loc>https://docs.example.com/v1/guide/one.html</loc><lastmod>2026-05-06</lastmod>',
  );
  expect(sitemap).toContain('<loc>https://docs.example.com/v1/guide/new.html</loc></url>');
});

test('a day that has not come yet is no day of a change', async () => {
  const folder = await temporaryFolder(FILES);
  commitAt(folder, '2026-03-04');
  await writeFiles(folder, { 'docs/v1/guide/one.md': page('One', 'More.') });
  commitAt(folder, '2099-11-16');
  expect(await runDocs(['build', '--out', 'site'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  const read = builtIn(folder);
  expect(await read('v1/guide/one.html')).not.toContain('Last changed');
  expect(await read('sitemap.xml')).toContain('guide/one.html</loc></url>');
  expect(await read('sitemap.xml')).toContain('guide/two.html</loc><lastmod>2026-03-04</lastmod>');
});

test('in a shallow clone nothing is said of when: all would seem to be of one day', async () => {
  const origin = await temporaryFolder(FILES);
  commitAt(origin, '2026-03-04');
  commitAt(origin, '2026-05-06');
  const folder = await temporaryFolder({});
  git(folder, 'clone', '--quiet', '--depth', '1', `file://${origin}`, 'clone');
  const cwd = join(folder, 'clone');
  const { exitCode, stderr } = await runDocs(['build', '--out', 'site'], { cwd });
  expect(exitCode).toBe(0);
  expect(stderr.match(/Git does not know here when pages were last changed/g)).toHaveLength(1);
  expect(await builtIn(cwd)('v1/guide/one.html')).not.toContain('Last changed');
  expect(await builtIn(cwd)('sitemap.xml')).not.toContain('lastmod');

  await rm(join(cwd, 'docs/v1/guide/_settings.yaml'));
  expect((await runDocs(['build', '--out', 'site'], { cwd })).stderr).not.toContain('Git does');
});

test('pages lead to where they are edited if the settings say where', async () => {
  const folder = await temporaryFolder(FILES);
  await runDocs(['build', '--out', 'site'], { cwd: folder });
  const read = builtIn(folder);
  expect(await read('v1/guide/two.html')).toContain(
    '<a href="https://git.example.com/lapwing/edit/main/docs/v1/guide/two.md">Edit this page</a>',
  );
  await writeFiles(folder, { 'docs-cli.config.yml': 'content:\n  - path: docs\n' });
  await runDocs(['build', '--out', 'site'], { cwd: folder });
  expect(await read('v1/guide/two.html')).not.toContain('Edit this page');
});

test('docs dev says both, too', async () => {
  const folder = await temporaryFolder(FILES);
  commitAt(folder, '2026-03-04');
  const { url } = await startDev(folder);
  const body = async (): Promise<string> => (await ask(`${url}v1/guide/one`)).body;
  expect(await body()).toContain('Edit this page</a>');
  await expect.poll(body).toContain('Last changed on <time datetime="2026-03-04">');
});
