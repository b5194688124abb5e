import { appendFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/content/digest.ts';
import type { Digest } from '../../src/model/ids.ts';
import type { Project } from '../../src/model/project.ts';
import { readPacked, TextPack } from '../../src/sync/journal/text-pack.ts';
import { temporaryFolder } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

const openProject = async (): Promise<Project> => projectAt(await temporaryFolder(), []);

const objects = ({ root }: Project): string => join(root, '.docs-cli/objects');

async function keep(
  project: Project,
  texts: readonly string[],
  live: readonly string[] = texts,
): Promise<void> {
  const pack = new TextPack(project);
  for (const text of texts) pack.keep(digestOf(text), text);
  await pack.close(() => new Set(live.map(digestOf)));
}

const read = async (project: Project, texts: readonly string[]): Promise<readonly string[]> => {
  const found = await readPacked(project, new Set(texts.map(digestOf)));
  return texts.filter((text) => found.get(digestOf(text)) === text);
};

const TEXTS = ['', 'one\n', 'zwei ü 𝄞', `${'x'.repeat(100)}\n43 5\nabc`];

describe('texts in packs', () => {
  test('come back whole, from any run', async () => {
    const project = await openProject();
    await keep(project, TEXTS);
    await keep(project, ['later']);
    expect(await read(project, [...TEXTS, 'later', 'never kept'])).toEqual([...TEXTS, 'later']);
  });

  test('are lost, and nothing else is, where a pack is cut off, changed or gone', async () => {
    const project = await openProject();
    await keep(project, TEXTS);
    const path = join(objects(project), 'pack-1');
    const { size } = await stat(path);
    await truncate(path, size - 3);
    await keep(project, ['later']);
    expect(await read(project, [...TEXTS, 'later'])).toEqual([...TEXTS.slice(0, -1), 'later']);
    await writeFile(path, 'no pack at all');
    expect(await read(project, [...TEXTS, 'later'])).toEqual(['later']);
    const forged = 'forged' as string;
    await appendFile(
      join(objects(project), 'pack-2'),
      `${digestOf('true')} ${forged.length}\n${forged}\n`,
    );
    expect((await readPacked(project, new Set([digestOf('true')]))).size).toBe(0);
    await rm(objects(project), { recursive: true });
    expect(await read(project, ['later'])).toEqual([]);
  });

  test('stay in proportion: what nobody names is let go, what somebody does stays', async () => {
    const project = await openProject();
    await keep(project, ['kept from the start']);
    const live = ['kept from the start'];
    for (let run = 0; run < 40; run += 1) {
      live[1] = `run ${run}`;
      await keep(project, [live[1], `dropped ${run}`], live);
    }
    expect((await readdir(objects(project))).length).toBeLessThanOrEqual(18);
    expect(await read(project, live)).toEqual(live);
    const dropped = await readPacked(project, new Set<Digest>([digestOf('dropped 1')]));
    expect(dropped.size).toBe(0);
  });

  test('a folder that cannot be written keeps nothing and fails nothing', async () => {
    const project = await openProject();
    await writeFile(join(project.root, '.docs-cli'), 'a file');
    await keep(project, TEXTS);
    expect(await read(project, TEXTS)).toEqual([]);
  });
});
