import { posix, win32 } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathBelow, repositoryPaths } from '../../../src/system/programs/repository-path.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** A name that both systems can hold. */
const name = fc
  .stringMatching(/^[A-Za-z0-9 _.ä-]{1,8}$/)
  .filter((text) => !/^[. ]*$/.test(text) && !/[. ]$/.test(text));
const names = fc.array(name, { minLength: 1, maxLength: 4 });

describe.each([
  ['posix', posix, '/work'],
  ['win32', win32, 'D:\\a\\work'],
  ['win32', win32, '\\\\server\\share\\work'],
] as const)('on %s, the way below a folder', (_, paths, root) => {
  test('is made of the names that lead there, with slashes', () => {
    fc.assert(
      fc.property(names, names, (folder, file) => {
        const base = paths.join(root, ...folder);
        expect(pathBelow(base, paths.join(base, ...file), paths)).toBe(file.join('/'));
      }),
    );
  });

  test('leads back to the file', () => {
    fc.assert(
      fc.property(names, names, (folder, file) => {
        const base = paths.join(root, ...folder);
        const path = paths.join(root, ...file);
        const way = pathBelow(base, path, paths);
        if (way === null) return;
        expect(paths.resolve(base, way)).toBe(path);
        expect(way).not.toMatch(/^\.\.?(?:\/|$)|^\/|^[a-z]:/i);
      }),
    );
  });

  test('is none to the folder itself, above it and beside it', () => {
    fc.assert(
      fc.property(names, name, (folder, other) => {
        const base = paths.join(root, ...folder, 'here');
        expect(pathBelow(base, base, paths)).toBeNull();
        expect(pathBelow(base, paths.dirname(base), paths)).toBeNull();
        expect(pathBelow(base, paths.join(root, ...folder, `here${other}`), paths)).toBeNull();
      }),
    );
  });

  test('may begin with two dots in a name', () => {
    expect(pathBelow(root, paths.join(root, '..a', 'b.md'), paths)).toBe('..a/b.md');
  });
});

test('on Windows another drive is never below a folder, and letters of drives have no case', () => {
  fc.assert(
    fc.property(names, (file) => {
      const path = file.join('\\');
      expect(pathBelow('D:\\work', `C:\\work\\${path}`, win32)).toBeNull();
      expect(pathBelow('d:\\Work', `D:\\work\\${path}`, win32)).toBe(file.join('/'));
    }),
  );
});

test('on POSIX a backslash is part of a name', () => {
  expect(pathBelow('/work', '/work/a\\b.md', posix)).toBe('a\\b.md');
});

describe('a file is named', () => {
  const files = { '.git/HEAD': 'ref: refs/heads/main\n', 'packages/a/x.md': '' };

  test('from the top of the repository, in whatever folder the command runs', async () => {
    const top = await temporaryFolder(files);
    for (const [cwd, file] of [
      [top, 'packages/a/x.md'],
      [`${top}/packages`, 'a/x.md'],
      [`${top}/packages/a`, 'x.md'],
      [`${top}/packages/b`, '../a/x.md'],
      [`${top}/packages/b`, `${top}/packages/a/x.md`],
    ] as const) {
      expect(repositoryPaths({ env: {}, cwd })(file)).toBe('packages/a/x.md');
    }
  });

  test('from the folder of the job on GitHub, if the file is in it', async () => {
    const top = await temporaryFolder(files);
    const name = (workspace: string): string =>
      repositoryPaths({ env: { GITHUB_WORKSPACE: workspace }, cwd: `${top}/packages/a` })('x.md');
    expect(name(`${top}/packages`)).toBe('a/x.md');
    expect(name(`${top}/packages/b`)).toBe('packages/a/x.md');
    expect(name('')).toBe('packages/a/x.md');
  });

  test('from the working folder, if there is no repository', async () => {
    const folder = await temporaryFolder({ 'a/x.md': '' });
    const name = repositoryPaths({ env: {}, cwd: `${folder}/a` });
    expect(name('x.md')).toBe('x.md');
    expect(name('../b/y.md')).toBe('../b/y.md');
  });

  test('from the project, if that is elsewhere', async () => {
    const folder = await temporaryFolder({ 'a/x.md': '', ...files });
    const project = await temporaryFolder({ 'b/y.md': '' });
    const name = repositoryPaths({ env: {}, cwd: `${folder}/a` }, project);
    expect(name('b/y.md')).toBe('b/y.md');
    expect(repositoryPaths({ env: {}, cwd: project }, `${folder}/packages/a`)('x.md')).toBe(
      'packages/a/x.md',
    );
  });
});
