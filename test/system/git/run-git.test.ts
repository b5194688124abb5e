import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBlobs } from '../../../src/system/git/blobs.ts';
import { openGit } from '../../../src/system/git/run-git.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { git } from '../../support/git.ts';

const machine = {
  env: {
    PATH: process.env['PATH'],
    GIT_DIR: '/nowhere',
    DOCS_API_KEY: 'MARKED',
    CI_TOKEN: 'MARKED',
  },
  platform: process.platform,
};

async function committed(): Promise<string> {
  const root = await temporaryFolder({ 'a.md': 'one\n', 'sub/b.md': 'two\n' });
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'Begin');
  return root;
}

describe('git', () => {
  test('is found from a subfolder, and where .git is a file', async () => {
    const root = await committed();
    const below = await openGit({ root: join(root, 'sub'), ...machine });
    expect(below?.prefix).toBe('sub/');
    const tree = join(await temporaryFolder(), 'tree');
    git(root, 'worktree', 'add', '-q', tree);
    const other = await openGit({ root: tree, ...machine });
    expect(await other?.read(['log', '-1', '--format=%s'])).toBe('Begin\n');
  });

  test.each([
    ['a bare repository', (root: string) => void git(root, 'init', '-q', '--bare', '.')],
    ['a broken .git file', (root: string) => writeFile(join(root, '.git'), 'gitdir: nowhere\n')],
    ['an empty .git folder', (root: string) => mkdir(join(root, '.git'))],
  ])('knows nothing of %s', async (_what, make) => {
    const root = await temporaryFolder();
    await make(root);
    expect(await openGit({ root, ...machine })).toBeUndefined();
  });

  test('gets PATH and its user’s folders of the environment, and no secrets', async () => {
    const root = await committed();
    const shown = join(root, 'shown');
    git(root, 'config', 'alias.show-all', `!env > ${shown}`);
    const own = { ...machine.env, HOME: root, XDG_CONFIG_HOME: join(root, 'x') };
    const program = await openGit({ root, ...machine, env: own });
    await program?.read(['show-all']);
    const { readFile } = await import('node:fs/promises');
    const names = (await readFile(shown, 'utf8')).split('\n').map((line) => line.split('=')[0]);
    expect(names).toEqual(
      expect.arrayContaining(['PATH', 'HOME', 'XDG_CONFIG_HOME', 'GIT_ALLOW_PROTOCOL']),
    );
    expect(names).not.toEqual(expect.arrayContaining(['DOCS_API_KEY']));
    expect(names).not.toEqual(expect.arrayContaining(['CI_TOKEN']));
  });

  test('says of each blob that is missing or no text, and reads the rest', async () => {
    const root = await committed();
    const [a, b, tree] = ['HEAD:a.md', 'HEAD:sub/b.md', 'HEAD:sub'].map((name) =>
      git(root, 'rev-parse', name),
    ) as [string, string, string];
    expect(await textsOf(root, [a, '0'.repeat(40), tree, b])).toEqual([
      'one\n',
      null,
      null,
      'two\n',
    ]);
  });

  test('reads the blobs behind a damaged one, at which git ends', async () => {
    const root = await committed();
    const [a, b] = ['HEAD:a.md', 'HEAD:sub/b.md'].map((name) => git(root, 'rev-parse', name)) as [
      string,
      string,
    ];
    const path = join(root, '.git/objects', a.slice(0, 2), a.slice(2));
    await rm(path);
    await writeFile(path, 'nothing that git could unpack');
    expect(await textsOf(root, [b, a, b, a, b])).toEqual(['two\n', null, 'two\n', null, 'two\n']);
  });

  test('reports very many damaged blobs without a run for each', async () => {
    const root = await committed();
    const a = git(root, 'rev-parse', 'HEAD:a.md');
    const path = join(root, '.git/objects', a.slice(0, 2), a.slice(2));
    await rm(path);
    await writeFile(path, 'nothing that git could unpack');
    const texts = await textsOf(
      root,
      Array.from({ length: 3000 }, () => a),
    );
    expect(texts).toHaveLength(3000);
    expect(new Set(texts)).toEqual(new Set([null]));
  });

  test.skipIf(process.platform === 'win32')(
    'is not waited for if it waits for a pipe',
    async () => {
      const root = await committed();
      await rm(join(root, '.git/config'));
      execFileSync('mkfifo', [join(root, '.git/config')]);
      const program = await openGit({ root, ...machine }, 300);
      const refusal = { code: 'failed', message: 'Git does not answer in this repository.' };
      await expect(program?.read(['rev-parse', 'HEAD'])).rejects.toMatchObject(refusal);
      const running = program?.start(['cat-file', '--batch'], 'HEAD\n');
      await expect(running?.stdout.toArray()).rejects.toMatchObject(refusal);
    },
  );

  test('keeps nothing open if it is ended before all that it printed was read', async () => {
    const root = await committed();
    await writeFile(join(root, 'long.md'), 'A long line.\n'.repeat(100_000));
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'Long');
    const program = await openGit({ root, ...machine });
    const running = program?.start(['cat-file', '--batch'], 'HEAD:long.md\n');
    const printed = running?.stdout;
    if (!printed) throw new Error('no git');
    await printed[Symbol.asyncIterator]().next();
    const closed = once(printed, 'close');
    running.kill();
    await closed;
    expect(printed.destroyed).toBe(true);
  });
});

async function textsOf(root: string, blobs: readonly string[]): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for await (const { text } of readBlobs({ root, ...machine }, blobs)) texts.push(text);
  return texts;
}
