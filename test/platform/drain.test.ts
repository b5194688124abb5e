/** A load balancer sends requests elsewhere before an instance closes its port: none of them fails. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../src/model/time.ts';
import { listen } from '../../src/system/http/listen.ts';
import { realClock } from '../support/host.ts';
import { start } from './support/platform.ts';
import type { TestPlatform } from '../support/platform.ts';

/** Resolves when it is told to. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

async function get(url: string, agent: Agent, headers: Record<string, string> = {}) {
  const asked = httpRequest(url, { agent, headers });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer), headers: answer.headers };
}

/** Asks the first ready instance for its pages each time, over connections that stay open. */
class Client {
  answered = 0;
  readonly failures: unknown[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #instances: readonly TestPlatform[];

  constructor(instances: readonly TestPlatform[]) {
    this.#instances = instances;
  }

  async #ready(): Promise<TestPlatform | undefined> {
    for (const each of this.#instances) {
      const { status } = await get(new URL('/readyz', each.baseUrl).href, this.#agent).catch(
        () => ({ status: 0 }),
      );
      if (status === 200) return each;
    }
    return undefined;
  }

  /** Resolves to the instance that answered. */
  async ask(): Promise<TestPlatform | undefined> {
    const instance = await this.#ready();
    try {
      const { baseUrl, apiKey } = instance as TestPlatform;
      const { status } = await get(`${baseUrl}/users`, this.#agent, { 'X-Api-Key': apiKey });
      if (status !== 200) throw new Error(`status ${status}`);
      this.answered += 1;
    } catch (error) {
      this.failures.push(error);
    }
    return instance;
  }

  end(): void {
    this.#agent.destroy();
  }
}

test('while an instance stops, no request of clients that respect /readyz fails, and a running one is completed', async () => {
  const drain = gate();
  const asked: number[] = [];
  const clock: Clock = {
    ...realClock,
    sleep: (ms) => {
      asked.push(ms);
      return drain.opened;
    },
  };
  const held = gate();
  const arrived = gate();
  const stopping = await start({
    clock,
    rateLimits: false,
    inFront: (service) => async (request) => {
      if (request.headers['x-hold'] !== undefined) {
        arrived.open();
        await held.opened;
      }
      return service(request);
    },
  });
  const staying = await start({ rateLimits: false });
  onTestFinished(() => staying.close());
  const clients = Array.from({ length: 8 }, () => new Client([stopping, staying]));
  const over = new AbortController();
  const loops = clients.map(async (client) => {
    while (!over.signal.aborted) await client.ask();
  });
  const slow = get(`${stopping.baseUrl}/users`, new Agent({ keepAlive: true }), {
    'X-Api-Key': stopping.apiKey,
    'X-Hold': 'until the port is closed',
  });
  await arrived.opened;
  for (const client of clients) expect(await client.ask()).toBe(stopping);

  const closed = stopping.close(10_000);
  expect(asked).toEqual([10_000]);
  const unready = await fetch(new URL('/readyz', stopping.baseUrl));
  expect([unready.status, await unready.text()]).toEqual([503, 'stopping\n']);
  // Who does not heed it is still served.
  const late = await fetch(`${stopping.baseUrl}/users`, {
    headers: { 'X-Api-Key': stopping.apiKey },
  });
  expect(late.status).toBe(200);
  expect(late.headers.get('connection')).toBe('close');
  for (const client of clients) {
    while ((await client.ask()) !== staying);
  }
  drain.open();
  // The request under way is waited for, but not for long: it ends as soon as the port is closed.
  const isOpen = (): Promise<boolean> =>
    fetch(stopping.baseUrl).then(
      () => true,
      () => false,
    );
  while (await isOpen());
  held.open();
  expect(await slow).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
  for (const client of clients) expect(await client.ask()).toBe(staying);
  over.abort();
  await Promise.all(loops);
  await expect(fetch(`${stopping.baseUrl}/users`)).rejects.toThrow(/fetch failed/);
  for (const client of clients) {
    expect(client.failures).toEqual([]);
    expect(client.answered).toBeGreaterThan(3);
    client.end();
  }
});

test('an answer that began before the port closes is completed, and its connection does not delay the end', async () => {
  const held = gate();
  const server = await listen(
    () =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: (async function* () {
          yield Buffer.from('first ');
          await held.opened;
          yield Buffer.from('last');
        })(),
      }),
    0,
    { patienceMs: 3_600_000 },
  );
  const agent = new Agent({ keepAlive: true });
  const asked = httpRequest(`http://127.0.0.1:${server.port}/`, { agent });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.headers.connection).toBe('keep-alive');
  const closed = server.close();
  held.open();
  expect(await text(answer)).toBe('first last');
  await closed;
  agent.destroy();
});
