import { describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/api.ts';
import { Failure } from '../../src/model/failure.ts';
import type {
  DocumentationId,
  Instant,
  PageId,
  PageKey,
  Slug,
  VersionId,
} from '../../src/model/ids.ts';
import type { AllResources } from '../../src/model/resources.ts';
import { EMPTY_LOCK } from '../../src/sync/lock/lock.ts';
import { takeSnapshot } from '../../src/sync/snapshot/snapshot.ts';
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
    documentations: async () => {
      throw new Failure('platform-refused', 'no such operation', { status: 405 });
    },
  },
  pages: {
    read: async () => ({ id: 5, slug: 'intro', path: 'intro' }),
    find: async ({ slug }: { readonly slug: Slug }) => {
      if (slug !== 'intro') throw new Failure('not-found', 'no such page');
      return { id: 5, slug };
    },
  },
} as unknown as Api;

const request = {
  lock: EMPTY_LOCK,
  signal: new AbortController().signal,
  now: { now: 0, elapsed: 0 },
};

describe('snapshot', () => {
  test('says what the platform has where it lacks a place, and which was most likely meant', async () => {
    const bench = await openWorkbench({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Text') });
    const all = bench.deps.api.project.all();
    const snapshot = await takeSnapshot(bench.deps.api, { ...request, asked: all, needed: [] });

    expect(snapshot.placement('v11/guide/intro' as PageKey)).toMatchObject({
      reason: expect.stringContaining(
        'The platform has no version "v11" that this key may see; there is v1: did you mean v1?',
      ),
    });
    expect(snapshot.placement('v1/giude/intro' as PageKey)).toMatchObject({
      reason: expect.stringContaining('there are v1/api, v1/guide: did you mean v1/guide?'),
    });
  });

  test('finds out the slugs that a revision of the platform leaves out', async () => {
    const keys = ['v1/guide/new' as PageKey, KEY];
    const asked = Promise.resolve(WITHOUT_SLUGS);
    const snapshot = await takeSnapshot(api, { ...request, asked, needed: keys });
    expect(snapshot.placement(KEY)).toEqual({ kind: 'visible', version: 1, documentation: 2 });
    expect(snapshot.placement('v2/guide/intro' as PageKey)).toMatchObject({ kind: 'hidden' });
  });

  test('is gone without where its requests are used up and the lock has every page', async () => {
    const bench = await openWorkbench({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Hello.\n') });
    await bench.push();
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Edited.\n') });
    const limited = async (): Promise<never> => {
      throw new Failure('rate-limited', 'GET /all is used up');
    };
    Object.assign(bench.deps.api.project, { all: limited });
    const { prepared, requests } = await bench.push();
    expect(prepared.warnings).toHaveLength(1);
    expect(requests).toEqual({ readPage: 1, updatePage: 1 });
    expect((await bench.pages()).get(KEY)?.draft).toContain('Edited.');

    await bench.write({ 'docs/v1/guide/new.md': pageFile('New', 'New.\n') });
    await expect(bench.push()).rejects.toMatchObject({ code: 'rate-limited' });
  });

  describe('where its requests are used up', () => {
    const FILE = 'docs/v1/guide/intro.md';
    const OURS = pageFile('Intro', 'Ours.\n');

    function usedUp(bench: Workbench): void {
      const limited = async (): Promise<never> => {
        throw new Failure('rate-limited', 'GET /all is used up');
      };
      Object.assign(bench.deps.api.project, { all: limited });
    }

    test('a file that lacks again what was pulled does not replace it', async () => {
      const bench = await openWorkbench({ [FILE]: OURS });
      await bench.push();
      await bench.platform.admin.editor().edit(await bench.idOf(KEY), { content: 'Theirs.' });
      await bench.push({ pull: true, send: false });
      await bench.write({ [FILE]: OURS });
      usedUp(bench);

      expect((await bench.prepare()).plan.changes).toMatchObject([
        { kind: 'conflict', key: KEY, fields: ['body'], undone: true },
      ]);
    });

    test('a merge that is in the file is sent', async () => {
      const bench = await openWorkbench({ [FILE]: pageFile('Intro', 'One.\n\nTwo.\n\nThree.\n') });
      await bench.push();
      const theirs = { content: 'One, theirs.\n\nTwo.\n\nThree.\n' };
      await bench.platform.admin.editor().edit(await bench.idOf(KEY), theirs);
      await bench.write({ [FILE]: pageFile('Intro', 'One.\n\nTwo.\n\nThree, ours.\n') });
      await bench.push({ conflicts: 'merge', send: false });
      usedUp(bench);

      const { prepared, requests } = await bench.push();

      expect(prepared.plan.changes).toMatchObject([{ kind: 'update', key: KEY }]);
      expect(requests).toEqual({ readPage: 1, updatePage: 1 });
      expect((await bench.pages()).get(KEY)?.draft).toContain('Three, ours.');
    });
  });

  test('plans nothing for a documentation that was renamed on the platform', async () => {
    const bench = await openWorkbench({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Hello.\n') });
    await bench.push();
    await bench.platform.admin.renameDocumentation('v1', 'guide', 'handbook');
    const { plan } = await bench.prepare();
    expect(plan.changes).toMatchObject([{ kind: 'unplaced', key: KEY }]);
    expect(plan.changes[0]).toMatchObject({ reason: expect.stringContaining('v1/handbook') });
  });
});
