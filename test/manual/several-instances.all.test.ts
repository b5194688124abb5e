/** The files with which the manual runs several instances. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { main } from '../../src/main.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createHost, runDocs } from '../support/host.ts';
import { HAS_POSTGRES, newDatabase } from '../support/postgres.ts';
import { problemsByPublishedSchema } from '../support/published-schema.ts';
import { readFences } from './fences.ts';

const PAGE = new URL('../../manual/docs/current/manual/several-instances.md', import.meta.url);

/** The file of this name, as the manual has it. */
async function fileOf(name: string): Promise<string> {
  const fence = readFences(await readFile(PAGE, 'utf8')).find(({ title }) => title === name);
  if (!fence) throw new Error(`the manual has no ${name}`);
  return `${fence.lines.join('\n')}\n`;
}

interface Service {
  readonly command?: string;
  readonly environment?: Record<string, string>;
  readonly stop_grace_period?: string;
  readonly networks?: readonly string[];
}

interface Compose {
  readonly services: Record<string, Service>;
  readonly networks: { inside: { ipam: { config: { subnet: string }[] } } };
}

const readCompose = async (): Promise<Compose> =>
  parse(await fileOf('compose.yaml'), { merge: true }) as Compose;

/** The arguments after `docs`, without those of `platform start` that a test sets itself. */
const startArguments = (line: string): string[] =>
  line
    .replace(/\s*--(?:drain|trusted-proxy) \S+/g, '')
    .replace(/(--(?:metrics-)?port) \S+/g, '$1 0')
    .trim()
    .split(/\s+/);

test('the compose file is one by the schema of Compose, and another is not', async () => {
  const compose = await readCompose();
  expect(await problemsByPublishedSchema('compose-spec', compose)).toEqual([]);
  const wrong = { ...compose, services: { ...compose.services, odd: { comand: 'x' } } };
  expect(await problemsByPublishedSchema('compose-spec', wrong)).not.toEqual([]);
});

test('the compose file and the Caddyfile speak of the same instances, ports and networks', async () => {
  const { services, networks } = await readCompose();
  const instances = Object.entries(services).filter(([, { command }]) => command !== undefined);
  expect(instances.map(([name]) => name)).toEqual(['platform-1', 'platform-2', 'platform-3']);
  const caddyfile = await fileOf('Caddyfile');
  for (const [name, { command = '', environment, stop_grace_period: grace = '' }] of instances) {
    expect(caddyfile).toContain(`${name}:4000`);
    expect(command).toContain('--port 4000');
    expect(command).toContain(`--host-name ${caddyfile.split(' ', 1)[0] ?? ''}`);
    expect(command).toContain(`--trusted-proxy ${networks.inside.ipam.config[0]?.subnet ?? ''}`);
    expect(environment?.['DOCS_PLATFORM_DATABASE']).toContain('@database/docs');
    const drain = Number(/--drain (\d+)/.exec(command)?.[1]);
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(drain + 10);
  }
});

test.each(['compose.yaml', 'docs-platform.service'])(
  'docs takes the options in %s',
  async (name) => {
    const line =
      name === 'compose.yaml'
        ? ((await readCompose()).services['platform-1']?.command ?? '')
        : (/^ExecStart=\S+ (.*)$/m.exec(await fileOf(name))?.[1] ?? '');
    const stop = new AbortController();
    const { host, stdout, stderr } = createHost({
      cwd: await temporaryFolder(),
      signal: stop.signal,
    });
    const serving = main([...startArguments(line), '--drain', '0'], host);
    await Promise.race([once(host.stdout, 'data'), serving]);
    stop.abort();
    expect([await serving, stdout()]).toEqual([0, expect.stringContaining('The platform runs at')]);
    expect(stderr()).toContain('"event":"started"');
  },
);

const ANALYZE = '/usr/bin/systemd-analyze';

