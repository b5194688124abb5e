import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { openWorld } from '../../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'site: https://docs.example.com/help\ncontent:\n  - path: docs\n',
  'docs/v1/guide/a.md': '---\ntitle: A\n---\n\nText.\n',
  'docs/v1/guide/ä b.md': '---\ntitle: B\n---\n\nText.\n',
};

test.each([
  [[], 'https://docs.example.com/help'],
  [['v1/guide/a'], 'https://docs.example.com/help/v1/guide/a'],
  [['docs/v1/guide/a.md'], 'https://docs.example.com/help/v1/guide/a'],
  [['docs/v1/guide/ä b.md'], 'https://docs.example.com/help/v1/guide/%C3%A4%20b'],
])('docs open %j prints the address, and opens nothing without a terminal', async (names, url) => {
  const cwd = await temporaryFolder(FILES);
  const env = { PATH: '/nowhere' };

  const text = await runDocs(['open', ...names], { cwd, env });
  const json = await runDocs(['open', ...names, '--json'], { cwd, env, terminal: true });
  const pipeline = await runDocs(['open', ...names], {
    cwd,
    env: { ...env, CI: '1' },
    terminal: true,
  });

  expect(text).toEqual({ exitCode: 0, stdout: `${url}\n`, stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual({ url, opened: false });
  expect(pipeline).toMatchObject({ exitCode: 0, stdout: `${url}\n`, stderr: '' });
});

test('the address of the site is encoded', async () => {
  const cwd = await temporaryFolder({
    ...FILES,
    'docs-cli.config.yml': 'site: https://docs.example.com/hülfe\ncontent:\n  - path: docs\n',
  });

  const run = await runDocs(['open'], { cwd });

  expect(run.stdout).toBe('https://docs.example.com/h%C3%BClfe\n');
});

test.runIf(process.platform === 'linux')('on a terminal, the browser opens it', async () => {
  const bin = await temporaryFolder({
    'xdg-open': `#!/bin/sh\necho "$1" > "$(dirname "$0")/url"\n`,
  });
  await chmod(join(bin, 'xdg-open'), 0o755);
  const cwd = await temporaryFolder(FILES);
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };

  const run = await runDocs(['open', 'v1/guide/a'], { cwd, env, terminal: true });

  const url = 'https://docs.example.com/help/v1/guide/a\n';
  expect(run).toMatchObject({ exitCode: 0, stdout: url, stderr: '' });
  expect(await readFile(join(bin, 'url'), 'utf8')).toBe(url);
});

test('a browser that is missing is a warning', async () => {
  const cwd = await temporaryFolder(FILES);

  const run = await runDocs(['open'], { cwd, env: { PATH: '/nowhere' }, terminal: true });

  expect(run).toMatchObject({ exitCode: 0, stdout: 'https://docs.example.com/help\n' });
  expect(run.stderr).toContain('The browser could not be opened');
});

test('a platform on this machine has its site at its own address, and pages have ids once they are pushed', async () => {
  const { 'docs-cli.config.yml': _, ...pages } = FILES;
  const world = await openWorld({ ...pages, 'docs-cli.config.yml': 'content:\n  - path: docs\n' });
  await world.run('push', '--yes');
  const page = await world.page('v1/guide/a');
  const { origin } = new URL(world.platform.baseUrl);

  expect((await world.run('open')).stdout).toBe(`${origin}/\n`);
  expect((await world.run('open', String(page?.id))).stdout).toBe(`${origin}/v1/guide/a\n`);
});

test.each([
  [[], {}, { exitCode: 2, says: 'The address of the site is not known.' }],
  [['v1/guide/a'], {}, { exitCode: 2, says: 'The address of the site is not known.' }],
  [[], { DOCS_BASE_URL: 'https://api.example.com/api/v1' }, { exitCode: 2, says: 'is not known.' }],
  [['v1/guide/aa'], {}, { exitCode: 2, says: 'Did you mean v1/guide/a?' }],
  [['docs/none.md'], {}, { exitCode: 2, says: 'There is no page "docs/none.md" in this folder.' }],
])('without a site, docs open %j with %j', async (names, env, { says, ...ends }) => {
  const cwd = await temporaryFolder({
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
  });

  const run = await runDocs(['open', ...names], { cwd, env });

  expect(run).toMatchObject({ stdout: '', ...ends });
  expect(run.stderr).toContain(says);
});
