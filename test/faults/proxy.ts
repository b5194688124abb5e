/** Stands between tool and platform, and does to one write what networks and servers do. */
import { once } from 'node:events';
import {
  createServer,
  request as forwardRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export const FAULTS = [
  /** 503, and nothing happened. */
  'refused',
  /** The connection breaks before the platform sees the request. */
  'reset-before',
  /** The platform carries it out, then the connection breaks. */
  'reset-after',
  /** The platform carries it out, and the answer says 500. */
  'error-after',
  /** The platform carries it out, and the answer says 200 and something that is no page. */
  'garbled-after',
  /** The connection breaks; the platform carries it out only after the next request was answered. */
  'late-commit',
  /** The platform carries it out, and half the answer arrives. */
  'cut-body',
  /** The platform carries it out, and no answer comes. */
  'stalled',
  '429-with-headers',
  '429-bare',
] as const;
export type Fault = (typeof FAULTS)[number];

/** For `--timeout`: as short as the fault needs it, otherwise long enough for a slow machine. */
export const timeoutFor = (fault: Fault): string => (fault === 'stalled' ? '3s' : '60s');

export interface FaultProxy {
  readonly baseUrl: string;
  /** The next `fault` strikes the write with this number, counted from 1 over the proxy's life. */
  arm(write: number, fault: Fault): void;
  /** Writes seen so far. */
  readonly writes: number;
  /** Whether the armed fault has struck. */
  readonly struck: boolean;
  /** What each write was, in order: `PUT /api/v1/page/12`. */
  readonly log: readonly string[];
  /** Called at each write, before it is passed on. */
  onWrite: (write: number) => void;
  /** Called at each request, before it is passed on and before its answer is. False: it goes no further. */
  onPass: (what: 'request' | 'answer') => boolean;
  /** Awaited at each request, before anything else. */
  onArrival: (exchange: Exchange) => Promise<void>;
  /** Has a request carried out, whatever becomes of its answer: by passing it on. */
  carryOut: (exchange: Exchange, passOn: () => Promise<Answer>) => Promise<Answer>;
  /** Resolves once the platform is at work on nothing. */
  readonly quiet: () => Promise<void>;
  close(): Promise<void>;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  /** What strikes it. */
  readonly fault: Fault | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** `now`: milliseconds since 1970, by which limits end. */
export async function startFaultProxy(
  platformUrl: string,
  now: () => number = Date.now,
): Promise<FaultProxy> {
  const target = new URL(platformUrl);
  const log: string[] = [];
  let armed: { write: number; fault: Fault } | undefined;
  let late: (() => Promise<void>) | undefined;

  const pass = (exchange: Exchange): Promise<Answer> =>
    proxy.carryOut(exchange, () => passOn(exchange));

  const passOn = ({ request, body }: Exchange): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = request;
      forwardRequest(
        { host: target.hostname, port: target.port, method, path: url, headers },
        (answer) => {
          void collect(answer).then(
            (bytes) =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
            reject,
          );
        },
      )
        .on('error', reject)
        .end(body);
    });

  const strike = async (fault: Fault, exchange: Exchange): Promise<void> => {
    const { response } = exchange;
    switch (fault) {
      case 'refused':
        response.writeHead(503).end('busy');
        return;
      case 'reset-before':
        response.destroy();
        return;
      case 'reset-after':
        await pass(exchange);
        response.destroy();
        return;
      case 'error-after':
        await pass(exchange);
        response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>');
        return;
      case 'garbled-after':
        await pass(exchange);
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
        return;
      case 'late-commit':
        late = async () => void (await pass(exchange));
        response.destroy();
        return;
      case 'cut-body': {
        const answer = await pass(exchange);
        response.writeHead(answer.status, answer.headers);
        response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
        return;
      }
      case 'stalled':
        await pass(exchange);
        return;
      case '429-with-headers':
        response
          .writeHead(429, {
            'content-type': 'application/json',
            'x-ratelimit-limit': 10_800,
            'x-ratelimit-remaining': 10_800,
            'x-ratelimit-reset': Math.floor(now() / 1000) + 30,
          })
          .end('{"error":{"message":"Too many requests","httpCode":429,"code":9}}');
        return;
      case '429-bare':
        response.writeHead(429).end();
        return;
      default:
        fault satisfies never;
    }
  };

  /** The fault that strikes this request, if any does. */
  const faultFor = ({ method, url }: IncomingMessage): Fault | undefined => {
    if (method === 'GET') return undefined;
    log.push(`${method} ${url}`);
    proxy.onWrite(log.length);
    if (armed?.write !== log.length) return undefined;
    const { fault } = armed;
    armed = undefined;
    return fault;
  };

  const serve = async (exchange: Exchange): Promise<void> => {
    const { response, fault } = exchange;
    await proxy.onArrival(exchange);
    if (fault !== undefined) {
      await strike(fault, exchange);
      return;
    }
    if (!proxy.onPass('request')) {
      response.destroy();
      return;
    }
    const overdue = late;
    late = undefined;
    const answer = await pass(exchange);
    if (proxy.onPass('answer')) response.writeHead(answer.status, answer.headers).end(answer.body);
    else response.destroy();
    await overdue?.();
  };

  const underWay = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const served = collect(request)
      .then((body) => serve({ request, response, body, fault: faultFor(request) }))
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(served));
    underWay.add(served);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const proxy: FaultProxy = {
    baseUrl: `http://127.0.0.1:${port}${target.pathname}`,
    arm: (write, fault) => {
      armed = { write, fault };
    },
    get writes() {
      return log.length;
    },
    get struck() {
      return armed === undefined;
    },
    log,
    onWrite: () => {},
    onPass: () => true,
    onArrival: () => Promise.resolve(),
    carryOut: (_, passOn) => passOn(),
    quiet: async () => void (await Promise.all(underWay)),
    close: async () => {
      await late?.();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
