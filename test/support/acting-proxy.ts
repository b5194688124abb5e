/** A proxy between client and platform, through which a test can act at any request. */
import { buffer } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './serve.ts';

export interface Passing {
  readonly method: string;
  /** After the base URL, with its query: `/page/17?format=text`. */
  readonly path: string;
  readonly body: string;
}

export interface Answering extends Passing {
  readonly status: number;
  /** The platform's answer; a test may change it. */
  body: string;
}

/** An answer that the platform does not give. A body is JSON, unless headers say otherwise. */
export interface Instead {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the request on to the platform, or another one, such as `GET /page/17`, with the same headers. */
export type Ask = (line?: string, body?: string) => Promise<Response>;

export interface Between {
  /** Awaited before a request is passed on. An answer replaces it; false breaks the connection. */
  before?: (request: Passing, ask: Ask) => Promise<Instead | false | void>;
  /** Awaited before the answer is passed back. False: the connection is broken instead. */
  after?: (answer: Answering) => Promise<void | false>;
}

const NOT_PASSED = new Set([
  'connection',
  'host',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]);

const passed = (headers: Iterable<[string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(
      (header): header is [string, string] =>
        typeof header[1] === 'string' && !NOT_PASSED.has(header[0]),
    ),
  );

/** Starts the proxy and resolves to its base URL. Calls `hooks` as they are at each request. */
export async function stand(baseUrl: string, hooks: Between): Promise<string> {
  const { pathname } = new URL(baseUrl);
  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = asked;
    const sent = await buffer(asked);
    const request = { method, path: url.slice(pathname.length), body: sent.toString('utf8') };
    const ask: Ask = (line = `${method} ${request.path}`, body?) => {
      const [verb = '', path = ''] = line.split(' ');
      const bytes = body ?? new Uint8Array(sent);
      return fetch(baseUrl + path, {
        method: verb,
        headers: passed(Object.entries(asked.headers)),
        ...(bytes.length === 0 || verb === 'GET' ? {} : { body: bytes }),
      });
    };
    const instead = await hooks.before?.(request, ask);
    if (instead === false) return void response.destroy();
    if (instead) {
      const { status, body, headers } = instead;
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      return void response.writeHead(status, { ...type, ...headers }).end(body);
    }
    const from = await ask();
    const bytes = Buffer.from(await from.arrayBuffer());
    const answering = { ...request, status: from.status, body: bytes.toString('utf8') };
    const told = answering.body;
    if ((await hooks.after?.(answering)) === false) return void response.destroy();
    response.writeHead(from.status, passed(from.headers));
    response.end(answering.body === told ? bytes : answering.body);
  };
  const origin = await serve((asked, response) => void answer(asked, response));
  return origin + pathname;
}
