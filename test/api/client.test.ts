import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/api.ts';
import { requireDone } from '../../src/api/call.ts';
import type { Written } from '../../src/api/call.ts';
import type { Failure } from '../../src/model/failure.ts';
import type { DocumentationId, PageId, ReferenceId, Slug, VersionId } from '../../src/model/ids.ts';
import type { Page } from '../../src/model/resources.ts';
import { HandClock } from './support/hand-clock.ts';
import { KEY, PAGE, openApi } from './support/open-api.ts';
import type { Behaviour } from './support/scripted-server.ts';
import { cutOff, json, reset, silence, text } from './support/scripted-server.ts';

const ID = 17 as PageId;
const SLUG = 'intro' as Slug;
const ADDRESS = {
  version: { slug: 'v9' as Slug },
  documentation: { slug: 'guide' as Slug },
  slug: SLUG,
};
/** `PAGE` as it is read: with the times of the answer. */
const READ = {
  ...PAGE,
  answeredAt: expect.any(Number) as number,
  sentAt: { now: expect.any(Number) as number, elapsed: expect.any(Number) as number },
};

const LACKS = /^GET \S+: not found\. \/ undefined$/;
const LOOKS_WRONG =
  /^"http:\/\/127\.0\.0\.1:\d+\S*" does not look like a platform: GET \/\w+ answered 404\. \/ Addresses end in \/api\/v1; docs config shows which one is used$/;

const failureOf = async (promise: Promise<unknown>): Promise<Failure> => {
  try {
    await promise;
  } catch (error) {
    return error as Failure;
  }
  throw new Error('it did not fail');
};

const failureIn = async (writing: Promise<Written<unknown>>): Promise<Failure> => {
  const written = await writing;
  if (written.kind === 'done') throw new Error('it did not fail');
  return written.failure;
};

/** Answers compressed, as some proxies do although nobody asked for it. */
const packed =
  (status: number, encoding: string): Behaviour =>
  (response) => {
    const type = 'application/json';
    response.writeHead(status, { 'content-type': type, 'content-encoding': encoding });
    response.end(gzipSync(JSON.stringify(PAGE)));
  };

describe('an answer that is compressed although that was not requested', () => {
  test.each(['gzip', 'x-gzip', 'deflate', 'BR', 'zstd', 'gzip, br'])(
    '%s: is reported as the cause',
    async (encoding) => {
      const { api, server } = await openApi();
      server.otherwise(packed(200, encoding));
      for (const asked of [api.pages.read(ID), api.project.export()]) {
        const failure = await failureOf(asked);
        expect(failure.code).toBe('unreachable');
        expect(failure.message).toMatch(
          /^The answer of GET \S+ is compressed, although docs did not ask for that\.$/,
        );
        expect(failure.hint).toBe(
          'Switch off compression in the proxy between docs and the platform',
        );
      }
      expect(server.asked).toHaveLength(2);
    },
  );

  test('leaves the outcome of a write unknown', async () => {
    const { api, server } = await openApi();
    server.otherwise(packed(200, 'gzip'));
    expect(await api.pages.publish(ID)).toMatchObject({ kind: 'lost' });
  });

  test('is still a refusal if its status is one', async () => {
    const { api, server } = await openApi();
    server.otherwise(packed(400, 'gzip'));
    expect(await failureIn(api.pages.publish(ID))).toMatchObject({ code: 'platform-refused' });
  });

  test('is accepted if its header says that it is not compressed', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(200, PAGE, { 'content-encoding': 'identity' }));
    await expect(api.pages.read(ID)).resolves.toEqual(READ);
  });
});

