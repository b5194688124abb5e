/** A real HTTP server on loopback that answers by script, and remembers what it was asked. */
import { createServer } from 'node:http';
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What to do with one request: answer it, or do worse to `response` and its socket. */
export type Behaviour = (response: ServerResponse, asked: Asked) => void;

export interface ScriptedServer {
  readonly origin: string;
  readonly baseUrl: string;
  /** In the order of their arrival. A test may empty it. */
  readonly asked: Asked[];
  /** The next requests get these, in order; after that, `otherwise`. */
  script(...behaviours: Behaviour[]): void;
  otherwise(behaviour: Behaviour): void;
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };

export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy();
};

/** Announces more than it sends. */
export const cutOff =
  (status: number, part: string): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write(part, () => response.socket?.destroy());
  };

/** Never answers. */
export const silence: Behaviour = () => undefined;

type Serve = (listener: RequestListener) => ReturnType<typeof createServer>;

export async function openScriptedServer(serve: Serve = createServer): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const next: Behaviour[] = [];
  let last: Behaviour = json(404, { error: { message: 'not scripted', httpCode: 404, code: 404 } });
  const sockets = new Set<Socket>();
  const server = serve((request, response) => {
    void readBody(request).then((body) => {
      const entry = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      };
      asked.push(entry);
      return (next.shift() ?? last)(response, entry);
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    asked,
    script: (...behaviours) => {
      next.push(...behaviours);
    },
    otherwise: (behaviour) => {
      last = behaviour;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
