/**
 * Rate limits: 429 after as many requests as the table says, for this operation and this key only,
 * until the window ends. Only against the embedded platform: it moves the clock, and counts requests
 * that were not made. Of the revision 2026, only the rows that differ; on PostgreSQL, each limit once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { limitsOf } from '../../src/platform/limits.ts';
import { route } from '../../src/platform/request/call.ts';
import { findKey } from '../../src/platform/resources/keys.ts';
import { ON_POSTGRES } from '../support/platform.ts';
import { askRow, namesFor, pathOf, type Names } from './ask-row.ts';
import { rowsIn, type Row } from './rows.ts';
import { errorOf } from './shapes.ts';
import { EXTERNAL, openTarget, type Target } from './target.ts';

/** For PostgreSQL, where counting to a limit takes a write for each request. */
const isFirstWithItsLimit = ({ limit }: Row, at: number, rows: readonly Row[]): boolean =>
  rows.findIndex((row) => row.limit === limit) === at;

export function rateLimits(api: ApiRevision): void {
  describe.skipIf(EXTERNAL)('rate limits', () => {
    let target: Target;
    let names: Names;
    const rows = rowsIn(api).filter(({ in2026 }) => api === 'classic' || in2026);
    const own = ON_POSTGRES ? rows.filter(isFirstWithItsLimit) : rows;

    beforeAll(async () => {
      target = await openTarget(api);
      names = await namesFor(target);
    });

    afterAll(() => target.close());

    const newKey = () =>
      target.platform.admin.createKey({ name: 'limited', permissions: null, versions: null });

    /**
     * Uses up so many requests: the first over HTTP, with a bad parameter, as refused requests
     * count as well; the others are counted as the platform counts them.
     */
    async function consume(row: Pick<Row, 'method' | 'path'>, key: string, count: number) {
      const sent = Math.min(count, 9);
      const path = row.path.replace(/\{.*\}/, '1');
      for (let n = 0; n < sent; n += 1) {
        expect((await target.ask(row.method, `${path}?bad=1`, { key })).status).toBe(400);
      }
      const { store } = target.platform;
      const found = await findKey(store, key);
      const routed = route(row.method, path);
      if (!found || !('operation' in routed)) throw new Error(`no such request: ${path}`);
      const take = limitsOf(store.database.counters, {
        api,
        rateLimits: true,
        remaining: 'consumed',
        clock: target.clock,
      });
      let left = count - sent;
      const worker = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await take(found.id, routed.operation);
        }
      };
      await Promise.all(Array.from({ length: 10 }, worker));
    }

    describe.each(own)('$name ($method $path): $limit in $windowSeconds s', (row) => {
      test('429 after the limit, until the window ends', async () => {
        const key = await newKey();
        await consume(row, key, row.limit - 1);
        const last = await target.ask(row.method, pathOf(row, names), { key });
        expect(last.status).not.toBe(429);

        const refused = await askRow(target, row, names, { key });
        expect(refused).toBeRefused(429, /too many requests/i);
        expect(errorOf(refused)).toMatchObject({ code: 9 });
        target.clock.advance(row.windowSeconds - 1);
        expect((await askRow(target, row, names, { key })).status).toBe(429);
        target.clock.advance(1);
        expect((await askRow(target, row, names, { key })).status).not.toBe(429);
      });
    });

    test.runIf(api === 'classic' && !ON_POSTGRES)('search: 10800 an hour', async () => {
      const key = await newKey();
      await consume({ method: 'GET', path: '/search' }, key, 10_800);
      expect(await target.get('/search?query=x', { key })).toBeRefused(429);
    });

    test('are counted per operation and per key', async () => {
      const key = await newKey();
      for (let n = 0; n < 10; n += 1) await target.get('/export?bad=1', { key });
      expect((await target.get('/export', { key })).status).toBe(429);
      expect((await target.get('/version', { key })).status).toBe(200);
      expect((await target.get('/export', { key: await newKey() })).status).toBe(200);
    });

    test('the headers count the requests consumed, and keep the end of the window', async () => {
      const key = await newKey();
      const seen = [];
      for (let n = 0; n < 3; n += 1) {
        const { headers } = await target.get('/version', { key });
        seen.push([headers.get('X-RateLimit-Remaining'), headers.get('X-RateLimit-Reset')]);
        target.clock.advance(10);
      }
      const reset = seen[0]?.[1];
      expect(seen).toEqual([
        ['1', reset],
        ['2', reset],
        ['3', reset],
      ]);
      target.clock.advance(3600);
      const { headers } = await target.get('/version', { key });
      expect(headers.get('X-RateLimit-Remaining')).toBe('1');
      expect(Number(headers.get('X-RateLimit-Reset'))).toBeGreaterThan(Number(reset));
    });

    test('refusals carry none of the headers', async () => {
      const key = await newKey();
      for (let n = 0; n < 11; n += 1) await target.get('/export?bad=1', { key });
      for (const path of ['/export', '/page/1', '/version?bad=1']) {
        const { status, headers } = await target.get(path, { key });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(headers.get('X-RateLimit-Limit')).toBeNull();
        expect(headers.get('Retry-After')).toBeNull();
      }
    });
  });

  describe.skipIf(EXTERNAL)('rate limits, other deployments', () => {
    test('the header can count what remains', async () => {
      const target = await openTarget(api, { remaining: 'remaining' });
      const { headers } = await target.get('/version');
      expect(headers.get('X-RateLimit-Remaining')).toBe('59');
      await target.close();
    });

    test('can be off: nothing is refused, and the limit that is told is one that nobody reaches', async () => {
      const target = await openTarget(api, { rateLimits: false });
      for (let n = 0; n < 12; n += 1) {
        const { status, headers } = await target.get('/export');
        expect(status).toBe(200);
        expect(headers.get('X-RateLimit-Limit')).toBe('2147483647');
        expect(headers.get('X-RateLimit-Remaining')).toBe(String(n + 1));
        expect(Number(headers.get('X-RateLimit-Reset'))).toBeGreaterThan(0);
      }
      await target.close();
    });
  });
}
