/** The metrics and the log of a running platform, through `main` and over HTTP. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { OPERATIONS } from '../../../src/model/operations.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs } from '../../support/host.ts';
import { HAS_POSTGRES, newDatabase } from '../../support/postgres.ts';
import { request } from '../../support/request.ts';
import { expectOfSchema } from '../../support/schema.ts';

interface Started {
  readonly baseUrl: string;
  readonly siteUrl?: string;
  readonly metricsUrl?: string;
  readonly apiKey: string;
}

async function start(...argv: readonly string[]) {
  const cwd = await temporaryFolder({ 'docs/v1.0/guide/_settings.yaml': 'title: Guide\n' });
  const stop = new AbortController();
  const { host, stdout, stderr } = createHost({ cwd, signal: stop.signal });
  const serving = main(['platform', 'start', '--json', '--from', '.', ...argv], host);
  await Promise.race([once(host.stdout, 'data'), serving]);
  const started = JSON.parse(stdout()) as Started;
  await expectOfSchema('platform-start', started);
  let ended: Promise<number> | undefined;
  const end = () => {
    stop.abort();
    return (ended ??= serving);
  };
  onTestFinished(async () => {
    await end();
  });
  const events = () =>
    stderr()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...started, end, events, stderr };
}

type Running = Awaited<ReturnType<typeof start>>;

/** The text that Prometheus reads: its form is the library's. */
async function metricsOf({ metricsUrl }: Running): Promise<string> {
  const answer = await fetch(metricsUrl ?? '');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.text();
}

