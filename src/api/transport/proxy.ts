/** Decides through which proxy requests to an origin go. */
import { mayHoldPassword } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an origin according to the environment; `null` if there is none. As in curl and Go,
 * lower case wins, and `NO_PROXY` lists hosts (including their subdomains), `host:port`, or `*`.
 * Plain http never uses a proxy, because it is allowed only for loopback and stays on this machine.
 * Throws `Failure('config')` if the variable does not contain a proxy's address.
 */
export function proxyFor(origin: URL, env: Env): URL | null {
  if (origin.protocol !== 'https:') return null;
  const name = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find(
    (name) => (env[name] ?? '') !== '',
  );
  if (name === undefined || isExempt(origin, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return null;
  return parseProxy(env[name] ?? '', name);
}

/** The message never quotes the value, which may contain a password. */
function parseProxy(text: string, name: string): URL {
  const value = text.trim();
  const full = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !isProxy(url)) {
    throw new Failure('config', `${name} is not the address of an HTTP proxy.`, {
      hint: `Set ${name} to something like http://proxy.example:8080, or unset it`,
    });
  }
  return url;
}

function isProxy(url: URL): boolean {
  const { protocol, hostname, username, password } = url;
  const isHttp = protocol === 'http:' || protocol === 'https:';
  const isReadable = isDecodable(username) && isDecodable(password) && !mayHoldPassword(url);
  return isHttp && hostname !== '' && isReadable;
}

/** Whether the percent-encoding is valid UTF-8. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isExempt(origin: URL, list: string): boolean {
  const host = bare(origin.hostname);
  const port = origin.port === '' ? '443' : origin.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const wanted = entryOf(entry);
      if (wanted.port !== null && wanted.port !== port) return false;
      return wanted.host !== '' && (host === wanted.host || host.endsWith(`.${wanted.host}`));
    });
}

/** Accepts `host`, `host:port`, `.host`, `*.host`, `[v6]:port` and a bare IPv6 address. */
function entryOf(entry: string): { readonly host: string; readonly port: string | null } {
  const [, host = '', port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [null, entry];
  return { host: bare(host).replace(/^\*?\./, ''), port: port ?? null };
}

const bare = (host: string): string => host.replaceAll(/^\[|\]$/g, '').toLowerCase();
