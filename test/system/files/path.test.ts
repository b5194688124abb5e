import { array, assert, constantFrom, property } from 'fast-check';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isInside, placeIn, wayInto } from '../../../src/system/files/path.ts';
import { temporaryFolder } from '../../support/folder.ts';

const name = constantFrom('a', 'b', '..c', '...', '.d', 'ä b');
const path = array(name, { maxLength: 4 }).map((parts) => join('/', ...parts));
const within = array(name, { minLength: 1, maxLength: 3 }).map((parts) => join(...parts));

test('what is joined below a folder is inside it, and the way leads there', () => {
  assert(
    property(path, within, (folder, way) => {
      expect(isInside(join(folder, way), folder)).toBe(true);
      expect(wayInto(folder, join(folder, way))).toBe(way);
      expect(isInside(folder, join(folder, way))).toBe(false);
    }),
  );
});

test('a folder is inside itself, and nothing beside it is', () => {
  expect(wayInto('/docs', '/docs')).toBe('');
  expect(wayInto('/', '/docs')).toBe('docs');
  for (const beside of ['/docs2', '/docs/../other', '/', '/do']) {
    expect(wayInto('/docs', beside)).toBeUndefined();
  }
});

test('folders whose names begin with two dots are folders like others', () => {
  expect(isInside('/docs/..pages', '/docs')).toBe(true);
  expect(isInside('/docs', '/docs/..pages')).toBe(false);
});

async function project(): Promise<{ root: string; outside: string }> {
  const folder = await temporaryFolder({
    'project/docs/a.md': 'a',
    'project/real/b.md': 'b',
    'project-twin/c.md': 'c',
  });
  const root = join(folder, 'project');
  return { root, outside: join(folder, 'project-twin') };
}

describe('a path in a project', () => {
  test('leads where it says, also where nothing is yet', async () => {
    const { root } = await project();
    expect(placeIn(root, 'docs/a.md')).toEqual({ real: join(root, 'docs/a.md') });
    expect(placeIn(root, 'docs/new/b.md')).toEqual({ real: join(root, 'docs/new/b.md') });
    expect(placeIn(root, 'docs/../real')).toEqual({ real: join(root, 'real') });
    expect(placeIn(root, '.')).toEqual({ real: root });
  });

  test('follows links inside it, absolute ones and relative ones', async () => {
    const { root } = await project();
    await symlink('../real/b.md', join(root, 'docs/link.md'));
    await symlink(join(root, 'real'), join(root, 'docs/folder'));
    expect(placeIn(root, 'docs/link.md')).toEqual({ real: join(root, 'real/b.md') });
    expect(placeIn(root, 'docs/folder/new.md')).toEqual({ real: join(root, 'real/new.md') });
  });

  test('does not lead out of it, whatever the outside is called', async () => {
    const { root, outside } = await project();
    await symlink(join(outside, 'c.md'), join(root, 'docs/c.md'));
    await symlink(outside, join(root, 'docs/twin'));
    await symlink('twin', join(root, 'docs/chain'));
    await symlink('nowhere', join(root, 'docs/dangling'));
    const out = 'a symbolic link out of the project';
    expect(placeIn(root, 'docs/c.md')).toEqual({ problem: `is ${out}` });
    expect(placeIn(root, 'docs/chain')).toEqual({ problem: `is ${out}` });
    expect(placeIn(root, 'docs/twin/x/y.md')).toEqual({ problem: `is behind "docs/twin", ${out}` });
    expect(placeIn(root, 'docs/dangling')).toEqual({ problem: 'is a broken symbolic link' });
    expect(placeIn(root, '../project-twin/c.md')).toEqual({ problem: 'is outside the project' });
  });

  test('does not lead to what is never content, unless its own name says so', async () => {
    const { root } = await project();
    await mkdir(join(root, '.git/hooks'), { recursive: true });
    await mkdir(join(root, 'node_modules/a'), { recursive: true });
    await writeFile(join(root, '.env'), 'KEY=1');
    await symlink('../.env', join(root, 'docs/env.md'));
    await symlink('env.md', join(root, 'docs/chain.md'));
    await symlink(join(root, '.git/hooks'), join(root, 'docs/hooks'));
    await symlink('../node_modules/a', join(root, 'docs/packages'));
    await symlink('hooks', join(root, '.git/again'));
    const hidden = 'a symbolic link to a hidden file or folder';
    expect(placeIn(root, 'docs/env.md')).toEqual({ problem: `is ${hidden}` });
    expect(placeIn(root, 'docs/chain.md')).toEqual({ problem: `is ${hidden}` });
    expect(placeIn(root, 'docs/hooks/new')).toEqual({
      problem: `is behind "docs/hooks", ${hidden}`,
    });
    expect(placeIn(root, 'docs/packages')).toEqual({ problem: `is ${hidden}` });
    expect(placeIn(root, '.env')).toEqual({ real: join(root, '.env') });
    expect(placeIn(root, '.git/again/x')).toEqual({ real: join(root, '.git/hooks/x') });
  });

  test('is judged by where the project really is', async () => {
    const { root, outside } = await project();
    const alias = join(outside, 'alias');
    await symlink(root, alias);
    await mkdir(join(root, 'docs/new'));
    expect(placeIn(alias, 'docs/new/b.md')).toEqual({ real: join(root, 'docs/new/b.md') });
  });
});
