/** A port that leads to a server: what a test can break, or lead to another server. */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface Way {
  /** The address with this port. */
  readonly url: string;
  /** What is sent from now on over the connections that exist gets lost. */
  swallow(): void;
  open(): Promise<unknown>;
  /** Ends all connections, and takes no more. */
  close(): Promise<void>;
  /** Ends all connections; later ones lead to this port of this machine. */
  lead(port: number): void;
}

/** Opens a way to the server of a `postgres:` address. */
export async function wayTo(address: URL): Promise<Way> {
  let to = { port: Number(address.port || '5432'), host: address.hostname };
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const there = connect(to);
    for (const [here, other] of [
      [from, there],
      [there, from],
    ] as const) {
      sockets.add(here);
      here.on('error', () => other.destroy());
      here.on('close', () => {
        sockets.delete(here);
        other.destroy();
      });
      here.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    swallow: () => {
      for (const socket of sockets) socket.unpipe();
    },
    open: () => once(server.listen(port, '127.0.0.1'), 'listening'),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    lead: (port) => {
      to = { port, host: '127.0.0.1' };
      cut();
    },
  };
}
