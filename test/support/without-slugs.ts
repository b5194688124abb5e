/** The embedded platform with today's shape of `GET /all`: no parameters and no slugs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './serve.ts';
import type { TestPlatform } from './platform.ts';

export interface Front {
  readonly baseUrl: string;
  /** Requests since the last reset, such as `GET /page/17`, in order of arrival. */
  readonly requests: string[];
}

interface FrontOptions {
  /** Whether it has `GET /version/{id}/documentation`, which is newer than the rest. */
  readonly lists?: boolean;
  /** Replaces an answer's body or a part of it. */
  readonly answer?: (request: string, body: unknown) => unknown;
}

type Dictionary = Record<string, Record<string, unknown>>;

const BASE = '/api/v1';

/** Starts a proxy for `platform` that runs until the test ends. */
export async function frontOf(
  platform: TestPlatform,
  { lists = true, answer = (_, body) => body }: FrontOptions = {},
): Promise<Front> {
  const requests: string[] = [];
  const origin = new URL(platform.baseUrl).origin;

  const ask = async (url: string, asked: IncomingMessage, body?: Buffer): Promise<Response> => {
    const headers = new Headers();
    for (const name of ['x-api-key', 'content-type']) {
      const value = asked.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    return fetch(`${origin}${url}`, {
      method: asked.method ?? 'GET',
      headers,
      ...(body === undefined || body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
  };

  const listener = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = asked;
    const [path = '', query] = url.split('?');
    const what = path.slice(BASE.length);
    requests.push(`${method} ${what}${query === undefined ? '' : `?${query}`}`);
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const version = /^\/version\/(\d+)\/documentation$/.exec(what)?.[1];
    if (method === 'GET' && version !== undefined) {
      if (!lists) return refuse(response, 404);
      const all = await ask(`${BASE}/all`, asked);
      if (!all.ok) return refuse(response, all.status);
      const { documentation } = (await all.json()) as { documentation: Dictionary };
      const inside = Object.entries(documentation)
        .filter(([, one]) => one['versionId'] === Number(version))
        .map(([id, { title, slug }], ordr) => ({
          id: Number(id),
          title,
          slug,
          description: null,
          created: '2026-01-01T00:00:00+0000',
          updated: '2026-01-01T00:00:00+0000',
          ordr,
          published: true,
          pagesUpdated: null,
          collapsed: false,
          wide: false,
          sticky: false,
          locale: 'en',
          showPagesLastUpdated: false,
          showPagesLastUpdateUser: false,
          hasExpandableCategories: false,
        }));
      return send(response, 200, answer(`${method} ${what}`, inside));
    }
    const isAll = what === '/all';
    const from = await ask(isAll ? path : url, asked, Buffer.concat(chunks));
    const bytes = Buffer.from(await from.arrayBuffer());
    const isJson = from.headers.get('content-type')?.includes('json') === true;
    if (!from.ok || !isJson) {
      response.writeHead(from.status, Object.fromEntries(from.headers));
      response.end(bytes);
      return;
    }
    const body: unknown = JSON.parse(bytes.toString('utf8'));
    const told = isAll ? withoutSlugs(body as Record<string, Dictionary>) : body;
    send(response, from.status, answer(`${method} ${what}`, told), from.headers);
  };
  const base = await serve((asked, response) => {
    listener(asked, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return { baseUrl: base + BASE, requests };
}

function withoutSlugs(all: Record<string, Dictionary>): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...all };
  for (const kind of ['documentation', 'reference', 'version']) {
    whole[kind] = Object.fromEntries(
      Object.entries(all[kind] ?? {}).map(([id, one]) => [id, { ...one, slug: undefined }]),
    );
  }
  return whole;
}

function refuse(response: ServerResponse, status: number): void {
  send(response, status, { message: 'Not found', httpCode: status, code: 0 });
}

function send(response: ServerResponse, status: number, body: unknown, headers?: Headers): void {
  const rest = Object.fromEntries([...(headers ?? [])].filter(([name]) => KEPT.has(name)));
  response.writeHead(status, { ...rest, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Headers to keep if an answer's body is changed. */
const KEPT = new Set(['date', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
