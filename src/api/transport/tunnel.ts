/** Connections through an HTTP proxy. Loaded only if there is one. */
import type { Dispatcher, Pool as PoolType } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

interface TunnelOptions extends PoolType.Options {
  readonly timeoutMs: number;
}

/** Every request uses CONNECT, so the proxy sees the platform's host and port but none of the contents. */
export function openTunnel(proxy: URL, { timeoutMs, ...options }: TunnelOptions): Dispatcher {
  return new ProxyAgent({
    ...options,
    ...credentialsOf(proxy),
    uri: proxy.origin,
    requestTls: { timeout: timeoutMs },
    proxyTls: { timeout: timeoutMs },
    // undici's index adds this method to every dispatcher. We do not load the index, so add it here.
    clientFactory: (origin, clientOptions) =>
      Object.assign(new Pool(origin, clientOptions), { connect }),
  });
}

/** The proxy's credentials (RFC 7617), from the user information in its URL. */
function credentialsOf(proxy: URL): { token?: string } {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { token: `Basic ${Buffer.from(pair).toString('base64')}` };
}
