/** Slots of writes: the last moment at which nothing was sent. */
import { expect, test } from 'vitest';
import { requireDone } from '../../src/api/call.ts';
import type { Written } from '../../src/api/call.ts';
import { LANE_SIZES } from '../../src/api/pace/lanes.ts';
import { Failure } from '../../src/model/failure.ts';
import type { PageId, Slug } from '../../src/model/ids.ts';
import type { Page } from '../../src/model/resources.ts';
import { openApi, PAGE } from './support/open-api.ts';
import type { Opened } from './support/open-api.ts';
import { json } from './support/scripted-server.ts';

const ID = 17 as PageId;

async function write({ api }: Opened, before: () => Promise<void>): Promise<Written<Page>> {
  for await (const slot of api.pages.slots('updatePage')) {
    await before();
    const change = { slug: 'intro' as Slug, content: 'New.' };
    const written = await api.pages.update(ID, change, { slot });
    if (!slot.isRefused) return written;
  }
  throw new Error('there is always another slot');
}

const open = async (): Promise<Opened> => {
  const opened = await openApi();
  opened.server.otherwise(json(200, PAGE));
  return opened;
};

test.each([
  ['with headers', { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '600' }],
  ['with a time to wait', { 'retry-after': '30' }],
  ['without headers', {}],
])(
  'a write is sent in its slot without another wait, and gets another slot after a 429 %s',
  async (_, headers: Record<string, string>) => {
    const opened = await open();
    const { clock, server } = opened;
    const reset = String(clock.now() / 1000 + 42);
    const date = new Date(clock.now()).toUTCString();
    const limits = 'x-ratelimit-limit' in headers ? { date, 'x-ratelimit-reset': reset } : {};
    server.script(json(429, {}, { ...headers, ...limits }));
    const sentBefore: number[] = [];
    const lookedAtMs: number[] = [];

    const written = await write(opened, async () => {
      sentBefore.push(server.asked.length);
      lookedAtMs.push(clock.elapsed());
    });

    const { sentAt } = requireDone(written);
    expect(sentBefore).toEqual([0, 1]);
    expect(sentAt.elapsed).toBeGreaterThan(5000);
    expect(lookedAtMs).toEqual([0, sentAt.elapsed]);
  },
);

test('if nothing is sent in a slot, it is given back', async () => {
  const opened = await open();
  const changed = new Failure('conflict', 'Somebody else wrote.');
  const given = Array.from({ length: 2 * LANE_SIZES.writes }, () =>
    write(opened, () => Promise.reject(changed)),
  );
  for (const { reason } of (await Promise.allSettled(given)) as PromiseRejectedResult[]) {
    expect(reason).toBe(changed);
  }
  expect(opened.server.asked).toEqual([]);
  requireDone(await write(opened, () => Promise.resolve()));
});

test('a slot sends one request, of its operation', async () => {
  const { api, server } = await open();
  for await (const slot of api.pages.slots('publishPage')) {
    await expect(api.pages.delete(ID, { slot })).rejects.toThrow('deletePage');
    requireDone(await api.pages.publish(ID, { slot }));
    await expect(api.pages.publish(ID, { slot })).rejects.toThrow('publishPage');
    break;
  }
  expect(server.asked.map(({ method }) => method)).toEqual(['PUT']);
});

test('there is no slot after the signal, nor after the client was closed', async () => {
  const { api } = await open();
  const first = (signal?: AbortSignal) => api.pages.slots('updatePage', signal).next();
  await expect(first(AbortSignal.abort())).rejects.toThrow(Failure);
  await api.close();
  await expect(first()).rejects.toThrow(Failure);
});

test('writes that read in their slots do not wait for each other, however many there are', async () => {
  const opened = await open();
  const all = Array.from({ length: 3 * LANE_SIZES.writes }, () =>
    write(opened, async () => void (await opened.api.pages.read(ID))),
  );
  for (const written of await Promise.all(all)) requireDone(written);
  const methods = opened.server.asked.map(({ method }) => method);
  expect(methods.filter((method) => method === 'PUT')).toHaveLength(all.length);
  expect(methods.filter((method) => method === 'GET')).toHaveLength(all.length);
});
