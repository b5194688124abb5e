import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../model/failure.ts';
import type { HttpAnswer, HttpHandler } from './exchange.ts';

export interface Listening {
  readonly port: number;
  /** From now on, each connection is closed after its next answer. */
  windDown(): void;
  /** Answers the requests under way, then frees the port. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Left out: loopback. */
  readonly address?: string | undefined;
  /** How long the requests under way may take once the server is closing. Left out: two seconds. */
  readonly patienceMs?: number | undefined;
  /** The option that sets the port, for the hint if it is taken. */
  readonly option?: string;
}

const CLOSE_MS = 2_000;

export const LOOPBACK = '127.0.0.1';

/**
 * Serves `handler`, on loopback unless an address is given.
 * @throws Failure `failed` if the port is not available
 */
export async function listen(
  handler: HttpHandler,
  port: number,
  { address = LOOPBACK, patienceMs = CLOSE_MS, option = '--port' }: ListenOptions = {},
): Promise<Listening> {
  let isWindingDown = false;
  let isClosing = false;
  const server = createServer((request, response) => {
    const lastOne = () => {
      if (isWindingDown) response.shouldKeepAlive = false;
    };
    // An answer that began before the server was closing may leave its connection open.
    response.once('close', () => {
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    answer(handler, request, response, lastOne).catch(() => {
      response.destroy();
    });
  });
  // Clients keep connections open and reuse them. This is longer than clients usually keep them.
  server.keepAliveTimeout = 65_000;
  await opened(server, port, address, option);
  return {
    port: (server.address() as AddressInfo).port,
    windDown: () => {
      isWindingDown = true;
    },
    close: () => {
      isWindingDown = true;
      isClosing = true;
      return closed(server, patienceMs);
    },
  };
}

async function answer(
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
  beforeAnswer: () => void,
): Promise<void> {
  const answered = await handler({
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers as Record<string, string | undefined>,
    ipAddress: request.socket.remoteAddress ?? '',
    body: request,
    whenSent: (told) => {
      if (response.closed) told(response.writableFinished);
      else response.once('close', () => told(response.writableFinished));
    },
  });
  beforeAnswer();
  await send(response, answered);
}

async function send(
  response: ServerResponse,
  { status, headers, body }: HttpAnswer,
): Promise<void> {
  response.sendDate = false;
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    const length = { 'Content-Length': String(Buffer.byteLength(body ?? '')) };
    response.writeHead(status, body === null ? headers : { ...headers, ...length });
    response.end(body ?? undefined);
    return;
  }
  response.writeHead(status, headers);
  await pipeline(body, response);
}

function opened(server: Server, port: number, address: string, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE';
      const problem = taken ? `Port ${port} is in use.` : `Cannot listen: ${cause.message}`;
      reject(new Failure('failed', problem, { hint: `Choose another with ${option}`, cause }));
    });
    server.listen(port, address, resolve);
  });
}

function closed(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => {
      server.closeAllConnections();
    }, patienceMs);
    server.close(() => {
      clearTimeout(patience);
      resolve();
    });
    server.closeIdleConnections();
  });
}
