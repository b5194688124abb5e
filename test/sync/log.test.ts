import { readFile, truncate, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageId, PageKey, Slug } from '../../src/model/ids.ts';
import { WriteLog } from '../../src/sync/record/log.ts';
import { readLog, readLogFile } from '../../src/sync/record/read-log.ts';
import { END, TEXT } from '../../src/sync/record/entry.ts';
import type { Intent } from '../../src/sync/record/entry.ts';
import { logPath, makeStateFolder, openLogFile } from '../../src/sync/record/log-file.ts';
import type { LogFile } from '../../src/sync/deps.ts';
import { forEachAtOnce } from '../../src/sync/pool.ts';
import { digestOf } from '../../src/content/digest.ts';
import { temporaryFolder } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

/** A file in memory; what is not awaited is not durable. */
class MemoryFile implements LogFile {
  text = '';
  append(text: string): Promise<void> {
    this.text += text;
    return Promise.resolve();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

const publish = (id: number): Intent => ({
  op: 'publish',
  key: `v/d/${id}` as PageKey,
  id: id as PageId,
  at: 0,
});

const textOf = (id: number): string => `Text of ${id}.\n`;

const update = (id: number): Intent => ({
  ...publish(id),
  op: 'update',
  id: id as PageId,
  title: null,
  slug: `${id}` as Slug,
  sent: digestOf(textOf(id)),
});

describe('log', () => {
  test('keeps the writes that were not settled, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (settled) => {
        const file = new MemoryFile();
        const log = new WriteLog(file);
        for (const [id, isSettled] of settled.entries()) {
          const number = await log.intend(publish(id), null);
          if (isSettled) log.record(number, null);
        }
        await log.flush();
        const open = settled.flatMap((isSettled, id) => (isSettled ? [] : [publish(id)]));
        expect(readLog(file.text.split('\n'))).toEqual({
          advances: [],
          open,
          foreignDrafts: [],
          unread: [],
        });
        await log.finish();
        expect(readLog(file.text.split('\n'))).toEqual({
          advances: [],
          open,
          foreignDrafts: [],
          unread: [],
        });
        expect(file.text.endsWith(END)).toBe(open.length === 0);
      }),
    );
  });

  test('cut off anywhere, it has every write that was recorded before the cut, with its text', async () => {
    const file = new MemoryFile();
    const log = new WriteLog(file);
    const ends: number[] = [];
    for (let id = 0; id < 8; id += 1) {
      await log.intend(update(id), textOf(id));
      ends.push(file.text.length);
    }
    for (let length = 0; length <= file.text.length; length += 1) {
      const rest = file.text.slice(0, length);
      const { open, unread } = readLog(rest.split('\n'));
      const whole = ends.filter((end) => end - 1 <= length).length;
      expect(open).toHaveLength(whole);
      expect(unread).toEqual([]);
      const texts = rest.split('\n').filter((line) => TEXT.test(line));
      expect(texts.length).toBeGreaterThanOrEqual(whole);
    }
  });

  test('has everything of the previous run until a new run begins, then only what is unknown', async () => {
    const left = [publish(1), publish(2)];
    const file = new MemoryFile();
    const first = new WriteLog(file);
    for (const write of [publish(0), ...left]) await first.intend(write, null);
    const before = file.text;
    const second = new WriteLog(file);
    second.start(left);
    expect(file.text).toBe(before);
    await second.intend(publish(3), null);
    expect(readLog(file.text.split('\n'))).toMatchObject({ open: [...left, publish(3)] });
    // Cut off in the middle of the line that ends the earlier run, it says what it said before.
    for (let length = before.length; length < file.text.indexOf(']}', before.length); length += 1)
      expect(readLog(file.text.slice(0, length).split('\n')).open).toHaveLength(3);
  });

  test('writes all entries that arrive until the last append is durable together, in order', async () => {
    const appends: string[] = [];
    let release = (): void => undefined;
    const durable = new Promise<void>((resolve) => {
      release = resolve;
    });
    const log = new WriteLog({
      append: (text) => {
        appends.push(text);
        return appends.length === 1 ? durable : Promise.resolve();
      },
      close: () => Promise.resolve(),
    });
    const first = log.intend(publish(0), null);
    while (appends.length === 0) await setImmediate();
    const others = Array.from({ length: 100 }, async (_, n) => {
      for (let turn = 0; turn < n % 7; turn += 1) await setImmediate();
      await log.intend(publish(n + 1), null);
    });
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    expect(appends).toHaveLength(1);
    release();
    await Promise.all([first, ...others]);
    expect(appends).toHaveLength(2);
    expect(readLog(appends.join('').split('\n')).open).toHaveLength(101);
  });

  test('writes large texts that no caller waits for in batches, and loses none if that fails', async () => {
    const sizes: number[] = [];
    const file = new MemoryFile();
    const log = new WriteLog({
      append: (text) => {
        sizes.push(text.length);
        return sizes.length === 2 ? Promise.reject(new Error('no room')) : file.append(text);
      },
      close: () => Promise.resolve(),
    });
    for (let id = 0; id < 60; id += 1) {
      const text = `${id}${'x'.repeat(100_000)}`;
      log.record(0, null, { digest: digestOf(text), text });
      await setImmediate();
    }
    expect(sizes.length).toBeGreaterThan(4);
    expect(Math.max(...sizes)).toBeLessThan(4_000_000);
    await log.finish();
    expect(file.text.split('\n').filter((line) => TEXT.test(line))).toHaveLength(60);
  });

  test('records many writes, and all are durable at the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (count) => {
        const file = new MemoryFile();
        const log = new WriteLog(file);
        const ids = Array.from({ length: count }, (_, id) => id);
        await forEachAtOnce(ids, 128, async (id) => {
          const number = await log.intend(publish(id), null);
          expect(readLog(file.text.split('\n')).open).toContainEqual(publish(id));
          await Promise.resolve();
          log.record(number, null);
        });
        await log.finish();
        expect(file.text.endsWith(END)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('changes its file one step at a time', async () => {
    let isBusy = false;
    const alone = async (): Promise<void> => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await setImmediate();
      isBusy = false;
    };
    const log = new WriteLog({ append: alone, close: alone });
    log.start([publish(0)]);
    const ids = Array.from({ length: 300 }, (_, id) => id);
    await forEachAtOnce(ids, 128, async (id) => {
      const number = await log.intend(publish(id), null);
      if (id % 7 === 0) await setImmediate();
      log.record(number, null);
      if (id % 5 === 0) await log.flush();
    });
    const last = log.intend(publish(301), null);
    await Promise.all([last, log.flush(), log.finish()]);
    await log.close();
  });

  test('rejects a write that cannot be recorded, and does not keep it as unsettled', async () => {
    const file = new MemoryFile();
    file.append = () => Promise.reject(new Error('disk full'));
    const log = new WriteLog(file);
    const writes = [1, 2].map((id) => log.intend(publish(id), null));
    for (const { status } of await Promise.allSettled(writes)) expect(status).toBe('rejected');
    expect([...log.open]).toEqual([]);
  });
});

