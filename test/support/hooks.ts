/** A proxy between client and platform, through which a test can act at any request. */
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

export interface Passing {
  readonly method: string;
  /** After the base URL: `/page/17`. */
  readonly path: string;
}

export interface Answering extends Passing {
  readonly status: number;
  /** The platform's answer; a test may change it. */
  body: string;
  /** The answer's headers, names in lower case. */
  readonly headers: Record<string, string>;
}

export interface Between {
  /** Awaited before a request is passed on. If it returns an answer, that is used instead. */
  before: (
    request: Passing,
  ) => Promise<void | { readonly status: number; readonly headers?: Record<string, string> }>;
  /** Awaited before the answer is passed back. False: the connection is broken instead. */
  after: (answer: Answering) => Promise<void | false>;
}

/** Starts the proxy and resolves to its base URL. It calls the current functions of `hooks` at each request. */
export async function stand(baseUrl: string, hooks: Between): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  const between = await serve(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const sent = await text(request);
    const passing = { method, path: url.slice(pathname.length) };
    const instead = await hooks.before(passing);
    if (instead) {
      response.writeHead(instead.status, instead.headers).end();
      return;
    }
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && !NOT_PASSED.has(name)
          ? [[name, value] as [string, string]]
          : [],
      ),
      ...(sent === '' ? {} : { body: sent }),
    });
    const answering: Answering = {
      ...passing,
      status: answer.status,
      body: await answer.text(),
      headers: Object.fromEntries([...answer.headers].filter(([name]) => !NOT_PASSED.has(name))),
    };
    if ((await hooks.after(answering)) === false) {
      response.destroy();
      return;
    }
    response.writeHead(answering.status, answering.headers).end(answering.body);
  });
  return `${between}${pathname}`;
}

const NOT_PASSED = new Set(['connection', 'host', 'content-length', 'transfer-encoding']);

/** Hooks that do nothing. */
export const hooks = (): Between => ({
  before: () => Promise.resolve(),
  after: () => Promise.resolve(),
});
