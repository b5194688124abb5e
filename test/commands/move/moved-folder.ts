/** A folder for tests of `docs move`, and what is in it afterwards. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { World } from '../../support/world.ts';

export const CONFIG = 'content:\n  - path: docs\n';

export const page = (title: string, body: string): string =>
  `---\ntitle: ${title}\n---\n\n${body}\n`;

export const FILES = {
  'docs-cli.config.yml': CONFIG,
  'docs/developerhub.yaml': 'title: Ferry\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/_nav.yaml': `# In this order
items:
  - start
  - page: crew   # everybody
    items: [crew/captain, "crew/cook"]
  - link:
      title: The crew
      url: /guide/crew
`,
  'docs/v1/guide/start.md': page(
    'Start',
    'See [the crew](crew.md#all) and [the cook](crew/cook.md).',
  ),
  'docs/v1/guide/crew.md': page(
    'Crew',
    '## All\n\n[Captain](crew/captain.md), [start](start.md), [all](crew.md#all), ![](ship.png)',
  ),
  'docs/v1/guide/crew/captain.md': page(
    'Captain',
    'Of [us](../crew.md). ![The ship](<../ship.png>)',
  ),
  'docs/v1/guide/crew/cook.md': page(
    'Cook',
    '{% card title="Us" link="/guide/crew#all" /%}\n\n[There](/v1/guide/crew), [elsewhere](https://example.com/guide/crew), `[no](../crew.md)`',
  ),
  'docs/v1/guide/ship.png': 'a picture',
  'docs/v1/other/_settings.yaml': 'title: Other\n',
  'docs/v1/other/_nav.yaml': 'items: [notes]\n',
  'docs/v1/other/notes.md': page('Notes', '[Crew](../guide/crew.md), ![](../guide/ship.png)'),
  'docs/changelogs/news/_settings.yaml': 'title: News\n',
  'docs/changelogs/news/first.md':
    "---\ntitle: 'First'\ndate: '2026-01-01 10:00:00'\npublished: true\n---\n\nMeet [the crew](/guide/crew).\n",
};

/** All files of the folder with their texts, those of the tool's own state left out. */
export async function snapshot(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((file) => !file.startsWith('.docs-cli/'));
  return Object.fromEntries(
    await Promise.all(
      files.toSorted().map(async (file) => [file, await readFile(join(folder, file), 'utf8')]),
    ),
  ) as Readonly<Record<string, string>>;
}

export interface Pushed {
  readonly summary: Readonly<Record<string, number>>;
}

export async function push(world: World): Promise<Pushed['summary']> {
  const run = await world.run('push', '--yes', '--json');
  expect(run).toMatchObject({ exitCode: 0 });
  return (JSON.parse(run.stdout) as Pushed).summary;
}