describe('the file of a log', () => {
  const open = async () => {
    const project = projectAt(await temporaryFolder({}));
    await makeStateFolder(project);
    const path = logPath(project);
    return { project, path, log: async () => new WriteLog(await openLogFile(path)) };
  };

  test('is not created by a run that records nothing', async () => {
    const { path, log } = await open();
    const first = await log();
    await first.flush();
    await first.close();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  test('cut off anywhere, accepts the writes of the next run, and contains what was recorded before', async () => {
    const { project, path, log } = await open();
    const first = await log();
    await first.intend(update(1), textOf(1));
    const noted = (await readFile(path)).length;
    await first.intend(update(2), textOf(2));
    await first.close();
    const whole = await readFile(path);
    for (let length = noted; length <= whole.length; length += 1) {
      await writeFile(path, whole);
      await truncate(path, length);
      const { open: left } = await readLogFile(project);
      expect(left).toEqual(length < whole.length ? [update(1)] : [update(1), update(2)]);
      const second = await log();
      second.start(left);
      await second.intend(publish(3), null);
      await second.close();
      expect(await readLogFile(project)).toEqual({
        advances: [],
        open: [...left, publish(3)],
        foreignDrafts: [],
        unread: [],
      });
    }
  });

  test('remembers the drafts of others at its end', async () => {
    const project = projectAt(await temporaryFolder({}));
    await makeStateFolder(project);
    const draft = digestOf('Theirs.');
    const log = new WriteLog(await openLogFile(logPath(project)), () => [draft]);
    await log.finish();
    await log.close();
    expect(await readLogFile(project)).toMatchObject({ open: [], foreignDrafts: [draft] });
  });

  test('is read only at its end if the last run ended, whatever is before', async () => {
    const { project, path } = await open();
    await writeFile(path, `nonsense\n${JSON.stringify({ intent: 1, write: publish(1) })}\n${END}`);
    expect(await readLogFile(project)).toEqual({
      advances: [],
      open: [],
      foreignDrafts: [],
      unread: [],
    });
  });
});