test.skipIf(!existsSync(ANALYZE))('systemd finds nothing in the unit', async () => {
  const unit = (await fileOf('docs-platform.service')).replace('/usr/bin/docs', '/bin/true');
  expect(unit).toContain('/bin/true');
  const folder = await temporaryFolder();
  const path = join(folder, 'docs-platform.service');
  await writeFile(path, unit);
  const { stdout, stderr } = await promisify(execFile)(ANALYZE, ['verify', '--man=no', path]);
  const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('docs-platform'));
  expect(about).toEqual([]);
});

const CADDY = process.env['DOCS_TEST_CADDY'] ?? '/usr/bin/caddy';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Instance {
  readonly port: number;
  readonly stop: () => Promise<number>;
}

async function startInstance(database: string): Promise<Instance> {
  const stop = new AbortController();
  const { host, stdout } = createHost({ cwd: await temporaryFolder(), signal: stop.signal });
  const argv = ['platform', 'start', '--json', '--no-rate-limits', '--database', database];
  const options = [
    '--host-name',
    'docs.example.com',
    '--trusted-proxy',
    '127.0.0.1',
    '--drain',
    '4',
  ];
  const serving = main([...argv, ...options], host);
  await Promise.race([once(host.stdout, 'data'), serving]);
  const { baseUrl } = JSON.parse(stdout()) as { baseUrl: string };
  return {
    port: Number(new URL(baseUrl).port),
    stop: () => {
      stop.abort();
      return serving;
    },
  };
}

/** Runs the Caddyfile of the manual, without TLS and with these instances. */
async function startCaddy(instances: readonly Instance[]): Promise<number> {
  const port = await freePort();
  const file = (await fileOf('Caddyfile'))
    .replace('docs.example.com {', `http://:${port} {`)
    .replace(
      /platform-(\d):4000/g,
      (_, n: string) => `127.0.0.1:${instances[Number(n) - 1]?.port}`,
    );
  const folder = await temporaryFolder({ Caddyfile: `{\n\tadmin off\n}\n${file}` });
  const env = { PATH: process.env['PATH'], HOME: folder };
  const child = spawn(CADDY, ['run', '--config', 'Caddyfile'], { cwd: folder, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('serving initial configuration')) resolve();
    });
    child.once('close', () => reject(new Error(said)));
  });
  return port;
}

describe.skipIf(!HAS_POSTGRES || !existsSync(CADDY))(
  'behind Caddy, by the file of the manual',
  () => {
    test(
      'instances are replaced one after another and no request fails',
      { timeout: 120_000 },
      async () => {
        const { url, drop } = await newDatabase();
        onTestFinished(drop);
        const made = await runDocs(['platform', 'key', 'create', '--database', url], { cwd: '/' });
        const key = made.stdout.trim();
        const instances = [
          await startInstance(url),
          await startInstance(url),
          await startInstance(url),
        ];
        const port = await startCaddy(instances);
        const agent = new Agent({ keepAlive: true, maxSockets: 8 });
        const failures: unknown[] = [];
        let answered = 0;
        const ask = async (path: string, headers: Record<string, string> = {}) => {
          const asked = httpRequest({
            port,
            path,
            agent,
            headers: { Host: 'docs.example.com', 'X-Api-Key': key, ...headers },
          });
          asked.end();
          const [answer] = (await once(asked, 'response')) as [IncomingMessage];
          return { status: answer.statusCode, body: await text(answer) };
        };
        const over = new AbortController();
        const loops = Array.from({ length: 8 }, async () => {
          while (!over.signal.aborted) {
            const { status } = await ask('/api/v1/users').catch((error: unknown) => ({
              status: error,
            }));
            if (status === 200) answered += 1;
            else failures.push(status);
          }
        });
        const [first, second, third] = instances;
        expect(await first?.stop()).toBe(0);
        expect(await second?.stop()).toBe(0);
        over.abort();
        await Promise.all(loops);
        expect(failures).toEqual([]);
        expect(answered).toBeGreaterThan(16);
        expect((await ask('/api/v1/users', { Host: 'evil.example' })).status).toBe(403);
        expect(await third?.stop()).toBe(0);
        agent.destroy();
      },
    );
  },
);
