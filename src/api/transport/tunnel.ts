/** Connections through an HTTP proxy. Loaded only when there is one. */
import type { Dispatcher, Pool as PoolType } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

interface TunnelOptions extends PoolType.Options {
  readonly timeoutMs: number;
}

/** Every request goes by CONNECT: the proxy sees the platform's host and port, and nothing of what is said. */
export function openTunnel(proxy: URL, { timeoutMs, ...options }: TunnelOptions): Dispatcher {
  return new ProxyAgent({
    ...options,
    ...credentialsOf(proxy),
    uri: proxy.origin,
    requestTls: { timeout: timeoutMs },
    proxyTls: { timeout: timeoutMs },
    // undici's index gives every dispatcher this method; without the index it has to be given here.
    clientFactory: (origin, clientOptions) =>
      Object.assign(new Pool(origin, clientOptions), { connect }),
  });
}

/** RFC 7617, from the user information of the proxy's URL. */
function credentialsOf(proxy: URL): { token?: string } {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { token: `Basic ${Buffer.from(pair).toString('base64')}` };
}