describe('an answer that arrives slowly', () => {
  /** Sends a piece every few milliseconds, and the end after so many of them. */
  const trickle =
    (status: number, pieces: number): Behaviour =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        response.write(' ');
        if (sent === pieces) response.end(JSON.stringify(PAGE));
      }, 10);
      response.on('close', () => clearInterval(timer));
    };

  test('is given up after the maximum time for a request', async () => {
    const { api, server } = await openApi({ timeoutMs: 100 });
    server.otherwise(trickle(200, Infinity));
    const failure = await failureOf(api.pages.read(ID));
    expect(failure.message).toContain('the answer came too slowly');
    expect(failure.hint).toBe('Try again with a longer --timeout');
    expect(await api.pages.publish(ID)).toMatchObject({ kind: 'lost' });
  });

  test('is a refusal if its status is one', async () => {
    const { api, server } = await openApi({ timeoutMs: 100 });
    server.otherwise(trickle(404, Infinity));
    expect(await failureOf(api.pages.read(ID))).toMatchObject({ code: 'not-found' });
  });

  test('is accepted if it is streamed: only its pauses are limited', async () => {
    const { api, server } = await openApi({ timeoutMs: 100 });
    server.otherwise(trickle(200, 50));
    const { bytes } = await api.project.export();
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(' '.repeat(50) + JSON.stringify(PAGE));
  });
});

test('an answer that is too large is not requested again', async () => {
  const { api, server } = await openApi({ timeoutMs: 120_000 });
  server.otherwise(text(200, ' '.repeat(65 * 1024 * 1024)));
  expect((await failureOf(api.pages.read(ID))).message).toContain('larger than 64 MiB');
  expect(server.asked).toHaveLength(1);
});

describe('a request that throws in the tool', () => {
  test('gives its slot back, so that others do not wait for it', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(200, PAGE));
    const broken = new AbortController().signal;
    broken.addEventListener = () => {
      throw new Error('broken signal');
    };
    await expect(api.pages.read(ID, { signal: broken })).rejects.toThrow('broken signal');
    await expect(api.pages.read(ID)).resolves.toEqual(READ);
  });
});

