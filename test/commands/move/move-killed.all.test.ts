/** A move whose process was killed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtTool } from '../../support/built.ts';
import { openWorld } from '../../support/world.ts';
import { FILES, push, snapshot } from './moved-folder.ts';

test('a move that was killed is told, and nothing is moved, pushed or pulled after it', async () => {
  const tool = builtTool();
  const world = await openWorld(FILES);
  await push(world);
  await world.edit('v1/guide/crew', 'Written in the browser.');
  const argv = ['move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md'];
  const env = { ...process.env, DOCS_KILL_AT: '1', DOCS_KILL_NEAR: '/guide/team' };
  const killer = fileURLToPath(new URL('../../faults/kill-at.js', import.meta.url));
  const killed = spawnSync(process.execPath, ['--import', killer, tool.docs, ...argv], {
    cwd: world.folder,
    env: { ...env, DOCS_KILL_SIDE: 'after' },
  });
  expect(killed.signal).toBe('SIGKILL');
  expect(await world.exists('docs/v1/guide/team/cook.md')).toBe(true);
  const before = await snapshot(world.folder);
  const says = `docs move "${argv[1]}" "${argv[2]}" has not finished.`;

  for (const each of [
    ['push', '--yes'],
    ['push', '--dry-run'],
    ['pull', '--yes'],
    ['build', '--out', 'site'],
    ['page', 'publish', 'v1/guide/crew', '--yes'],
    argv,
  ]) {
    const run = await world.run(...each);
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(
      '(docs/v1/guide/crew.md → docs/v1/guide/team.md, docs/v1/guide/crew → docs/v1/guide/team, ',
    );
  }
  for (const each of ['status', 'check']) expect((await world.run(each)).stderr).toContain(says);

  expect(await snapshot(world.folder)).toEqual(before);
  await world.remove('.docs-cli/move');
  expect((await world.run('push', '--dry-run')).stderr).not.toContain(says);
});
