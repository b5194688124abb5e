/** A load balancer before instances that come and go, which notes what it was answered. */
import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What one key was granted of one operation in one window of its limit. */
export interface Granted {
  readonly limit: number;
  /** How many requests were counted by then, as each answer said. */
  readonly counts: number[];
}

export interface LoadBalancer {
  /** Base address of the API. */
  readonly baseUrl: string;
  /** Ports of the instances. A request goes to the next one, and past those that nobody listens on. */
  readonly ports: Map<number, number>;
  readonly granted: ReadonlyMap<string, Granted>;
  /** By key and operation: requests that were refused because of the limit. */
  readonly refused: ReadonlyMap<string, number>;
  /** By key and operation: requests whose instance was gone before it had answered. */
  readonly lost: ReadonlyMap<string, number>;
  /** By key and operation: requests without an answer, or refused, that may have been counted. */
  readonly uncounted: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  const ports = new Map<number, number>();
  const granted = new Map<string, Granted>();
  const refused = new Map<string, number>();
  const lost = new Map<string, number>();
  const uncounted = new Map<string, number>();
  let turn = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    turn += 1;
    const from = turn % Math.max(ports.size, 1);
    const inTurn = [...ports.values()];
    for (const port of [...inTurn.slice(from), ...inTurn.slice(0, from)]) {
      const answer = await passOn(port, request, body);
      if (answer === 'nobody there') continue;
      if (answer === 'lost') {
        count(lost, operationOf(request));
        count(uncounted, operationOf(request));
        response.writeHead(502).end();
        return;
      }
      note(request, answer);
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    response.writeHead(503, { 'Retry-After': '1' }).end();
  };

  const note = (request: IncomingMessage, { status, headers }: Answer): void => {
    const operation = operationOf(request);
    if (status === 429) count(refused, operation);
    if (status === 429) return;
    const limit = Number(headers['x-ratelimit-limit'] ?? 0);
    // Only success says how much was counted. What was not found was counted, too.
    if (limit === 0) {
      count(uncounted, operation);
      return;
    }
    const window = `${operation} until ${String(headers['x-ratelimit-reset'])}`;
    const known = granted.get(window) ?? { limit, counts: [] };
    known.counts.push(Number(headers['x-ratelimit-remaining']));
    granted.set(window, known);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    ports,
    granted,
    refused,
    lost,
    uncounted,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const count = (counts: Map<string, number>, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

/** The key, the method and the path without ids. */
const operationOf = ({
  headers,
  method,
  url,
}: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string => {
  const path = String(url).split('?', 1)[0] ?? '';
  return `${String(headers['x-api-key'])} ${method} ${path.replaceAll(/\d{3,}/g, '{id}')}`;
};

function passOn(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer | 'nobody there' | 'lost'> {
  return new Promise((resolve) => {
    const there = { host: '127.0.0.1', port, method, path: url, agent: false } as const;
    const sent = forward(
      { ...there, headers: { ...headers, host: `127.0.0.1:${port}` } },
      (response) => {
        buffer(response).then(
          (received) => {
            const { statusCode: status = 0 } = response;
            return resolve({ status, headers: response.headers, body: received });
          },
          () => resolve('lost'),
        );
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'nobody there' : 'lost');
    });
    sent.end(body);
  });
}
