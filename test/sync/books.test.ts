import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/content/digest.ts';
import type { PageId, PageKey } from '../../src/model/ids.ts';
import type { BasePage } from '../../src/model/sides.ts';
import { Books } from '../../src/sync/record/books.ts';
import { LogTexts } from '../../src/sync/record/log-texts.ts';
import { OpenWrites } from '../../src/sync/record/open-writes.ts';
import { readLogFile } from '../../src/sync/record/read-log.ts';
import type { Intent, UpdateIntent } from '../../src/sync/record/entry.ts';
import { openLogFile } from '../../src/sync/record/log-file.ts';
import type { OpenLog } from '../../src/sync/deps.ts';
import { Ledger } from '../../src/sync/ledger.ts';
import { EMPTY_LOCK } from '../../src/sync/record/lock.ts';
import { temporaryFolder } from '../support/folder.ts';
import { lockIn } from '../support/lock.ts';
import { projectAt } from '../support/project.ts';

const SENT = 'What was sent.';

const lineOf = (id: number, title = 'A'): BasePage =>
  ({
    key: `v/d/${id}`,
    id,
    title,
    slug: `${id}`,
    updated: '2026-01-01T00:00:00Z',
    header: null,
    sent: digestOf(SENT),
    sentPublished: null,
    draft: null,
    published: null,
  }) as unknown as BasePage;

const update = (id: number): UpdateIntent =>
  ({
    op: 'update',
    key: `v/d/${id}`,
    id,
    title: null,
    slug: `${id}`,
    sent: digestOf(SENT),
    at: 0,
  }) as unknown as UpdateIntent;

const keyOf = (id: number): PageKey => `v/d/${id}` as PageKey;

async function makeBooks({
  openLog,
  isLockBehind = false,
  open = [],
}: {
  readonly openLog?: OpenLog;
  readonly isLockBehind?: boolean;
  readonly open?: readonly Intent[];
} = {}) {
  const project = projectAt(await temporaryFolder({}));
  const lines = new Map([1, 2, 3].map((id) => [keyOf(id), lineOf(id)]));
  const kept = new LogTexts(project);
  const books = new Books({
    project,
    openLog,
    ledger: new Ledger(() => undefined),
    lock: {
      foreignDrafts: new Set(),
      pages: lines,
      isAhead: false,
      kept,
      writes: await OpenWrites.of(open, kept),
    },
    isLockBehind,
    lockWith: (pages) => ({ ...EMPTY_LOCK, pages }),
  });
  const lockPath = join(project.root, project.lockFile);
  const inLock = async (id: number): Promise<string | undefined> =>
    (await lockIn(project.root)).pages.get(keyOf(id))?.title;
  const inLog = () => readLogFile(project);
  return { books, lockPath, inLock, inLog, project };
}

