import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placeIn } from '../../src/files/limit.ts';
import { temporaryFolder } from '../support/folder.ts';

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

  test('is judged by where the project really is', async () => {
    const { root, outside } = await project();
    const alias = join(outside, 'alias');
    await symlink(root, alias);
    await mkdir(join(root, 'docs/new'));
    expect(placeIn(alias, 'docs/new/b.md')).toEqual({ real: join(root, 'docs/new/b.md') });
  });
});
