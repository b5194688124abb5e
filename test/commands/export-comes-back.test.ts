import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProject } from '../../src/platform/import/project.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openWorld } from '../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const NAMES = ['v1.0', '版本一', '版本二'] as const;

test('an export whose versions are called by their slugs comes back to where it came from, with nothing to send', async () => {
  const world = await openWorld(
    Object.fromEntries([
      ['docs-cli.config.yml', 'content:\n  - path: docs\n'],
      ...NAMES.flatMap((name) => [
        [`docs/${name}/_settings.yaml`, `name: ${name}\n`],
        [`docs/${name}/guide/_settings.yaml`, 'title: Guide\n'],
        [`docs/${name}/guide/a.md`, page('A', `See [B](/guide/b) of ${name}.`)],
        [`docs/${name}/guide/b.md`, page('B', `B, and [A](/${name}/guide/a).`)],
      ]),
    ]) as Record<string, string>,
  );
  expect(await world.run('push', '--yes', '--publish')).toMatchObject({ exitCode: 0 });
  const folder = await temporaryFolder({ 'docs-cli.config.yml': 'content:\n  - path: x\n' });
  expect(await world.run('export', '--extract', join(folder, 'x'))).toMatchObject({ exitCode: 0 });

  const { exitCode, stdout } = await world.runAs({ cwd: folder }, 'push', '--dry-run', '--json');

  expect(exitCode).toBe(0);
  const { plan, remoteOnly } = JSON.parse(stdout) as {
    plan: { kind: string }[];
    remoteOnly: number;
  };
  expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(['adopt']));
  expect({ pages: plan.length, remoteOnly }).toEqual({ pages: 6, remoteOnly: 0 });
});

test('a platform that starts from an export has the slugs that its names tell, and none twice', () => {
  const { versions, notes } = readProject(
    new Map(
      ['v1.0', 'Version 2.0', '版本一', '版本二'].map((name) => [`${name}/Guide/1 A.md`, 'A']),
    ),
  );

  expect(versions.map(({ slug }) => slug)).toEqual(['v1.0', 'version-2-0', '版本一', '版本二']);
  expect(notes).toEqual([]);
});
