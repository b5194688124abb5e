import { request as forward } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { serve } from './serve.ts';

interface Instead {
  readonly status: number;
  readonly body: string;
}

/** Acts before a request is passed on, or returns an answer to give instead. */
type Meanwhile = (request: string) => Promise<Instead | undefined>;

/**
 * Starts a server that passes requests on to `baseUrl`, after calling `meanwhile` with each, such as `GET
 * /api/v1/page/17`. Resolves to its base URL.
 */
export async function passOn(baseUrl: string, meanwhile: Meanwhile): Promise<string> {
  const { hostname, port, pathname } = new URL(baseUrl);
  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '/', headers } = asked;
    const instead = await meanwhile(`${method} ${url}`);
    if (instead !== undefined) {
      asked.resume();
      response.writeHead(instead.status, { 'content-type': 'application/json' });
      response.end(instead.body);
      return;
    }
    const onward = forward({ hostname, port, method, path: url, headers }, (from) => {
      response.writeHead(from.statusCode ?? 500, from.headers);
      pipeline(from, response, () => undefined);
    });
    pipeline(asked, onward, () => undefined);
  };
  return (await serve((asked, response) => void answer(asked, response))) + pathname;
}
