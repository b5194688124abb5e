import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectProxy } from './support/connect-proxy.ts';
import { openConnectProxy } from './support/connect-proxy.ts';
import { KEY } from './support/open-api.ts';
import type { ScriptedServer } from './support/scripted-server.ts';
import { json, openScriptedServer } from './support/scripted-server.ts';

const OPENSSL = 'openssl';

/** Certificates are made by OpenSSL's command: no key of any kind is kept in this repository. */
const hasOpenssl = (() => {
  try {
    execFileSync(OPENSSL, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasOpenssl)('over TLS (needs the openssl command)', () => {
  let folder: string;
  let client: string;
  let certificate: string;
  let server: ScriptedServer;
  let proxy: ConnectProxy;
  let baseUrl: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-cli-tls-'));
    certificate = join(folder, 'certificate.pem');
    const keyFile = join(folder, 'key.pem');
    const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
    const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const output = ['-keyout', keyFile, '-out', certificate, '-days', '2'];
    execFileSync(
      OPENSSL,
      ['req', '-x509', ...options, ...output, '-subj', '/CN=localhost', '-addext', names],
      { stdio: 'ignore' },
    );
    const [cert, key] = await Promise.all([readFile(certificate), readFile(keyFile)]);
    server = await openScriptedServer((listener) => createTlsServer({ cert, key }, listener));
    baseUrl = server.baseUrl.replace('http:', 'https:');
    server.otherwise(json(200, []));
    client = await bundleClient(folder);
  });

  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    server.asked.splice(0);
    proxy = await openConnectProxy();
    return () => proxy.close();
  });

  /** What the child says, with these variables and no others. */
  const get = (env: Record<string, string>): Promise<unknown> => run(client, baseUrl, env);

  test('a certificate of an unknown authority is refused, and nothing is sent', async () => {
    expect(await get({})).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('certificate') as string,
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
    });
    expect(server.asked).toEqual([]);
  });

  test('NODE_EXTRA_CA_CERTS makes the authority known', async () => {
    expect(await get({ NODE_EXTRA_CA_CERTS: certificate })).toEqual({ versions: 0 });
  });

  test('HTTPS_PROXY is used with a tunnel, and does not see the key', async () => {
    const url = proxy.url.replace('http://', 'http://ann:p%40ss@');
    expect(await get({ NODE_EXTRA_CA_CERTS: certificate, HTTPS_PROXY: url })).toEqual({
      versions: 0,
    });
    expect(proxy.tunnels).toEqual([new URL(baseUrl).host]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('ann:p@ss').toString('base64')}`]);
    expect(server.asked.map(({ headers }) => headers['x-api-key'])).toEqual([KEY]);
  });

  test('NO_PROXY skips the proxy', async () => {
    const env = { NODE_EXTRA_CA_CERTS: certificate, HTTPS_PROXY: proxy.url, NO_PROXY: '127.0.0.1' };
    expect(await get(env)).toEqual({ versions: 0 });
    expect(proxy.tunnels).toEqual([]);
  });

  test('a certificate is checked in the same way behind a proxy', async () => {
    expect(await get({ HTTPS_PROXY: proxy.url })).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('certificate') as string,
    });
    expect(server.asked).toEqual([]);
  });

  test('a proxy that refuses is named in the error', async () => {
    proxy.refuseWith(407);
    const outcome = await get({ NODE_EXTRA_CA_CERTS: certificate, HTTPS_PROXY: proxy.url });
    expect(outcome).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('proxy answered 407') as string,
      hint: expect.stringContaining('HTTPS_PROXY') as string,
    });
  });

  test('plain http on this machine uses no proxy', async () => {
    const plain = await openScriptedServer();
    plain.otherwise(json(200, []));
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    expect(await run(client, plain.baseUrl, env)).toEqual({ versions: 0 });
    expect([plain.asked.length, proxy.tunnels.length]).toEqual([1, 0]);
    await plain.close();
  });
});

/** The client as the package ships it: one file with lazy chunks. */
async function bundleClient(folder: string): Promise<string> {
  await build({
    entryPoints: [fileURLToPath(new URL('../../src/api/api.ts', import.meta.url))],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node20.19',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return join(folder, 'api.mjs');
}

function run(client: string, baseUrl: string, env: Record<string, string>): Promise<unknown> {
  const child = fileURLToPath(new URL('support/child.js', import.meta.url));
  const args = [child, pathToFileURL(client).href, baseUrl];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env: { DOCS_API_KEY: KEY, ...env } }, (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout));
      else reject(error);
    });
  });
}
