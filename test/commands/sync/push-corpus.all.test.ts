import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFolder, projectOf } from '../../../src/config/load.ts';
import { scan } from '../../../src/sync/folder/scan.ts';
import { TextReader } from '../../../src/sync/folder/found-folder.ts';
import { hasCorpus } from '../../support/corpus.ts';
import { realFolder } from '../../support/real-folder.ts';
import { createHost } from '../../support/host.ts';
import { openWorld, type World } from '../../support/world.ts';

/** Layout, pages that have a place. */
const LAYOUTS = [
  ['repository-layout', 154],
  ['early-layout', 47],
  ['export-layout', 83],
] as const;

async function worldOf(layout: string): Promise<World> {
  const folder = await realFolder(layout);
  const world = await openWorld({}, { seedFolder: folder });
  await cp(folder, world.folder, { recursive: true });
  return world;
}

const pushed = async (world: World, ...argv: string[]) => {
  world.platform.requests.reset();
  const run = await world.run('push', '--json', '--yes', ...argv);
  return { exitCode: run.exitCode, document: JSON.parse(run.stdout) };
};

describe.skipIf(!hasCorpus)('real content, pushed whole (skipped without DOCS_CORPUS)', () => {
  test.each(LAYOUTS)('%s: %d pages', { timeout: 120_000 }, async (layout, pages) => {
    const world = await worldOf(layout);

    const first = await pushed(world);
    expect(first.exitCode).toBe(0);
    expect(first.document.summary).toMatchObject({ create: pages, unplaced: 0 });
    expect(await world.platform.admin.pages()).toHaveLength(pages);

    const again = await pushed(world);
    expect(again.exitCode).toBe(0);
    expect(again.document).toMatchObject({ applied: [], summary: { unchanged: pages } });
    expect(world.platform.requests.byOperation()).toEqual({ listAll: 1 });

    const published = await pushed(world, '--publish', '--allow-listed');
    expect(published).toMatchObject({ exitCode: 0, document: { failed: [], skipped: [] } });
    await expectAsInFiles(world);

    expect(await pushed(world, '--publish', '--allow-listed')).toMatchObject({
      document: { applied: [] },
    });
    expect(world.platform.requests.count()).toBe(1);
  });

  test('after editing three files a push writes three pages, and reads each of them once, also after a pull', async () => {
    const world = await worldOf('early-layout');
    await world.run('push', '--yes');
    const project = projectOf(
      await loadFolder(world.folder, createHost({ cwd: world.folder }).host),
    );
    const files = [...(await scan(project)).pages.values()].slice(0, 3).map(({ file }) => file);
    const edited = async () => {
      for (const file of files) {
        const path = join(world.folder, file);
        await writeFile(path, `${await readFile(path, 'utf8')}\n\nOne more line.\n`);
      }
      return pushed(world);
    };

    expect(await edited()).toMatchObject({
      exitCode: 0,
      document: { summary: { update: 3, unchanged: 44 }, requests: { total: 7 } },
    });
    expect(world.platform.requests.byOperation()).toEqual({
      listAll: 1,
      readPage: 3,
      updatePage: 3,
    });

    await world.run('pull');
    expect(await edited()).toMatchObject({ exitCode: 0, document: { requests: { total: 7 } } });
    expect(world.platform.requests.byOperation()).toEqual({
      listAll: 1,
      readPage: 3,
      updatePage: 3,
    });
  });
});

/** Slugs, titles and both texts of every page are those of its file. */
async function expectAsInFiles(world: World): Promise<void> {
  const project = projectOf(await loadFolder(world.folder, createHost({ cwd: world.folder }).host));
  const local = await scan(project);
  const texts = new TextReader(project, local);
  const all = await world.platform.admin.pages();
  const remote = new Map(
    all.map((page) => [`${page.version}/${page.documentation}/${page.slug}`, page]),
  );
  expect(new Set(remote.keys())).toEqual(new Set(local.pages.keys()));
  for (const page of local.pages.values()) {
    const stored = remote.get(page.key);
    const { draft, published } = texts.read(page);
    expect(stored).toMatchObject({ title: page.title, published });
    expect(draft === null ? null : stored?.draft).toBe(draft);
  }
}
