import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressList, clientAddress } from '../../src/system/http/forwarded.ts';
import { listen } from '../../src/system/http/listen.ts';
import { start } from './support/platform.ts';

const TRUSTED = addressList(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);

test.each([
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['fd00::1', '2001:db8::1', '2001:db8::1'],
  ['10.1.2.3', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['10.1.2.3', '203.0.113.9, 198.51.100.7, 10.0.0.9', '198.51.100.7'],
  ['10.1.2.3', '10.0.0.8, 10.0.0.9', '10.0.0.8'],
  ['10.1.2.3', 'unknown, 10.0.0.9', '10.0.0.9'],
  ['10.1.2.3', '', '10.1.2.3'],
])('from %s with %j it is %s', (peer, header, client) => {
  expect(clientAddress(peer, header, TRUSTED)).toBe(client);
});

test('the header of a client is ignored, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(clientAddress('10.0.0.1', `${text}, 198.51.100.7`, TRUSTED)).toBe('198.51.100.7');
      expect(clientAddress('192.0.2.1', text, TRUSTED)).toBe('192.0.2.1');
    }),
  );
});

test.each(['10.0.0.0/33', 'proxy.example.com', '10.0.0.0/8/8', '', '10.0.0.1/'])(
  'a proxy is an address or a range, not %j',
  (text) => {
    expect(() => addressList([text])).toThrow(/neither an address nor a range/);
  },
);

/** Status of a request with this Host header. */
async function statusFor(baseUrl: string, apiKey: string, headers: Record<string, string>) {
  const sent = httpRequest(`${baseUrl}/version`, { headers: { 'X-Api-Key': apiKey, ...headers } });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('the platform accepts only requests for the host names that it was given', async () => {
  const platform = await start({ hosts: ['docs.example.com'] });
  const { baseUrl, apiKey } = platform;
  for (const [host, status] of [
    ['docs.example.com', 200],
    ['DOCS.example.com:8443', 200],
    ['localhost:1', 200],
    ['example.com', 403],
    ['docs.example.com.evil.example', 403],
  ] as const) {
    expect(await statusFor(baseUrl, apiKey, { Host: host })).toBe(status);
  }
  await platform.close();
});

test('the audit log has the address that a trusted proxy sends', async () => {
  for (const [proxies, seen] of [
    [['127.0.0.1'], '198.51.100.7'],
    [[], '127.0.0.1'],
  ] as const) {
    const platform = await start({ proxies });
    const { baseUrl, apiKey } = platform;
    const id = await platform.admin.documentationId('v1', 'guides');
    const headers = { 'X-Api-Key': apiKey, 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' };
    const body = JSON.stringify({ title: 'T', content: '' });
    const made = await fetch(`${baseUrl}/documentation/${id}/page`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    });
    expect(made.status).toBe(200);
    const log = await (await fetch(`${baseUrl}/audit`, { headers })).text();
    expect(log).toContain(seen);
    await platform.close();
  }
});

test('a running request is answered when the platform stops, and its connection ends with it', async () => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAsked = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const server = await listen(async () => {
    isAsked();
    await asked;
    return { status: 200, headers: {}, body: 'whole' };
  }, 0);
  const answered = fetch(`http://127.0.0.1:${server.port}/`);
  await arrived;
  const closed = server.close();
  answer();
  const response = await answered;
  expect(await response.text()).toBe('whole');
  expect(response.headers.get('connection')).toBe('close');
  await closed;
});
