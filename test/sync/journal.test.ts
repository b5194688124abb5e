import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageId, PageKey } from '../../src/model/ids.ts';
import { Journal } from '../../src/sync/journal/journal.ts';
import { readJournal } from '../../src/sync/journal/read-journal.ts';
import type { Intent } from '../../src/sync/journal/entry.ts';
import type { JournalFile } from '../../src/sync/journal/journal.ts';
import { forEachAtOnce } from '../../src/sync/pool.ts';

/** A file in memory; what is not awaited is not durable. */
class MemoryFile implements JournalFile {
  text = '';
  append(text: string): Promise<void> {
    this.text += text;
    return Promise.resolve();
  }
  restart(text: string): Promise<void> {
    this.text = text;
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

describe('journal', () => {
  test('remembers the writes that were not settled, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (settled) => {
        const file = new MemoryFile();
        const journal = new Journal(file);
        for (const [id, isSettled] of settled.entries()) {
          const number = await journal.intend(publish(id));
          if (isSettled) journal.record(number, null);
        }
        await journal.flush();
        const open = settled.flatMap((isSettled, id) => (isSettled ? [] : [publish(id)]));
        expect(readJournal(file.text)).toEqual({
          advances: [],
          open,
          unread: [],
        });
        await journal.finish();
        expect(file.text === '').toBe(open.length === 0);
      }),
    );
  });

  test('cut off anywhere, it forgets no write that was noted before the cut', async () => {
    const file = new MemoryFile();
    const journal = new Journal(file);
    const ends: number[] = [];
    for (let id = 0; id < 8; id += 1) {
      await journal.intend(publish(id));
      ends.push(file.text.length);
    }
    for (let length = 0; length <= file.text.length; length += 1) {
      const whole = ends.filter((end) => end - 1 <= length).length;
      expect(readJournal(file.text.slice(0, length)).open).toHaveLength(whole);
    }
  });

  test('notes many writes at once while enough are under way, and keeps none waiting at the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (count) => {
        const events: string[] = [];
        const file = new MemoryFile();
        const append = file.append.bind(file);
        file.append = (text) => {
          events.push('append');
          return append(text);
        };
        const journal = new Journal(file, () => {
          events.push('first');
          return Promise.resolve();
        });
        const ids = Array.from({ length: count }, (_, id) => id);
        await forEachAtOnce(ids, 128, async (id) => {
          const number = await journal.intend(publish(id));
          expect(readJournal(file.text).open).toContainEqual(publish(id));
          await Promise.resolve();
          journal.record(number, null);
          journal.leave(number);
        });
        expect(events).toEqual(events.map((_, index) => (index % 2 === 0 ? 'first' : 'append')));
        expect(events.length / 2).toBeLessThanOrEqual(Math.ceil(count / 32));
        await journal.finish();
        expect(file.text).toBe('');
      }),
      { numRuns: 20 },
    );
  });

  test('keeps texts after each intent was made, and before the intent is in the file', async () => {
    const kept = new Set<number>();
    const made = new Set<number>();
    const file = new MemoryFile();
    const append = file.append.bind(file);
    file.append = async (text) => {
      for (const { key } of readJournal(text).open) expect(kept).toContain(Number(key.slice(4)));
      await setImmediate();
      await append(text);
    };
    const journal = new Journal(file, async () => {
      const now = [...made];
      await setImmediate();
      for (const id of now) kept.add(id);
    });
    await Promise.all(
      Array.from({ length: 20 }, async (_, id) => {
        for (let turn = 0; turn < id; turn += 1) await setImmediate();
        made.add(id);
        await journal.intend(publish(id));
      }),
    );
    expect(readJournal(file.text).open).toHaveLength(20);
  });

  test('makes one change to its file at a time', async () => {
    let isBusy = false;
    const alone = async (): Promise<void> => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await setImmediate();
      isBusy = false;
    };
    const journal = new Journal({ append: alone, restart: alone, close: alone });
    await journal.start([publish(0)]);
    const ids = Array.from({ length: 300 }, (_, id) => id);
    await forEachAtOnce(ids, 128, async (id) => {
      const number = await journal.intend(publish(id));
      if (id % 7 === 0) await setImmediate();
      journal.record(number, null);
      journal.leave(number);
      if (id % 5 === 0) await journal.flush();
    });
    const last = journal.intend(publish(301));
    await Promise.all([last, journal.flush(), journal.finish()]);
    await journal.close();
  });

  test('rejects the intent of a write that cannot be noted, and does not keep it open', async () => {
    const file = new MemoryFile();
    file.append = () => Promise.reject(new Error('disk full'));
    const journal = new Journal(file);
    const writes = [1, 2].map((id) => journal.intend(publish(id)));
    for (const { status } of await Promise.allSettled(writes)) expect(status).toBe('rejected');
    expect([...journal.open]).toEqual([]);
  });
});
