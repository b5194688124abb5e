/** In a pipeline, links come from strangers: what must never be asked. */
import { createServer } from 'node:http';
import type os from 'node:os';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  isAskable,
  isPublicAddress,
  lookupPublic,
  NOT_PUBLIC,
} from '../../../src/commands/check/external/askable.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

vi.mock('node:os', async (original) => ({
  ...(await original<typeof os>()),
  networkInterfaces: () => ({
    eth0: [{ address: '45.33.32.156' }, { address: '2600:3c01::f03c:91ff:fe18:bb2f' }],
    odd0: [{ address: 'fe80::1%odd0' }],
  }),
}));

test.each([
  '45.33.32.156',
  '2600:3c01:0:0:f03c:91ff:fe18:bb2f',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '203.0.113.7',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  '3fff::1',
  '::127.0.0.1',
  'fec0::1',
  'localhost',
  '',
])('%s is not of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://017700000001/',
  'http://[::ffff:7f00:1]/',
  'http://localhost/',
  'http://localhost./',
  'http://intranet/',
  'http://metadata.google.internal/',
  'http://printer.local/',
  'http://router.home.arpa/',
  'https://docs.example.com/',
  'https://a.test/',
  'https://user:secret@github.com/',
  'https://github.com:22/',
  'http://github.com:8080/',
  'ftp://github.com/',
  'file:///etc/passwd',
])('%s is not asked', (url) => {
  expect(isAskable(new URL(url))).toBe(false);
});

test.each([
  'https://github.com/a?b=c',
  'http://github.com:80/',
  'https://8.8.8.8/',
  'https://münchen.de/',
])('%s is', (url) => {
  expect(isAskable(new URL(url))).toBe(true);
});

describe('a look-up', () => {
  test.each([true, false])('gives no address of this machine (all: %s)', async (all) => {
    const error = await new Promise((resolve) => {
      lookupPublic('localhost', { all }, resolve);
    });

    expect(error).toMatchObject({ code: NOT_PUBLIC });
  });
});

test('docs check --external sends nothing to this machine, whatever links say', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const links = ['127.0.0.1', 'localhost', '[::1]', '127.1', '0'].map(
    (host) => `[x](http://${host}:${port}/)`,
  );
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': 'content: [{ path: docs }]\n',
    'docs/v1/d/a.md': `---\ntitle: A\n---\n\n${links.join('\n')}\n`,
  });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(JSON.parse(run.stdout)).toMatchObject({ external: { links: 0, known: 0, unknown: 0 } });
  expect(requests).toBe(0);
});
