import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { survey } from '../../../src/commands/init/survey.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

const PACKAGES = {
  'README.md': '# All of it\n',
  'package.json': '{ "workspaces": ["packages/*"] }\n',
  'packages/client/README.md': '# Client\n',
  'packages/client/CHANGELOG.md': '# Changes\n',
  'packages/client/docs/README.md': '# Client\n\nSee [usage](usage.md).\n',
  'packages/client/docs/usage.md': '# Usage\n',
  'packages/server/CHANGELOG.md': '# Changes\n',
  'packages/server/docs/usage.md': '# Usage\n',
};

const configOf = async (folder: string): Promise<unknown> =>
  parse(await readFile(join(folder, 'docs-cli.config.yml'), 'utf8'));

describe('docs init in a repository of several packages', () => {
  test('finds the folder of pages in each', async () => {
    const { folders } = survey(await temporaryFolder(PACKAGES));
    expect(folders).toMatchObject([
      { path: 'packages/client/docs', versions: [], pages: 2 },
      { path: 'packages/server/docs', versions: [], pages: 1 },
    ]);
  });

  test('asks which one it is, and where its pages go', async () => {
    const folder = await temporaryFolder(PACKAGES);
    const run = await runDocs(['init', '--ci', 'none', '--no-check', '--no-publish'], {
      cwd: folder,
      terminal: true,
      answers: [
        ['In all of these 2 folders', '3\r'],
        ['Is this right?', '\r'],
      ],
    });

    expect(run.exitCode).toBe(0);
    expect(await configOf(folder)).toMatchObject({
      content: [{ path: 'packages/server/docs', version: 'v1.0', documentation: 'server' }],
    });
    const check = await runDocs(['check'], { cwd: folder });
    expect(check.stdout).not.toContain('CHANGELOG');
  });

  test('sets up all of them', async () => {
    const folder = await temporaryFolder(PACKAGES);
    await runDocs(['init', '--ci', 'none', '--no-check', '--no-publish'], {
      cwd: folder,
      terminal: true,
      answers: [
        ['In all of these 2 folders', '\r'],
        ['Is this right?', '\r'],
      ],
    });

    expect(await configOf(folder)).toMatchObject({
      content: [
        { path: 'packages/client/docs', version: 'v1.0', documentation: 'client' },
        { path: 'packages/server/docs', version: 'v1.0', documentation: 'server' },
      ],
    });
  });

  test.each([
    ['--yes', ['--yes']],
    ['one place for both', ['--yes', '--in', 'v1.0/guide']],
  ])('with %s says which folders there are', async (_, flags) => {
    const run = await runDocs(['init', ...flags], { cwd: await temporaryFolder(PACKAGES) });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'There are pages in packages/client/docs and packages/server/docs.',
    );
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(
      '--content packages/client/docs --in v1.0/client',
    );
  });
});

describe('docs init in a folder of pages without a folder for them', () => {
  const WIKI = {
    'README.md': '# Wiki\n\nSee [questions](faq.md).\n',
    'faq.md': '# Questions\n',
    'howto/deploy.md': '# Deploy\n',
    'howto/index.md': '# How to\n',
    'howto/restart.md': '# Restart\n',
  };

  test('takes the folder itself, where pages are in it', async () => {
    const { folders } = survey(await temporaryFolder(WIKI));
    expect(folders.map(({ path, pages }) => [path, pages])).toEqual([['.', 5]]);
  });

  test('but a folder below where only papers of the repository are beside it', async () => {
    const { folders } = survey(
      await temporaryFolder({
        'README.md': '# Code\n',
        'CHANGELOG.md': '# Changes\n',
        'CONTRIBUTING.md': '# How to help\n',
        'guides/deploy.md': '# Deploy\n',
      }),
    );
    expect(folders).toMatchObject([{ path: 'guides', pages: 1 }]);
  });
});
