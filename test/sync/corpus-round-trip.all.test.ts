// Slow: it pushes and pulls all real pages.
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFolder, projectOf } from '../../src/config/load.ts';
import { samePage } from '../../src/content/darkdown/print/canonical.ts';
import { listFiles } from '../../src/content/folder/list-folder.ts';
import { scan } from '../../src/sync/folder/scan.ts';
import { TextReader } from '../../src/sync/folder/found-folder.ts';
import { hasCorpus, LAYOUTS } from '../support/corpus.ts';
import { realFolder } from '../support/real-folder.ts';
import { createHost } from '../support/host.ts';
import { openWorld, type World } from '../support/world.ts';

const ROWS = [false, true].flatMap((reprint) => LAYOUTS.map((layout) => ({ layout, reprint })));

const EDIT = 'Edited in the browser.';

describe.skipIf(!hasCorpus)('real content pushed and pulled (skipped without DOCS_CORPUS)', () => {
  test.each(ROWS)(
    '$layout: push, edit, pull, publish (platform re-prints: $reprint)',
    { timeout: 120_000 },
    async ({ layout, reprint }) => {
      const world = await worldOf(layout, reprint);
      const before = await filesOf(world);
      expect(await docs(world, 'push', ...PUBLISH)).toMatchObject({
        exitCode: 0,
        document: { failed: [], skipped: [] },
      });
      expect(await filesOf(world)).toEqual(before);

      const edited = await editThree(world);
      const pulled = await docs(world, 'pull');
      expect(pulled).toMatchObject({ exitCode: 0, document: { failed: [], skipped: [] } });
      expect(keysOf(pulled.document.applied, 'pull')).toEqual([...edited.keys()].toSorted());

      const after = await filesOf(world);
      expect(differing(before, after)).toEqual([...edited.values()].toSorted());
      for (const file of edited.values()) expectEdited(before.get(file), after.get(file));

      expect(await docs(world, 'push')).toMatchObject(nothing());
      expect(await docs(world, 'pull')).toMatchObject(nothing());
      const held = await docs(world, 'push', ...PUBLISH);
      expect(held).toMatchObject({ exitCode: 7, document: { applied: [], failed: [] } });
      expect(keysOf(held.document.skipped, 'publish')).toEqual([...edited.keys()].toSorted());
      const published = await docs(world, 'page', 'publish', '--allow-listed', ...edited.keys());
      expect(published).toMatchObject({ exitCode: 0, requests: { publishPage: 3 } });

      expect(await docs(world, 'push', ...PUBLISH)).toMatchObject(nothing());
      expect(await docs(world, 'pull')).toMatchObject(nothing(3));
      expect(await filesOf(world)).toEqual(after);
      await expectEqualSides(world, reprint);
    },
  );
});

const PUBLISH = ['--publish', '--allow-listed'] as const;

/**
 * A run that found both sides equal: one request, nothing to do. A pull also reads the pages that
 * were not looked at since they were written.
 */
const nothing = (reads = 0) => ({
  exitCode: 0,
  document: { applied: [], failed: [], skipped: [], requests: { total: 1 + reads } },
  requests: { listAll: 1, ...(reads > 0 ? { readPage: reads } : {}) },
});

interface Planned {
  readonly kind: string;
  readonly key: string;
}

interface Document {
  readonly applied: readonly Planned[];
  readonly skipped: readonly Planned[];
}

async function worldOf(layout: string, reprint: boolean): Promise<World> {
  const folder = await realFolder(layout);
  const world = await openWorld({}, { seedFolder: folder, reprint });
  await cp(folder, world.folder, { recursive: true });
  return world;
}

async function docs(world: World, ...argv: readonly string[]) {
  world.platform.requests.reset();
  const { exitCode, stdout } = await world.run(...argv, '--json', '--yes');
  const document = JSON.parse(stdout) as Document;
  return { exitCode, document, requests: world.platform.requests.byOperation() };
}

const keysOf = (changes: readonly Planned[], kind: string): readonly string[] =>
  changes
    .filter((change) => change.kind === kind)
    .map(({ key }) => key)
    .toSorted();

async function localOf(world: World) {
  const project = projectOf(await loadFolder(world.folder, createHost({ cwd: world.folder }).host));
  const local = await scan(project);
  return { local, texts: new TextReader(project, local) };
}

/** Every file but the tool's own, byte for byte. */
async function filesOf(world: World): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const file of listFiles(world.folder).files) {
    if (file.startsWith('.') || file === 'docs-cli.lock') continue;
    files.set(file, await readFile(join(world.folder, file), 'latin1'));
  }
  return files;
}

const differing = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .toSorted();

/** The first page, the last and one between get another line. Resolves to their files, by key. */
async function editThree(world: World): Promise<ReadonlyMap<string, string>> {
  const { local } = await localOf(world);
  const pages = [...local.pages.values()].filter(({ published }) => published !== null);
  const edited = new Map<string, string>();
  for (const at of [0, Math.floor(pages.length / 2), pages.length - 1]) {
    const page = pages[at];
    const stored = page && (await world.page(page.key));
    if (!stored) throw new Error('too few pages');
    const text = stored.draft ?? stored.published ?? '';
    await world.edit(page.key, `${text.trimEnd()}\n\n${EDIT}`);
    edited.set(page.key, page.file);
  }
  return edited;
}

/** The edit is there, and the header as it was. */
function expectEdited(before = '', after = ''): void {
  expect(before).not.toContain(EDIT);
  expect(after).toContain(EDIT);
  const header = /^(?:\u{EF}\u{BB}\u{BF})?---\r?\n[^]*?\n---[^\n]*\n/u.exec(before)?.[0];
  expect(header).toBeDefined();
  expect(after.slice(0, header?.length)).toBe(header);
}

/** Both sides have the same pages, titles and texts: to the byte, or as a platform re-prints. */
async function expectEqualSides(world: World, reprint: boolean): Promise<void> {
  const { local, texts } = await localOf(world);
  const remote = new Map(
    (await world.platform.admin.pages()).map((page) => [
      `${page.version}/${page.documentation}/${page.slug}`,
      page,
    ]),
  );
  expect([...remote.keys()].toSorted()).toEqual([...local.pages.keys()].toSorted());
  const same = (a: string | null, b: string | null): boolean =>
    a === b || (reprint && a !== null && b !== null && samePage(a, b));
  const apart = [...local.pages.values()].filter((page) => {
    const stored = remote.get(page.key);
    const { draft, published } = texts.read(page);
    if (!stored || stored.title !== page.title || !same(stored.published, published)) return true;
    return !same(stored.draft, draft === published ? null : draft);
  });
  expect(apart.map(({ key }) => key)).toEqual([]);
}
