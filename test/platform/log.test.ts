/** Lines of the log, and what they are made of. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressList, behindProxies } from '../../src/system/http/forwarded.ts';
import type { HttpRequest } from '../../src/system/http/exchange.ts';
import { withRequestId } from '../../src/system/http/request-id.ts';
import { createEventLog, jsonLine, logged } from '../../src/platform/watch/log.ts';
import { DatabaseUnavailable } from '../../src/platform/database/unavailable.ts';
import type { AnsweredRequest } from '../../src/platform/watch/observer.ts';
import { FixedClock } from '../support/clocks.ts';

test('a line contains the given fields, and no characters that control a terminal or end the line', () => {
  const odd = fc.constantFrom(
    '\n',
    '\r',
    '\u001b',
    '\u007f',
    '\u009b',
    '\u2028',
    '\u202e',
    '\ufeff',
  );
  const text = fc
    .array(fc.oneof(odd, fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (message) => {
      const line = jsonLine({ message });
      expect(JSON.parse(line)).toEqual({ message });
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

function opened() {
  const lines: string[] = [];
  const clock = new FixedClock();
  const log = createEventLog('a:1', clock, (line) => lines.push(line));
  return {
    clock,
    log,
    events: () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

test('losing the database is logged once, and so is its return', () => {
  const { clock, log, events } = opened();
  const observer = logged(log, () => clock.elapsed());
  const gone = new DatabaseUnavailable(new Error('connect ECONNREFUSED'));
  observer.reached(null);
  expect(events()).toEqual([]);
  observer.reached(gone);
  observer.reached(gone);
  clock.advance(3);
  observer.reached(null);
  observer.reached(null);
  expect(events()).toMatchObject([
    { level: 'error', event: 'database-lost', message: gone.message, instance: 'a:1' },
    { level: 'info', event: 'database-back', awayMs: 3000 },
  ]);
});

const REQUEST: AnsweredRequest = {
  asked: 'site',
  method: 'GET',
  target: '/v1/guide/intro?token=secret',
  status: 200,
  ms: 1.23456,
  client: '198.51.100.7',
  requestId: 'a',
  isCutOff: false,
};

test.each([
  [{}, { level: 'info', operation: 'site', route: '/v1/guide/intro', durationMs: 1.235 }],
  [{ status: 503 }, { level: 'warning' }],
  [{ status: 500 }, { level: 'error' }],
  [{ isCutOff: true }, { cutOff: true }],
  [
    { asked: 'health', target: '/readyz', status: 503 },
    { route: '/readyz', level: 'warning' },
  ],
] as const)('a request %o is logged as %o', (request, event) => {
  const { log, events } = opened();
  logged(log, () => 0).requestAnswered({ ...REQUEST, ...request });
  const [told, ...more] = events();
  expect(told).toMatchObject(event);
  expect(JSON.stringify(told)).not.toContain('secret');
  expect(more).toEqual([]);
});

test('an answer to a health check that succeeds is not logged', () => {
  const { log, events } = opened();
  logged(log, () => 0).requestAnswered({ ...REQUEST, asked: 'health', target: '/readyz' });
  expect(events()).toEqual([]);
});

const NEW = /^[\da-f]{8}-[\da-f-]{27}$/;

test.each([
  ['10.0.0.1', 'from-the-proxy', /^from-the-proxy$/],
  ['::ffff:10.0.0.1', 'from-the-proxy', /^from-the-proxy$/],
  ['192.0.2.1', 'from-a-client', NEW],
  ['10.0.0.1', undefined, NEW],
  ['10.0.0.1', 'two words', NEW],
  ['10.0.0.1', 'a"},{"level":"error', NEW],
  ['10.0.0.1', 'x'.repeat(129), NEW],
])('from %s, the request id %j becomes one like %s', async (ipAddress, given, kept) => {
  const seen: HttpRequest[] = [];
  const handle = behindProxies(
    withRequestId((request) => {
      seen.push(request);
      return Promise.resolve({ status: 200, headers: {}, body: null });
    }),
    addressList(['10.0.0.0/8']),
  );
  const { headers } = await handle({
    method: 'GET',
    target: '/',
    headers: { 'x-request-id': given },
    ipAddress,
    body: new Blob([]).stream(),
  });
  expect(headers['X-Request-Id']).toMatch(kept);
  expect(seen[0]?.headers['x-request-id']).toBe(headers['X-Request-Id']);
});