describe('a call', () => {
  test('sends method, path, key, query and body as in the contract', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(200, PAGE));
    await api.pages.update(ID, { slug: SLUG, content: 'ü' });
    await api.pages.publish(ID);
    await api.pages.find({
      version: { slug: 'v1.0' as Slug },
      documentation: { id: 3 as DocumentationId },
      slug: 'a/../b ?' as Slug,
    });

    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /api/v1/page/17',
      'PUT /api/v1/page/17/publish',
      'GET /api/v1/page?version_slug=v1.0&documentation_id=3&page_slug=a%2F..%2Fb%20%3F',
    ]);
    for (const { headers } of server.asked) {
      expect(headers).toMatchObject({ 'x-api-key': KEY, 'user-agent': 'docs-cli/test' });
    }
    expect(server.asked.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json',
      'application/json',
      undefined,
    ]);
    expect(server.asked[0]?.body.toString()).toBe('{"slug":"intro","content":"ü"}');
    expect(server.asked[1]?.body).toHaveLength(0);
  });

  test('repeats each scope of the audit log, and encodes the plus of a date', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(200, { data: [], count: 0, total: 0, cursor: null }));
    await api.project.audit({ scopes: ['content', 'users'], untilMs: Date.UTC(2026, 0, 31, 12) });
    expect(server.asked.map(({ url }) => url)).toEqual([
      '/api/v1/audit?scopes=content&scopes=users&max_date=2026-01-31T12%3A00%3A00%2B00%3A00',
    ]);
  });

  test('accepts every 2xx status, and ignores unknown fields', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(202, { ...PAGE, brandNew: { deep: [1] } }));
    const read = await api.pages.read(ID);
    expect(read).toEqual(READ);
  });

  test.each<[string, (api: Api) => Promise<Page>]>([
    ['read', (api) => api.pages.read(ID)],
    ['written', async (api) => requireDone(await api.pages.publish(ID))],
  ])(
    'a page that is %s has the time at which the answered attempt was sent, after all waits',
    async (_, call) => {
      const { api, server, clock } = await openApi();
      const wait = { 'retry-after': '60' };
      server.script(json(429, {}, wait), json(429, {}, wait), json(200, PAGE));
      const { sentAt } = await call(api);
      expect(sentAt).toEqual({ now: clock.now(), elapsed: 120_000 });
    },
  );

  test('sends a definition as the multipart field file, and returns one unchanged', async () => {
    const { api, server } = await openApi();
    const reference = { id: 4, title: 'Pets', slug: 'pets', ordr: 1 };
    server.script(json(201, reference), (response) => {
      response.writeHead(200, { 'content-type': 'application/yaml' });
      response.end('openapi: 3.1.0\r\n# ü\n');
    });
    const file = { name: 'pe"ts.yaml', bytes: Buffer.from('openapi: 3.1.0') };
    const uploaded = await api.references.upload(2 as VersionId, file, { publish: false });
    expect(requireDone(uploaded)).toMatchObject(reference);
    const [asked] = server.asked;
    const boundary = /boundary=(.*)$/.exec(asked?.headers['content-type'] ?? '')?.[1];
    expect(asked?.url).toBe('/api/v1/version/2/reference?publish=false');
    expect(asked?.body.toString()).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="pe%22ts.yaml"\r\n` +
        `Content-Type: application/octet-stream\r\n\r\nopenapi: 3.1.0\r\n--${boundary}--\r\n`,
    );
    const definition = await api.references.definition(4 as ReferenceId, { draft: true });
    expect(Buffer.from(definition.bytes).toString()).toBe('openapi: 3.1.0\r\n# ü\n');
    expect(definition.contentType).toBe('application/yaml');
  });

  test('needs a key, and sends nothing without one', async () => {
    const { api, server } = await openApi({ key: '' });
    const failure = await failureOf(api.pages.read(ID));
    expect(failure).toMatchObject({ code: 'auth-required', exitCode: 4 });
    expect(failure.hint).toContain('DOCS_API_KEY');
    expect(server.asked).toEqual([]);
  });

  test('is counted by operation, retries included', async () => {
    const { api, server } = await openApi();
    server.script(json(500, {}), json(200, PAGE), json(200, []));
    await api.pages.read(ID);
    await api.versions.list();
    expect(api.requests).toEqual({ total: 3, byOperation: { readPage: 2, listVersions: 1 } });
  });

  test('is reported with method, path, status, time and limit', async () => {
    const { api, server, events } = await openApi();
    const reset = String(Date.UTC(2026, 0, 31, 12, 1) / 1000);
    const limited = (figure: number): Behaviour =>
      json(200, PAGE, {
        date: 'Sat, 31 Jan 2026 12:00:00 GMT',
        'x-ratelimit-limit': '600',
        'x-ratelimit-remaining': String(figure),
        'x-ratelimit-reset': reset,
      });
    server.script(limited(1), limited(2));
    await api.pages.read(ID);
    await api.pages.read(ID);
    expect(events.at(-1)).toEqual({
      type: 'request',
      method: 'GET',
      path: '/page/17',
      status: 200,
      problem: null,
      ms: 0,
      limit: { limit: 600, sent: 2, resetMs: 60_000 },
    });
  });
});

const TOP = { message: 'no such thing', httpCode: 404, code: 404 };

describe('a refusal', () => {
  test.each<[string, Behaviour, string, string]>([
    ['404, nested', json(404, { error: TOP }), 'not-found', 'no such thing'],
    ['404, at the top', json(404, TOP), 'not-found', 'no such thing'],
    [
      'an unknown key',
      json(400, { error: { message: 'API Key is invalid' } }),
      'auth-required',
      '',
    ],
    ['401', json(401, {}), 'auth-required', ''],
    ['403', json(403, {}), 'forbidden', 'page.read'],
    ['400', json(400, { error: { message: 'Upgrade Plan' } }), 'platform-refused', 'Upgrade Plan'],
    ['HTML', text(404, '<html>gone</html>'), 'not-found', ''],
    ['an empty body', text(410, ''), 'platform-refused', '410'],
    ['a cut-off body', cutOff(404, '{"error":{"mess'), 'not-found', ''],
    ['a list', json(418, [1]), 'platform-refused', '418'],
  ])('of %s', async (_, behaviour, code, words) => {
    const { api, server } = await openApi();
    server.otherwise(behaviour);
    const failure = await failureOf(api.pages.read(ID));
    expect(failure).toMatchObject({ name: 'Failure', code });
    expect(failure.message).toContain(words);
    expect(failure.message).toContain(code === 'auth-required' ? 'key' : '/page/17');
    expect(server.asked).toHaveLength(1);
  });

  test('is reported on one short line without control characters, however long and hostile', async () => {
    const { api, server } = await openApi();
    const message = `\u001B[31mred\u0007\r\n\u202Eevil ${'x'.repeat(10_000_000)}`;
    server.script(
      json(400, { message: message.slice(0, 20_000) }),
      json(400, { message }),
      json(400, { error: { message: 'a\u009B31mb' } }),
    );
    for (let n = 0; n < 3; n++) {
      const failure = await failureOf(api.pages.read(ID));
      expect(failure.code).toBe('platform-refused');
      expect(failure.message.length).toBeLessThan(500);
      expect(failure.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  test.each([
    [text(403, '<html>Access denied by the firewall</html>'), 'unreachable'],
    [text(403, '{"message":"No."}'), 'forbidden'],
    [json(403, 'No.'), 'forbidden'],
  ])('by 403 of a page is not a missing permission', async (behaviour, code) => {
    const { api, server } = await openApi();
    server.otherwise(behaviour);
    const failure = await failureOf(api.pages.read(ID));
    expect(failure).toMatchObject({ code });
    expect(failure.message.includes('permission')).toBe(code === 'forbidden');
    expect(failure.message).not.toContain('firewall');
  });

  test('by 403 of a draft upload names the permission that it needs', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(403, {}));
    const file = { name: 'a.json', bytes: Buffer.from('{}') };
    const draft = api.references.upload(1 as VersionId, file, { publish: false });
    expect((await failureIn(draft)).message).toContain('reference.edit');
    const published = api.references.upload(1 as VersionId, file, { publish: true });
    expect((await failureIn(published)).message).toContain('reference.publish');
  });

  test.each([
    [
      'https://elsewhere.example/steal?x=1',
      'to "https://elsewhere.example". Redirects are not followed: the key is for http://127.0.0.1:',
    ],
    ['/v1/page/5?a=b', 'to "/v1/page/5?a=b". Redirects are not followed.'],
    ['file:///etc/hosts', 'to "file:///etc/hosts".'],
    ['app://callback?code=1', 'to "app://callback?code=1".'],
    ['http://', 'nowhere. Redirects are not followed.'],
  ])('by a redirect to %s names the target, which is not requested', async (location, where) => {
    const { api, server } = await openApi();
    server.otherwise(text(302, '', { location }));
    const failure = await failureOf(api.pages.read(ID));
    expect(failure).toMatchObject({ code: 'platform-refused', status: 302 });
    expect(failure.message).toContain(`redirected (302) ${where}`);
    expect(failure.hint).toBe('Give --base-url the address that it leads to');
    expect(server.asked).toHaveLength(1);
  });

  test.each<[string, (api: Api) => Promise<unknown>, RegExp]>([
    ['the list of pages', (api) => api.project.all({}), LOOKS_WRONG],
    ['a search', (api) => api.project.search({ query: 'a/b?c' }), LOOKS_WRONG],
    [
      'a search in a version',
      (api) => api.project.search({ query: 'a', version: ADDRESS.slug }),
      LACKS,
    ],
    ['a page', (api) => api.pages.read(ID), LACKS],
    ['a page at an address', (api) => api.pages.find(ADDRESS), LACKS],
  ])(
    'by 404 of %s: only an operation that every platform has proves a wrong address',
    async (_, ask, said) => {
      const { api, server } = await openApi();
      server.otherwise(text(404, '<h1>Not here</h1>'));
      const failure = await failureOf(ask(api));
      expect(failure).toMatchObject({ code: 'not-found', status: 404 });
      expect(`${failure.message} / ${failure.hint}`).toMatch(said);
    },
  );
});

describe('a request that ends', () => {
  const read = (api: Awaited<ReturnType<typeof openApi>>['api']) => api.pages.read(ID);
  const write = (api: Awaited<ReturnType<typeof openApi>>['api']) =>
    api.pages.update(ID, { slug: SLUG, title: 'Intro' });

  test.each<[string, Behaviour]>([
    ['500', json(500, {})],
    ['502 in HTML', text(502, '<h1>Bad gateway</h1>')],
    ['a reset', reset],
    ['a cut-off answer', cutOff(200, '{"id":17,')],
    ['an answer that ends with its connection, too early', endsEarly],
  ])('with %s: a read is sent again', async (_, behaviour) => {
    const { api, server, clock, events } = await openApi();
    server.script(behaviour, behaviour, behaviour, json(200, PAGE));
    await expect(read(api)).resolves.toMatchObject({ id: 17 });
    expect(server.asked).toHaveLength(4);
    expect(clock.sleeps).toEqual([125, 250, 500]);
    expect(events.filter(({ type }) => type === 'retrying')).toHaveLength(3);
  });

  test.each<[string, Behaviour, string, number]>([
    ['500', json(500, { error: { message: 'boom' } }), 'platform-refused', 1],
    ['502 in HTML', text(502, '<h1>Bad gateway</h1>'), 'unreachable', 8],
    ['503', json(503, { error: { message: 'not now' } }), 'unreachable', 8],
    ['resets', reset, 'unreachable', 8],
    ['cut-off answers', cutOff(200, '{"id":17,'), 'unreachable', 8],
  ])('with %s each time: a read is given up', async (_, behaviour, code, exitCode) => {
    const { api, server } = await openApi();
    server.otherwise(behaviour);
    const failure = await failureOf(read(api));
    expect(failure).toMatchObject({ code, exitCode });
    expect(failure.message).toContain('4 attempts');
    expect(server.asked).toHaveLength(4);
  });

  test.each<[string, Behaviour]>([
    ['500', json(500, { error: { message: 'boom' } })],
    ['a reset', reset],
    ['a cut-off answer', cutOff(200, '{"id":17,')],
    ['an answer that ends with its connection, too early', endsEarly],
    ['HTML instead of JSON', text(200, '<html>')],
    ['an answer of another shape', json(200, { ok: true })],
  ])('with %s: a write is not sent again, and its outcome is unknown', async (_, behaviour) => {
    const { api, server } = await openApi();
    server.otherwise(behaviour);
    const written = await write(api);
    expect(written).toMatchObject({ kind: 'lost', failure: { code: 'outcome-unknown' } });
    const failure = await failureIn(Promise.resolve(written));
    expect(failure.message).toContain('PUT /page/17');
    expect(server.asked).toHaveLength(1);
  });

  test('without an answer: a read is sent again, a write is not', async () => {
    const { api, server } = await openApi({ timeoutMs: 40 });
    server.script(silence, json(200, PAGE), silence);
    await expect(read(api)).resolves.toMatchObject({ id: 17 });
    expect(await write(api)).toMatchObject({ kind: 'lost', failure: { code: 'outcome-unknown' } });
    expect(server.asked).toHaveLength(3);
  });

  test('with 429: both are sent again after the wait', async () => {
    const { api, server, clock } = await openApi();
    const headers = {
      date: 'Fri, 01 Jan 2010 00:00:00 GMT',
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '600',
      'x-ratelimit-reset': String(Date.UTC(2010, 0, 1) / 1000 + 42),
    };
    server.script(json(429, {}, headers), json(200, PAGE), json(429, {}, headers), json(200, PAGE));
    await read(api);
    requireDone(await write(api));
    expect(clock.sleeps).toEqual([42_000, 42_000]);
    expect(server.asked).toHaveLength(4);
  });

  test('at a closed port: nothing was sent, so a write is unreachable, not unknown', async () => {
    const { api, server } = await openApi();
    await server.close();
    expect(await write(api)).toMatchObject({
      kind: 'refused',
      failure: { code: 'unreachable', exitCode: 8 },
      words: null,
    });
    const failure = await failureOf(read(api));
    expect(failure).toMatchObject({ code: 'unreachable' });
    expect(failure.message).toContain('connection refused');
  });

  test('at an unknown host name: it is not sent again', async () => {
    const { api, clock } = await openApi({ baseUrl: 'https://nowhere.invalid/api/v1' });
    expect(await failureOf(read(api))).toMatchObject({ code: 'unreachable' });
    expect(clock.sleeps.length).toBeLessThanOrEqual(3);
  });

  test('with an invalid answer: the error of a read names the operation and the field', async () => {
    const { api, server } = await openApi();
    server.script(json(200, { ...PAGE, slug: 7 }), text(200, '<html>', { 'content-length': '6' }));
    const wrongField = await failureOf(read(api));
    expect(wrongField).toMatchObject({ code: 'platform-garbled' });
    expect(wrongField.message).toContain('GET /page/17');
    expect(wrongField.message).toContain('page.slug');
    expect((await failureOf(read(api))).message).toContain('not JSON');
  });
});

/** Sends part of an answer with neither length nor chunks, and closes. */
function endsEarly(response: Parameters<Behaviour>[0]): void {
  response.socket?.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"id":17,"tit');
}

describe('stopping', () => {
  test('a running call rejects with interrupted, and so do waiting and later ones', async () => {
    const stop = new AbortController();
    const { api, server } = await openApi({ signal: stop.signal, clock: new HandClock() });
    const stalled = new Promise<void>((resolve) => {
      server.script(() => resolve());
    });
    const reading = failureOf(api.pages.read(ID));
    const queued = failureOf(api.pages.read(ID));
    await stalled;
    stop.abort();
    expect(await reading).toMatchObject({ code: 'interrupted', exitCode: 130 });
    expect(await queued).toMatchObject({ code: 'interrupted' });
    expect(await failureOf(api.pages.read(ID))).toMatchObject({ code: 'interrupted' });
    expect(server.asked).toHaveLength(1);
  });

  test('the error of a write that was sent says that it may have been carried out', async () => {
    const stop = new AbortController();
    const { api, server } = await openApi({ signal: stop.signal });
    const stalled = new Promise<void>((resolve) => {
      server.script(() => resolve());
    });
    const writing = api.pages.publish(ID);
    await stalled;
    stop.abort();
    expect(await writing).toMatchObject({ kind: 'interrupted' });
    const failure = await failureIn(writing);
    expect(failure).toMatchObject({ code: 'interrupted', exitCode: 130 });
    expect(failure.message).toContain('PUT /page/17/publish may or may not have been carried out');
    expect(await api.pages.publish(ID)).toMatchObject({
      kind: 'refused',
      failure: { code: 'interrupted' },
    });
  });

  test('the signal of one call stops only that call', async () => {
    const { api, server } = await openApi();
    const stop = new AbortController();
    const stalled = new Promise<void>((resolve) => {
      server.script(() => resolve(), json(200, PAGE));
    });
    const reading = failureOf(api.pages.read(ID, { signal: stop.signal }));
    await stalled;
    stop.abort();
    expect(await reading).toMatchObject({ code: 'interrupted' });
    await expect(api.pages.read(ID)).resolves.toMatchObject({ id: 17 });
  });

  test('the signal of the run has one listener, however many calls are running', async () => {
    const stop = new AbortController();
    const { api, server } = await openApi({ signal: stop.signal });
    server.otherwise(json(200, PAGE));
    const calls = Array.from({ length: 40 }, () => api.pages.read(ID, { signal: stop.signal }));
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    await Promise.all(calls);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  });

  test('closing rejects running calls', async () => {
    const { api, server } = await openApi();
    const stalled = new Promise<void>((resolve) => {
      server.script(() => resolve());
    });
    const reading = failureOf(api.pages.read(ID));
    await stalled;
    await api.close();
    expect(await reading).toMatchObject({ code: 'interrupted' });
  });
});

describe('the export', () => {
  test('is streamed', async () => {
    const { api, server } = await openApi();
    const zip = Buffer.alloc(5_000_000, 'zip!');
    server.otherwise((response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': zip.length });
      response.end(zip);
    });
    const streamed = await api.project.export({ format: 'markdown' });
    expect(streamed).toMatchObject({ length: zip.length });
    const chunks: Uint8Array[] = [];
    for await (const chunk of streamed.bytes) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(zip)).toBe(true);
    expect(server.asked[0]?.url).toBe('/api/v1/export?format=markdown');
  });

  test('rejects if it is cut off', async () => {
    const { api, server } = await openApi();
    server.otherwise(cutOff(200, 'PK'));
    const { bytes } = await api.project.export();
    const all = (async () => {
      for await (const chunk of bytes) expect(chunk.length).toBeGreaterThan(0);
    })();
    expect(await failureOf(all)).toMatchObject({ code: 'unreachable' });
  });

  test('rejects with the reason of the platform if it is refused', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(400, { error: { message: 'Upgrade Plan', httpCode: 400, code: 1 } }));
    const failure = await failureOf(api.project.export());
    expect(failure).toMatchObject({ code: 'platform-refused', status: 400 });
    expect(failure.message).toContain('Upgrade Plan');
  });

  test('may be cancelled early', async () => {
    const { api, server } = await openApi();
    server.script(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/zip' });
        response.write(Buffer.alloc(100_000));
      },
      json(200, PAGE),
    );
    const { bytes } = await api.project.export();
    for await (const chunk of bytes) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expect(api.pages.read(ID)).resolves.toMatchObject({ id: 17 });
  });
});

describe('any request', () => {
  test('resolves to the answer, whatever it is, and is paced like its operation', async () => {
    const { api, server } = await openApi();
    server.script(json(404, { error: { message: 'no' } }), json(200, { deleted: true }));
    const refused = await api.raw({ method: 'get', path: 'page/17?format=html' });
    expect(refused.status).toBe(404);
    expect(refused.headers['content-type']).toBe('application/json');
    await api.raw({ method: 'PATCH', path: '/page/17', query: { force: true } });
    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/page/17?format=html',
      'PATCH /api/v1/page/17?force=true',
    ]);
    expect(api.requests.byOperation).toEqual({ readPage: 1, 'PATCH /page/17': 1 });
  });

  test('continues by cursor until there is none or it repeats', async () => {
    const { api, server } = await openApi();
    server.script(
      json(200, { data: [1], cursor: 'a+b' }),
      json(200, { data: [2], cursor: 'c' }),
      json(200, { data: [3], cursor: 'a+b' }),
    );
    const bodies: string[] = [];
    const request = { method: 'GET', path: '/audit', query: { hits: 1, cursor: 'start' } };
    for await (const { bytes } of api.rawPages(request)) bodies.push(Buffer.from(bytes).toString());
    expect(bodies).toHaveLength(3);
    expect(server.asked.map(({ url }) => url)).toEqual([
      '/api/v1/audit?hits=1&cursor=start',
      '/api/v1/audit?hits=1&cursor=a%2Bb',
      '/api/v1/audit?hits=1&cursor=c',
    ]);
  });

  test('accepts a path as a person types it', async () => {
    const { api, server } = await openApi();
    await api.raw({ method: 'GET', path: 'search?query=größe 1%20#top' });
    expect(server.asked[0]?.url).toBe('/api/v1/search?query=gr%C3%B6%C3%9Fe%201%20');
  });

  test.each([
    ['GET', '/a\r\nx: y'],
    ['GET', 'https://elsewhere.example/api/v1/page/1'],
    ['GET', '/\uD800'],
    ['CONNECT', '/page/1'],
    ['GE T', '/page/1'],
    ['', '/page/1'],
  ])('%j %j cannot be sent', async (method, path) => {
    const { api, server } = await openApi();
    expect(await failureOf(api.raw({ method, path }))).toMatchObject({ code: 'usage' });
    expect(server.asked).toEqual([]);
  });
});
