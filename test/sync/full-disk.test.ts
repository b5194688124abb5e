import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageId, PageKey } from '../../src/model/ids.ts';
import type { BasePage } from '../../src/model/sides.ts';
import { apply } from '../../src/sync/run/apply.ts';
import { WriteLog } from '../../src/sync/record/log.ts';
import { readLog } from '../../src/sync/record/read-log.ts';
import { openLogFile } from '../../src/sync/record/log-file.ts';
import type { LogFile, OpenLog } from '../../src/sync/deps.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const FILES = {
  'docs/v1/guide/a.md': pageFile('A', 'Text of a.\n'),
  'docs/v1/guide/b.md': pageFile('B', 'Text of b.\n'),
  'docs/v1/guide/c.md': pageFile('C', 'Text of c.\n'),
};

const noRoom = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

/** A log on a disk that is full from its entry `first` on. */
function fullFrom(first: number): { openLog: OpenLog; closed: () => number } {
  let closed = 0;
  let count = 0;
  const openLog: OpenLog = async (path) => {
    const file = await openLogFile(path);
    return {
      append(text) {
        count += 1;
        return count < first ? file.append(text) : Promise.reject(noRoom());
      },
      close() {
        closed += 1;
        return file.close();
      },
    };
  };
  return { openLog, closed: () => closed };
}

describe('a push on a disk that becomes full', () => {
  test.each([1, 2, 3, 4])(
    'from log entry %i on: completed writes are reported and in the lock, and the same command does the rest',
    async (first) => {
      const bench = await openWorkbench(FILES, { requestTimeoutMs: 50 });
      const { openLog, closed } = fullFrom(first);

      const prepared = await bench.prepare({ publish: true });
      const outcome = await apply(prepared, { ...bench.deps, openLog });

      expect(closed()).toBe(1);
      const made = await bench.pages();
      const { pages } = await bench.lock();
      expect([...pages.keys()].toSorted()).toEqual([...made.keys()].toSorted());
      const kinds = outcome.applied.filter(({ kind }) => kind === 'create');
      expect(kinds).toHaveLength(made.size);
      const isAll = outcome.applied.length === 6;
      const said = outcome.stopped?.message.includes('no room left on the disk');
      expect(said).toBe(isAll ? undefined : true);
      expect(outcome.unsettled).toEqual([]);

      await bench.push({ publish: true });
      expect((await bench.pages()).size).toBe(3);
      expect((await bench.push({ publish: true })).requests).toEqual({ listAll: 1 });
    },
  );
});

const line = (id: number, updated: number): BasePage =>
  ({
    key: `v/d/${id}`,
    id,
    title: 'A',
    slug: 'a',
    updated: String(updated),
    header: null,
    sent: 'x'.repeat(43),
    sentPublished: null,
    draft: null,
    published: null,
  }) as unknown as BasePage;

describe('log', () => {
  test('writes entries that could not be appended together with the next entry, in order', async () => {
    const runs = fc.array(fc.record({ id: fc.integer({ min: 1, max: 3 }), fails: fc.boolean() }), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(runs, async (steps) => {
        let text = '';
        let isFull = false;
        const file: LogFile = {
          append(more) {
            if (isFull) return Promise.reject(noRoom());
            text += more;
            return Promise.resolve();
          },
          close: () => Promise.resolve(),
        };
        const log = new WriteLog(file);
        const expected: BasePage[] = [];
        for (const [at, { id, fails }] of steps.entries()) {
          isFull = fails;
          const key = `v/d/${id}` as PageKey;
          const said = line(id, at);
          const intent = await log
            .intend({ op: 'publish', key, id: id as PageId, at }, null)
            .catch(() => null);
          log.record(intent ?? 0, { line: said, was: key });
          expected.push(said);
          // Two at once: the later may not come before the earlier.
          await Promise.allSettled([log.flush(), log.flush()]);
        }
        isFull = false;
        await log.flush();
        const { advances, open } = readLog(text.split('\n'));
        expect(advances.map((step) => 'line' in step && step.line)).toEqual(expected);
        expect(open).toEqual([]);
        expect([...log.open]).toEqual([]);
      }),
    );
  });
});
