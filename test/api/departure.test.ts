/** A write whose caller says, as it leaves, whether it still may. */
import { expect, test } from 'vitest';
import type { Departure } from '../../src/api/calls/http.ts';
import { requireDone } from '../../src/api/calls/written.ts';
import type { Written } from '../../src/api/calls/written.ts';
import { LANE_SIZES } from '../../src/api/pace/lanes.ts';
import type { PageId, Slug } from '../../src/model/ids.ts';
import type { Page } from '../../src/model/resources.ts';
import { openApi, PAGE } from './support/open-api.ts';
import type { Opened } from './support/open-api.ts';
import { json } from './support/scripted-server.ts';

const ID = 17 as PageId;

const tryToWrite = ({ api }: Opened, departure: Departure): Promise<Written<Page>> =>
  api.pages.update(ID, { slug: 'intro' as Slug, content: 'New.' }, { departure });

const write = async (opened: Opened, departure: Departure): Promise<Page> =>
  requireDone(await tryToWrite(opened, departure));

const open = async (): Promise<Opened> => {
  const opened = await openApi();
  opened.server.otherwise(json(200, PAGE));
  return opened;
};

/** Answers of `mayLeave`, in order; then yes. */
function asked(...answers: readonly boolean[]) {
  const next = [...answers];
  const log: string[] = [];
  const departure: Departure = {
    mayLeave: () => {
      const answer = next.shift() ?? true;
      log.push(answer ? 'may' : 'may not');
      return answer;
    },
    renew: async () => {
      log.push('renewed');
      return true;
    },
  };
  return { departure, log };
}

test('a write is asked about in its turn and as its first byte leaves', async () => {
  const opened = await open();
  const { departure, log } = asked();
  await write(opened, departure);
  expect(log).toEqual(['may', 'may']);
  expect(opened.server.asked).toHaveLength(1);
});

test('a write that may not leave in its turn is renewed there, and then sent once', async () => {
  const opened = await open();
  const { departure, log } = asked(false, false);
  await write(opened, departure);
  expect(log).toEqual(['may not', 'renewed', 'may not', 'renewed', 'may', 'may']);
  expect(opened.server.asked).toHaveLength(1);
});

test('a write that may no longer leave as its first byte is about to, sends none of it before it is renewed', async () => {
  const opened = await open();
  const { departure, log } = asked(true, false, false);
  await write(opened, departure);
  expect(log).toEqual(['may', 'may not', 'may not', 'renewed', 'may', 'may']);
  expect(opened.server.asked).toHaveLength(1);
});

test.each([
  ['with headers', { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '600' }],
  ['with a time to wait', { 'retry-after': '30' }],
  ['without headers', {}],
])('a write is asked about again after a 429 %s', async (_, headers: Record<string, string>) => {
  const opened = await open();
  const date = new Date(opened.clock.now()).toUTCString();
  const reset = String(opened.clock.now() / 1000 + 42);
  const limits = 'x-ratelimit-limit' in headers ? { date, 'x-ratelimit-reset': reset } : {};
  opened.server.script(json(429, {}, { ...headers, ...limits }));
  const answers: number[] = [];
  let renewedMs = 0;
  await write(opened, {
    mayLeave: () => {
      answers.push(opened.clock.elapsed());
      return opened.clock.elapsed() - renewedMs <= 5000;
    },
    renew: async () => {
      renewedMs = opened.clock.elapsed();
      return true;
    },
  });
  expect(renewedMs).toBeGreaterThan(5000);
  expect(answers.slice(0, 2)).toEqual([0, 0]);
  expect(opened.server.asked).toHaveLength(2);
});

test('writes that are given up, or whose renewal fails, give their turns back', async () => {
  const opened = await open();
  // Until the first answer, one is under way at most.
  await write(opened, asked().departure);
  const never = { mayLeave: () => false };
  const broken = new Error('the page cannot be looked at');
  const given = Array.from({ length: LANE_SIZES.writes + 1 }, () =>
    tryToWrite(opened, { ...never, renew: () => Promise.resolve(false) }),
  );
  const failed = Array.from({ length: LANE_SIZES.writes + 1 }, () =>
    tryToWrite(opened, { ...never, renew: () => Promise.reject(broken) }),
  );
  for (const written of await Promise.all(given)) {
    expect(written).toMatchObject({ kind: 'held-back', failure: { code: 'conflict' } });
  }
  for (const { reason } of (await Promise.allSettled(failed)) as PromiseRejectedResult[]) {
    expect(reason).toBe(broken);
  }
  await write(opened, asked().departure);
  expect(opened.server.asked).toHaveLength(2);
});

test('writes that read before they leave do not wait for one another, however many there are', async () => {
  const opened = await open();
  const all = Array.from({ length: 3 * LANE_SIZES.writes }, () => {
    let isSeen = false;
    return write(opened, {
      mayLeave: () => isSeen,
      renew: async () => {
        await opened.api.pages.read(ID);
        isSeen = true;
        return true;
      },
    });
  });
  await Promise.all(all);
  const methods = opened.server.asked.map(({ method }) => method);
  expect(methods.filter((method) => method === 'PUT')).toHaveLength(all.length);
  expect(methods.filter((method) => method === 'GET')).toHaveLength(all.length);
});

test('a write that is renewed again and again keeps no other from leaving', async () => {
  const opened = await open();
  await write(opened, asked().departure);
  let isOver = false;
  const endless = write(opened, {
    mayLeave: () => isOver,
    renew: () => new Promise((resolve) => setImmediate(() => resolve(true))),
  });
  await Promise.all(
    Array.from({ length: 2 * LANE_SIZES.writes }, () => write(opened, asked().departure)),
  );
  isOver = true;
  await endless;
  expect(opened.server.asked).toHaveLength(2 + 2 * LANE_SIZES.writes);
});
