import { text } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './serve.ts';

/** A request. */
export interface Asked {
  /** `PUT /page/17`: the path is relative to the base URL and has no query. */
  readonly line: string;
  /** Undefined: the request has no body. */
  readonly body: unknown;
}

/** The parts of an answer's body that tests look at. */
interface Body {
  readonly [field: string]: unknown;
  readonly page?: Record<string, unknown>;
  readonly title?: string;
  readonly slug?: string;
  readonly updated?: string;
  readonly contentDraft?: string | null;
  readonly contentPublished?: string | null;
}

/** An answer. `cut`: the connection is broken instead. */
export type Told = readonly [status: number, body: unknown] | 'cut';

/** Passes on the request, or another one, and resolves to the answer. */
export type PassOn = (line?: string, body?: unknown) => Promise<readonly [number, Body]>;

/** Returns the answer to give. Undefined: the true one. */
export type Lie = (asked: Asked, passOn: PassOn) => Promise<Told | undefined> | Told | undefined;

const PASSED = ['x-api-key', 'authorization', 'content-type', 'accept', 'user-agent'];

/** Starts a server that answers what `lie` returns, or otherwise what the server at `baseUrl` does. Resolves to its base URL. */
export async function lyingAbout(baseUrl: string, lie: Lie): Promise<string> {
  const { pathname } = new URL(baseUrl);
  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = asked;
    const sent = await text(asked);
    const path = url.slice(pathname.length);
    const headers: Record<string, string> = {};
    for (const name of PASSED) {
      const value = asked.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    // The real platform's clock, because dates of pages are compared with it.
    let date = new Date().toUTCString();
    const forward = async (line: string, body: string | undefined): Promise<Response> => {
      const [verb = '', where = ''] = line.split(' ');
      const withBody = body === undefined || body === '' || verb === 'GET' ? {} : { body };
      const from = await fetch(`${baseUrl}${where}`, { method: verb, headers, ...withBody });
      date = from.headers.get('date') ?? date;
      return from;
    };
    const passOn: PassOn = async (line = `${method} ${path}`, body?) => {
      const from = await forward(line, body === undefined ? sent : JSON.stringify(body));
      const said = await from.text();
      return [from.status, said === '' ? {} : JSON.parse(said)];
    };
    const isJson = (headers['content-type'] ?? '').includes('json') && sent !== '';
    const told = await lie(
      { line: `${method} ${path.split('?')[0]}`, body: isJson ? JSON.parse(sent) : undefined },
      passOn,
    );
    if (told === 'cut') {
      response.destroy();
      return;
    }
    if (told !== undefined) {
      response.writeHead(told[0], { 'content-type': 'application/json', date });
      response.end(JSON.stringify(told[1]));
      return;
    }
    const from = await forward(`${method} ${path}`, sent);
    const kept = [...from.headers].filter(
      ([name]) =>
        !['content-length', 'transfer-encoding', 'connection', 'content-encoding'].includes(name),
    );
    response.writeHead(from.status, Object.fromEntries(kept));
    response.end(Buffer.from(await from.arrayBuffer()));
  };
  return (await serve((asked, response) => void answer(asked, response))) + pathname;
}

/** The answer that a write would get, without carrying it out. `updated`: the page's new date; left out, it does not change. */
export async function asIfWritten(
  { line, body }: Asked,
  passOn: PassOn,
  updated?: string,
): Promise<Told> {
  const [, path = ''] = line.split(' ');
  const isPublish = path.endsWith('/publish');
  const [status, page] = await passOn(`GET ${path.replace(/\/publish$/, '')}`);
  if (status !== 200) return [status, page];
  const head = page.contentDraft ?? page.contentPublished;
  const { title, slug, content } = (body ?? {}) as Record<string, string | undefined>;
  const written = isPublish
    ? { contentDraft: null, contentPublished: head }
    : {
        title: title ?? page.title,
        slug: slug ?? page.slug,
        contentDraft: content ?? page.contentDraft,
      };
  return [200, { ...page, ...written, updated: updated ?? page.updated }];
}
