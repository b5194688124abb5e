/** Samples of operations, run by a shell against a server that says what came. */
import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { curlSample } from '../../src/site/curl-sample.ts';
import { startDev } from '../support/dev.ts';
import { openWorld } from '../support/world.ts';

const hasCurl = (): boolean => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

interface Came {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function listening(): Promise<{ readonly url: string; readonly came: Came[] }> {
  const came: Came[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      came.push({ method, url, headers, body });
      return response.end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came };
}

const run = (command: string, key = 'a-key') =>
  promisify(execFile)('sh', ['-c', command], {
    env: {
      PATH: process.env['PATH'],
      API_KEY: key,
      API_TOKEN: 't',
      API_USER: 'u',
      API_PASSWORD: 'p',
    },
  });

const EVIL = `'; touch pwned; echo '`;

const definitionAt = (url: string) => ({
  openapi: '3.0.3',
  servers: [{ url: `${url}/{base}`, variables: { base: { default: 'v1' } } }],
  security: [{ key: [] }],
  paths: {
    '/stations/{id}/readings': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        parameters: [
          { name: 'last', in: 'query', required: true, example: '1 h' },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'X-Trace', in: 'header', required: true, schema: { enum: ['a', 'b'] } },
        ],
      },
      post: {
        security: [{ token: [] }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Reading' } } },
        },
      },
    },
    '/login': {
      post: {
        security: [{ basic: [] }],
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { name: { type: 'string', example: 'a&b' } } },
            },
          },
        },
      },
    },
    '/files': {
      post: {
        security: [{ inQuery: [] }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { example: '@/etc/passwd' } } },
            },
          },
        },
      },
    },
    [`/evil/${EVIL}`]: {
      put: {
        security: [],
        parameters: [
          { name: EVIL, in: 'query', required: true, example: '$(touch pwned) `touch pwned`' },
          { name: '\ud800', in: 'query', required: true, example: '\udfff$&' },
          { name: '@/etc/passwd', in: 'header', required: true, example: 'x' },
          { name: 'X-A', in: 'header', required: true, example: `${EVIL}\r\nX-B: c` },
        ],
        requestBody: { content: { 'text/plain': { example: `@/etc/passwd${EVIL}` } } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      inQuery: { type: 'apiKey', in: 'query', name: 'key' },
      token: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
    },
    schemas: {
      Reading: {
        allOf: [{ type: 'object', properties: { rain: { type: 'number', example: 4.5 } } }],
        properties: {
          id: { type: 'integer', readOnly: true },
          at: { type: 'string', format: 'date-time' },
          note: { type: 'string', example: "it's wet" },
          before: { $ref: '#/components/schemas/Reading' },
        },
      },
    },
  },
});

test.skipIf(!hasCurl())('samples send what the operation needs', async () => {
  const { url, came } = await listening();
  const definition = definitionAt(url);
  const send = async (method: string, path: string): Promise<Came | undefined> => {
    await run(curlSample(definition, { method, path }));
    return came.at(-1);
  };
  expect(await send('get', '/stations/{id}/readings')).toMatchObject({
    method: 'GET',
    url: '/v1/stations/1/readings?last=1%20h',
    headers: { 'x-api-key': 'a-key', 'x-trace': 'a' },
    body: '',
  });
  const posted = await send('post', '/stations/{id}/readings');
  expect(posted).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
  });
  expect(JSON.parse(posted?.body ?? '')).toMatchObject({
    rain: 4.5,
    at: '2026-01-31T12:00:00Z',
    note: "it's wet",
    before: { rain: 4.5 },
  });
  expect(posted?.body).not.toContain('"id"');
  expect(await send('post', '/login')).toMatchObject({
    headers: { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` },
    body: 'name=a%26b',
  });
  const file = await send('post', '/files');
  expect(file?.url).toBe('/v1/files?key=a-key');
  expect(file?.body).toContain('@/etc/passwd');
});

/** A part of the platform's own API, as its vendor would describe it. */
const apiOf = (url: string, documentation: number): string => `openapi: 3.1.0
info: { title: API, version: '1' }
servers: [{ url: '${url}' }]
security: [{ key: [] }]
paths:
  /documentation/{id}/page:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer }, example: ${documentation} }]
    post:
      operationId: create_page
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title, content]
              properties:
                title: { type: string, example: "Don't panic" }
                content: { type: string, example: "Words & \\"signs\\".\\n\\nMore." }
  /page:
    get:
      operationId: get_page
      parameters:
        - { name: version_slug, in: query, required: true, schema: { type: string }, example: v1.0 }
        - { name: documentation_slug, in: query, required: true, schema: { type: string }, example: guide }
        - { name: page_slug, in: query, required: true, schema: { type: string }, example: don-t-panic }
        - { name: format, in: query, schema: { type: string, enum: [markdown] } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Api-Key } }
`;

/** The samples of a page in the order in which it shows them. */
const samplesOn = (html: string): string[] =>
  [...html.matchAll(/<pre tabindex="0"><code>(.*?)<\/code>/gs)].map(([, code = '']) =>
    code
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );

test.skipIf(!hasCurl())(
  'the samples that a reference shows do what it says on the platform',
  async () => {
    const world = await openWorld({
      'docs/v1.0/guide/start.md': '---\ntitle: Start\n---\n\nText.\n',
    });
    const { baseUrl, apiKey } = world.platform;
    const guide = await world.platform.admin.documentationId('v1.0', 'guide');
    await world.write({ 'docs/v1.0/refs/api.yaml': apiOf(baseUrl, guide) });
    const { url } = await startDev(world.folder);
    const html = await (await fetch(`${url}v1.0/api/ref`)).text();
    const [create = '', read = ''] = samplesOn(html);

    const made: unknown = JSON.parse((await run(create, apiKey)).stdout);
    expect(made).toMatchObject({ title: "Don't panic" });
    expect(await world.page('v1.0/guide/don-t-panic')).toMatchObject({
      title: "Don't panic",
      draft: 'Words & "signs".\n\nMore.',
    });
    const found: unknown = JSON.parse((await run(read, apiKey)).stdout);
    expect(found).toMatchObject({ title: "Don't panic" });
  },
);

test.skipIf(!hasCurl())('no text of a definition is run, or makes curl read a file', async () => {
  const { url, came } = await listening();
  await run(curlSample(definitionAt(url), { method: 'put', path: `/evil/${EVIL}` }));
  const [evil] = came;
  expect(evil?.method).toBe('PUT');
  expect(evil?.headers['x-b']).toBe(undefined);
  expect(evil?.headers['x-a']).toContain('touch pwned');
  expect(evil?.body).toBe(`@/etc/passwd${EVIL}`);
  expect(decodeURIComponent(evil?.url ?? '')).toContain('$(touch pwned)');
});

test('a definition without a server, or with a relative one, is asked at a host that is an example', () => {
  const paths = { '/a': { get: {} } };
  for (const [servers, address] of [
    [undefined, 'https://api.example.com/a'],
    [[{ url: '/v2' }], 'https://api.example.com/v2/a'],
    [[{ url: 'javascript:alert(1)' }], 'https://api.example.com'],
  ] as const)
    expect(curlSample({ servers, paths }, { method: 'get', path: '/a' })).toBe(`curl '${address}'`);
  expect(
    curlSample(
      { swagger: '2.0', host: 'a.example.com', basePath: '/v1', schemes: ['http'], paths },
      { method: 'get', path: '/a' },
    ),
  ).toBe(`curl 'http://a.example.com/v1/a'`);
});