/** The sample with these labels. */
function valueOf(
  metrics: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const line = metrics
    .split('\n')
    .find(
      (each) =>
        /^\w+/.exec(each)?.[0] === name &&
        Object.entries(labels).every(([label, value]) => each.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

const SECRET = 'correct-horse';

/** Requests of all kinds, with what must not be told in every place that a client can fill. */
async function useIt({ baseUrl, apiKey }: Running): Promise<void> {
  const origin = new URL(baseUrl).origin;
  for (let n = 0; n < 3; n += 1) await request({ baseUrl, apiKey }, 'GET', '/version');
  await request({ baseUrl, apiKey: SECRET }, 'GET', '/version');
  await request({ baseUrl, apiKey }, 'GET', `/search?query=${SECRET}`);
  await request({ baseUrl, apiKey }, 'GET', `/page/${SECRET}?token=${SECRET}`);
  await request({ baseUrl, apiKey }, 'GET', `/nothing/${SECRET}`);
  await request({ baseUrl, apiKey }, 'PUT', '/users', { json: { name: SECRET } });
  await fetch(`${baseUrl}/search`, { method: 'OPTIONS' });
  await fetch(`${origin}/readyz?x=${SECRET}`);
  await fetch(`${origin}/readyz`);
}

const PLACES = [
  { on: 'SQLite', place: () => Promise.resolve([]) },
  {
    on: 'PostgreSQL',
    place: async () => {
      const { url, drop } = await newDatabase();
      onTestFinished(drop);
      const address = new URL(url);
      address.password = SECRET;
      return ['--database', address.href];
    },
  },
];

describe.each(PLACES.slice(0, HAS_POSTGRES ? 2 : 1))('on $on', ({ on, place }) => {
  test('metrics count requests, limits and transactions, and tell no secret', async () => {
    const running = await start('--metrics-port', '0', ...(await place()));
    await useIt(running);
    const metrics = await metricsOf(running);
    const count = (operation: string, status: string) =>
      valueOf(metrics, 'docs_http_requests_total', { operation, status });
    expect(count('listVersions', '200')).toBe(3);
    expect(count('listVersions', '400')).toBe(1);
    expect(count('preflight', '204')).toBe(1);
    expect(count('health', '200')).toBe(1);
    expect(count('unknown', '404')).toBe(2);
    expect(count('unknown', '405')).toBe(1);
    const duration = 'docs_http_request_duration_seconds_count';
    expect(valueOf(metrics, duration, { operation: 'listVersions' })).toBe(4);
    const limits = 'docs_rate_limit_requests_total';
    expect(valueOf(metrics, limits, { operation: 'listVersions', outcome: 'granted' })).toBe(3);
    expect(valueOf(metrics, 'docs_http_requests_in_flight')).toBe(0);
    expect(valueOf(metrics, 'docs_database_up')).toBe(1);
    expect(valueOf(metrics, 'docs_database_write_queue')).toBe(0);
    const transactions = 'docs_database_transaction_duration_seconds_count';
    const waits = 'docs_database_transaction_wait_seconds_count';
    for (const kind of ['read', 'write']) {
      expect(valueOf(metrics, transactions, { kind })).toBeGreaterThan(0);
      expect(valueOf(metrics, waits, { kind })).toBe(valueOf(metrics, transactions, { kind }));
    }
    const hasServer = on === 'PostgreSQL';
    expect(metrics.includes('# TYPE docs_database_connections gauge')).toBe(hasServer);
    expect(valueOf(metrics, 'docs_database_connections', { state: 'in_use' })).toBe(
      hasServer ? 0 : undefined,
    );
    expect(valueOf(metrics, 'docs_build_info', { database: on.toLowerCase() })).toBe(1);
    expect(valueOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(valueOf(metrics, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(metrics).not.toContain(SECRET);
    expect(metrics).not.toContain(running.apiKey);
  });

  test('a log has a line for each request, with its id, and tells no secret', async () => {
    const running = await start('--log', 'json', ...(await place()));
    await useIt(running);
    const answer = await request(running, 'GET', '/version');
    expect(await running.end()).toBe(0);
    const events = running.events();
    expect(events.map(({ event }) => event)).toEqual([
      'started',
      ...Array.from({ length: 11 }, () => 'request'),
      'stopping',
      'stopped',
    ]);
    const [, first] = events;
    expect(first).toMatchObject({
      level: 'info',
      client: '127.0.0.1',
      method: 'GET',
      operation: 'listVersions',
      route: OPERATIONS.listVersions.path,
      status: 200,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      durationMs: expect.any(Number),
      instance: expect.stringMatching(/:\d+$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(events.at(-3)).toMatchObject({ requestId: answer.headers.get('x-request-id') });
    expect(events[6]).toMatchObject({ operation: 'readPage', route: '/page/{id}', status: 400 });
    expect(events[7]).not.toHaveProperty('route');
    expect(running.stderr()).not.toContain(SECRET);
    expect(running.stderr()).not.toContain(running.apiKey);
  });
});

test.each([
  [['--metrics-listen', '0.0.0.0'], 2, '--metrics-listen needs a port'],
  [['--drain', '3601'], 2, 'a number of seconds from 0 to 3600'],
  [['--drain', '-1'], 2, 'a number of seconds from 0 to 3600'],
  [['--log', 'text'], 2, 'json'],
] as const)('%j is refused', async (argv, exitCode, message) => {
  const run = await runDocs(['platform', 'start', ...argv], { cwd: await temporaryFolder() });
  expect(run).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
});

test('a port that is taken is named with its option, and nothing stays open', async () => {
  const running = await start('--metrics-port', '0');
  const { port } = new URL(running.metricsUrl ?? '');
  const cwd = await temporaryFolder();
  for (const [option, ...others] of [['--port', '--metrics-port', '0'], ['--metrics-port']]) {
    const argv = ['platform', 'start', ...others, option ?? '', port];
    const run = await runDocs(argv, { cwd });
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stderr).toContain(`Port ${port} is in use.`);
    expect(run.stderr).toContain(`Choose another with ${option}`);
  }
});

test('metrics on loopback are not for web sites that point a name of their own at it', async () => {
  const running = await start('--metrics-port', '0');
  const asked = httpRequest(running.metricsUrl ?? '', { headers: { Host: 'evil.example' } });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(403);
  expect((await fetch(new URL('/', running.metricsUrl))).status).toBe(404);
});
