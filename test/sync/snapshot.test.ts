import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/api.ts';
import { DEFAULT_BASE_URL } from '../../src/model/address.ts';
import { Failure } from '../../src/model/failure.ts';
import type { DocumentationId, Instant, PageId, PageKey, VersionId } from '../../src/model/ids.ts';
import type { AllResources } from '../../src/model/resources.ts';
import { EMPTY_LOCK } from '../../src/sync/record/lock.ts';
import { takeSnapshot } from '../../src/sync/platform/snapshot.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const KEY = 'v1/guide/intro' as PageKey;

/** Today's revision: `GET /all` tells no slugs. */
const WITHOUT_SLUGS: AllResources = {
  pages: new Map([
    [
      5 as PageId,
      {
        title: 'Intro',
        updated: '2026-01-31T12:00:00+0000' as Instant,
        documentationId: 2 as DocumentationId,
        listed: true,
      },
    ],
  ]),
  documentations: new Map([
    [2 as DocumentationId, { title: 'Guide', versionId: 1 as VersionId, slug: undefined }],
  ]),
  references: new Map(),
  versions: new Map([[1 as VersionId, { name: 'One', published: true, slug: undefined }]]),
};

const api = {
  versions: {
    list: async () => [{ id: 1, slug: 'v1' }],
    documentations: async () => [{ id: 2, title: 'Guide', slug: 'guide' }],
  },
} as unknown as Api;

const request = {
  lock: EMPTY_LOCK,
  outline: [],
  isElsewhereToo: false,
  configured: new Set<string>(),
  baseUrl: DEFAULT_BASE_URL,
  signal: new AbortController().signal,
  now: { now: 0, elapsed: 0 },
};

describe('snapshot', () => {
  test('if a place does not exist, lists those that do, and the one that was most likely meant', async () => {
    const bench = await openWorkbench({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Text') });
    const all = bench.deps.api.project.all();
    const snapshot = await takeSnapshot(bench.deps.api, { ...request, asked: all, needed: [] });

    expect(snapshot.placement('v11/guide/intro' as PageKey)).toMatchObject({
      reason: expect.stringContaining(
        'There is no version "v11" on the platform; there is "v1". Rename the folder',
      ),
    });
    expect(snapshot.placement('v1/giude/intro' as PageKey)).toMatchObject({
      reason: expect.stringContaining(
        'there are "v1/api" and "v1/guide". Did you mean "v1/guide"?',
      ),
    });
  });

  test('a version that only the settings name can be created as well', async () => {
    const bench = await openWorkbench({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Text') });
    const asked = bench.deps.api.project.all();
    const configured = new Set(['v2/guide']);
    const snapshot = await takeSnapshot(bench.deps.api, {
      ...request,
      asked,
      needed: [],
      configured,
    });
    expect(snapshot.placement('v2/guide/intro' as PageKey)).toMatchObject({
      reason: expect.stringContaining(
        'Correct `version` in the configuration, or create the version in the editor.',
      ),
    });
  });

  test('finds the slugs that a revision of the platform leaves out', async () => {
    const keys = ['v1/guide/new' as PageKey, KEY];
    const asked = Promise.resolve(WITHOUT_SLUGS);
    const snapshot = await takeSnapshot(api, { ...request, asked, needed: keys });
    expect(snapshot.placement(KEY)).toEqual({ kind: 'visible', version: 1, documentation: 2 });
    expect(snapshot.placement('v2/guide/intro' as PageKey)).toMatchObject({ kind: 'hidden' });
  });

  test('ends a run if its requests are used up, whatever the lock contains', async () => {
    const bench = await openWorkbench({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Hello.\n') });
    await bench.push();
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Edited.\n') });
    const limited = async (): Promise<never> => {
      throw new Failure('rate-limited', 'GET /all is used up');
    };
    Object.assign(bench.deps.api.project, { all: limited });

    await expect(bench.push()).rejects.toMatchObject({ code: 'rate-limited' });

    expect((await bench.pages()).get(KEY)?.draft).toContain('Hello.');
  });

  describe('of places that were renamed on the platform', () => {
    const renames = {
      documentation: {
        rename: (bench: Workbench) =>
          bench.platform.admin.renameDocumentation('v1', 'guide', 'handbook'),
        warning: 'The platform now calls the documentation v1/guide "v1/handbook".',
        now: 'v1/handbook',
      },
      version: {
        rename: (bench: Workbench) => bench.platform.admin.renameVersion('v1', 'v2'),
        warning: 'The platform now calls the version v1 "v2".',
        now: 'v2/guide',
      },
    };

    test.each(Object.entries(renames))('warns once of a %s, and writes by id', async (_, of) => {
      const { rename, warning, now } = of;
      const bench = await openWorkbench({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Hi.\n') });
      await bench.push();
      await rename(bench);
      const { platform } = bench;
      const inside = await platform.admin.documentationId(...(now.split('/') as [string, string]));
      await platform.admin.editor().create(inside, { title: 'Theirs', slug: 'theirs' });
      await bench.write({
        'docs/v1/guide/intro.md': pageFile('Intro', 'Edited.\n'),
        'docs/v1/guide/new.md': pageFile('New', 'New.\n'),
      });

      const { prepared, outcome } = await bench.push({ pull: true, newFiles: true });

      expect(prepared.warnings).toEqual([expect.stringContaining(warning)]);
      expect(outcome).toMatchObject({ failed: [], skipped: [] });
      const pages = await bench.pages();
      expect([...pages.keys()].toSorted()).toEqual(
        ['intro', 'new', 'theirs'].map((slug) => `${now}/${slug}`),
      );
      expect(pages.get(`${now}/intro` as PageKey)?.draft).toContain('Edited.');
      expect(await readFile(join(bench.folder, 'docs/v1/guide/theirs.md'), 'utf8')).toContain(
        'title: Theirs',
      );
      const { requests, prepared: again } = await bench.push();
      expect(requests).toEqual({ listAll: 1 });
      expect(again.warnings).toEqual([expect.stringContaining(warning)]);
    });
  });
});