describe('the records of a run', () => {
  test('add to the lock what was learnt before they are opened, and forget only earlier writes for which that is an answer', async () => {
    const open = [update(1), update(2)];
    const { books, inLock, inLog } = await makeBooks({ open });
    books.record(lineOf(1, 'Learnt'), keyOf(1));
    await books.open(open);
    expect(await inLock(1)).toBe('Learnt');
    expect(await inLog()).toMatchObject({ advances: [], open: [{ id: 2 }] });
    await books.close();
  });

  test('write no lock when they are opened if the lock already contains everything', async () => {
    const upToDate = await makeBooks();
    await upToDate.books.open([]);
    expect(existsSync(upToDate.lockPath)).toBe(false);
    await upToDate.books.close();
    const behind = await makeBooks({ isLockBehind: true });
    await behind.books.open([]);
    expect(await behind.inLock(1)).toBe('A');
    await behind.books.close();
  });

  test('write the lock when they are opened if a line has to be removed', async () => {
    const { books, inLock } = await makeBooks();
    books.forget(keyOf(1));
    await books.open([]);
    expect([await inLock(1), await inLock(2)]).toEqual([undefined, 'A']);
    await books.close();
  });

  test('keep a write whose outcome is unknown, with its text, for the next run', async () => {
    const { books, inLock, inLog } = await makeBooks();
    await books.open([]);
    const [done, undone] = await Promise.all([1, 2, 3].map((id) => books.intend(update(id), SENT)));
    books.done(done ?? 0, lineOf(1, 'Done'), keyOf(1));
    books.undone(undone ?? 0);
    expect(await books.close()).toEqual([]);
    expect(await inLog()).toMatchObject({ advances: [], open: [{ id: 3 as PageId }] });
    expect([await inLock(1), await inLock(2)]).toEqual(['Done', 'A']);
    expect(await books.keptText(digestOf(SENT))).toBe(SENT);
  });

  test('remove the line of a page that was deleted, and no other line with its key', async () => {
    const { books, inLock, inLog } = await makeBooks();
    await books.open([]);
    const remove = (id: number) =>
      books.intend({ op: 'delete', key: keyOf(id), id: id as PageId, at: 0 }, null);
    const [gone, other] = [await remove(1), await remove(2), await remove(3)];
    books.removed(gone, 1 as PageId, keyOf(1));
    books.record({ ...lineOf(2, 'Another'), id: 4 as PageId }, keyOf(2));
    books.removed(other, 2 as PageId, keyOf(2));
    await books.flush();
    const { advances, open } = await inLog();
    expect(advances).toMatchObject([{ gone: 1 }, { line: { id: 4 } }, { gone: 2 }]);
    expect(open).toMatchObject([{ op: 'delete', id: 3 }]);
    expect(await books.close()).toEqual([]);
    expect([await inLock(1), await inLock(2), await inLock(3)]).toEqual([
      undefined,
      'Another',
      'A',
    ]);
  });

  test('record the line of a page whose file was written, with the text of that file', async () => {
    const { books, inLock, inLog } = await makeBooks();
    await books.open([]);
    const text = 'From the platform.';
    books.record(lineOf(1, 'Pulled'), keyOf(1), { digest: digestOf(text), text });
    await books.flush();
    expect(await inLog()).toMatchObject({ advances: [{ line: { id: 1 } }], open: [] });
    expect(await books.close()).toEqual([]);
    expect([await inLock(1), await inLock(2)]).toEqual(['Pulled', 'A']);
  });

  test('write nothing if nothing is recorded, even if writes of an earlier run are unsettled', async () => {
    const open = [update(1)];
    const { books, project } = await makeBooks({ open });
    await books.open(open);
    expect(await books.close()).toEqual([]);
    expect(await readdir(join(project.root, project.stateFolder))).toEqual(['.gitignore']);
  });

  test('are closed step by step even if a step fails, and report each failure', async () => {
    let closed = 0;
    const openLog: OpenLog = async (path) => {
      const file = await openLogFile(path);
      let appends = 0;
      return {
        async append(text) {
          appends += 1;
          if (appends > 1) throw new Error('no room');
          await file.append(text);
        },
        async close() {
          closed += 1;
          await file.close();
          throw new Error('not closed');
        },
      };
    };
    const { books, lockPath, inLog } = await makeBooks({ openLog, isLockBehind: true });
    await books.open([]);
    books.done(await books.intend(update(1), SENT), lineOf(1, 'Done'), keyOf(1));
    await rm(lockPath);
    await mkdir(lockPath);

    const errors = await books.close();

    expect(errors.map((error) => (error as Error).message)).toEqual([
      'no room',
      expect.stringContaining('docs-cli.lock'),
      'not closed',
    ]);
    expect(closed).toBe(1);
    // Neither the lock nor the log has the outcome: the next run looks.
    expect(await inLog()).toMatchObject({ open: [{ id: 1 }] });
    expect(await books.keptText(digestOf(SENT))).toBe(SENT);
  });
});
