import { readdirSync, statSync } from 'node:fs';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bytesOfText, moveNew, replaceWhole, writeNew } from '../../../src/system/files/write.ts';
import type { Home } from '../../../src/system/files/write.ts';
import { temporaryFolder } from '../../support/folder.ts';

const text = bytesOfText('after\n');

const deviceOf = (folder: string): number | undefined =>
  statSync(folder, { throwIfNoEntry: false })?.dev;
/** A folder on another file system than the tests' own. */
const ELSEWHERE = ['/dev/shm', '/tmp'].find((folder) => {
  const device = deviceOf(folder);
  return device !== undefined && device !== deviceOf(tmpdir());
});

async function home(files: Record<string, string> = {}): Promise<Home> {
  return {
    root: await temporaryFolder({ ...files, '.docs-cli/.gitignore': '*\n' }),
    stateFolder: '.docs-cli',
  };
}

const read = ({ root }: Home, file: string): Promise<string> => readFile(join(root, file), 'utf8');

describe('a file that is replaced', () => {
  test('is whole, keeps its permissions, and nothing is left beside it', async () => {
    const at = await home({ 'docs/a.md': 'before\n' });
    await chmod(join(at.root, 'docs/a.md'), 0o640);
    expect(await replaceWhole(at, 'docs/a.md', text)).toBe(true);
    expect(await read(at, 'docs/a.md')).toBe('after\n');
    expect((await stat(join(at.root, 'docs/a.md'))).mode & 0o777).toBe(0o640);
    expect(await readdir(join(at.root, 'docs'))).toEqual(['a.md']);
    expect(await readdir(join(at.root, '.docs-cli/tmp'))).toEqual([]);
  });

  test('lies in the state folder until it is whole', async () => {
    const at = await home({ 'docs/a.md': 'before\n' });
    const seen: string[][] = [];
    const content = function* (): Generator<Uint8Array> {
      yield Buffer.from('half');
      seen.push(readdirSync(join(at.root, 'docs')), readdirSync(join(at.root, '.docs-cli/tmp')));
      yield Buffer.from(', whole\n');
    };
    await replaceWhole(at, 'docs/a.md', content);
    expect(seen).toEqual([['a.md'], [expect.stringMatching(/^\.docs-cli-.*\.tmp$/)]]);
    expect(await read(at, 'docs/a.md')).toBe('half, whole\n');
  });

  test('stays as it was where its condition does not hold', async () => {
    const at = await home({ 'a.md': 'before\n' });
    expect(await replaceWhole(at, 'a.md', text, { when: () => false })).toBe(false);
    expect(await writeNew(at, 'a.md', text)).toBe(false);
    expect(await read(at, 'a.md')).toBe('before\n');
    expect(await readdir(join(at.root, '.docs-cli/tmp'))).toEqual([]);
  });

  test.each([
    ['is a folder', 'a.md/x', 'a.md', '"a.md" cannot be written: it is a folder.'],
    [
      'is below a file',
      'a',
      'a/b.md',
      '"a/b.md" cannot be written: a part of the path is not a folder.',
    ],
    [
      'has too long a name',
      'x',
      `${'n'.repeat(260)}.md`,
      `"${'n'.repeat(260)}.md" cannot be written: the name is too long.`,
    ],
  ])('that %s fails by the name that the user knows', async (_, there, file, message) => {
    const at = await home({ [there]: 'x' });
    await expect(replaceWhole(at, file, text)).rejects.toMatchObject({ code: 'content', message });
    expect(await readdir(join(at.root, '.docs-cli/tmp'))).toEqual([]);
  });

  test('may have the longest name that there is', async () => {
    const name = `${'n'.repeat(252)}.md`;
    const at = await home({ [name]: 'before\n' });
    await replaceWhole(at, name, text);
    expect(await read(at, name)).toBe('after\n');
  });

  test.skipIf(ELSEWHERE === undefined)(
    'may lie on another file system than the state folder',
    async () => {
      const at = await home();
      const other = await mkdtemp(`${ELSEWHERE}/docs-test-`);
      onTestFinished(() => rm(other, { recursive: true, force: true }));
      // The state folder stands where the project is; the root is the other system's.
      await mkdir(join(other, 'docs'));
      await writeFile(join(other, 'docs/a.md'), 'before\n');
      const away = { root: '/', stateFolder: join(at.root, '.docs-cli').slice(1) };
      await replaceWhole(away, join(other, 'docs/a.md').slice(1), text);
      expect(await readFile(join(other, 'docs/a.md'), 'utf8')).toBe('after\n');
      expect(await writeNew(away, join(other, 'docs/b.md').slice(1), text)).toBe(true);
      expect((await readdir(join(other, 'docs'))).toSorted()).toEqual(['a.md', 'b.md']);
    },
  );
});

describe('a new file', () => {
  test('takes no name that anything has: a file, a folder, a link to nothing', async () => {
    const at = await home({ 'a.md': 'before\n', 'folder/x': 'x' });
    await symlink('nowhere', join(at.root, 'link'));
    expect(await writeNew(at, 'a.md', text)).toBe(false);
    expect(await writeNew(at, 'folder', text)).toBe(false);
    await expect(writeNew(at, 'link', text)).rejects.toThrow('is a broken symbolic link');
    expect(await writeNew(at, 'new/b.md', text)).toBe(true);
    expect(await read(at, 'a.md')).toBe('before\n');
    expect(await read(at, 'new/b.md')).toBe('after\n');
  });

  test('is made once, however many make it at the same time', async () => {
    const at = await home();
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, number) => writeNew(at, 'a.md', bytesOfText(`${number}`))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await read(at, 'a.md')).toBe(String(made.indexOf(true)));
  });
});

describe('a file that gets another name', () => {
  test('takes none that another file has', async () => {
    const at = await home({ 'a.md': 'a', 'b.md': 'b' });
    expect(await moveNew(at, 'a.md', 'b.md')).toBe(false);
    expect(await moveNew(at, 'a.md', 'c.md')).toBe(true);
    expect((await readdir(at.root)).toSorted()).toEqual(['.docs-cli', 'b.md', 'c.md']);
    expect([await read(at, 'b.md'), await read(at, 'c.md')]).toEqual(['b', 'a']);
  });

  test('keeps both where a process that was killed had given it both: a person removes one', async () => {
    const at = await home({ 'a.md': 'a' });
    await link(join(at.root, 'a.md'), join(at.root, 'b.md'));
    expect(await moveNew(at, 'a.md', 'b.md')).toBe(false);
    expect((await readdir(at.root)).toSorted()).toEqual(['.docs-cli', 'a.md', 'b.md']);
  });
});
