/** A real CONNECT proxy on loopback (RFC 9110, 9.3.6), which remembers where it was asked to go. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface ConnectProxy {
  readonly url: string;
  /** `host:port` of each tunnel. */
  readonly tunnels: readonly string[];
  /** The credentials that came with each. */
  readonly credentials: readonly (string | undefined)[];
  /** From now on answers this instead. */
  refuseWith(status: number): void;
  close(): Promise<void>;
}

export async function openConnectProxy(): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  let refusal = 0;
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', (request, client: Socket) => {
    tunnels.push(request.url ?? '');
    credentials.push(request.headers['proxy-authorization']);
    if (refusal > 0) {
      client.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client);
      client.pipe(target);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    credentials,
    refuseWith: (status) => {
      refusal = status;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
