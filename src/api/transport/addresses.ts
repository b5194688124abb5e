/**
 * The two addresses that requests go to: the platform's, to which the key may be sent at all, and the
 * proxy's, if there is one. Which key belongs to which address is decided where keys are kept.
 */
import { isLoopback, mayHoldPassword } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';

/** The address of an API to which requests may be sent. Only `parseBaseUrl` creates it. */
export interface ApiAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Starts with `/` unless it is empty, and does not end with `/`. */
  readonly path: string;
}

/** Throws `Failure('config')` if no key must ever be sent there: plain http to another machine. */
export function parseBaseUrl(text: string): ApiAddress {
  const refuse = (why: string, hint: string): Failure =>
    new Failure('config', `The base URL ${why}.`, { hint });
  const example = 'Write it like https://api.developerhub.io/api/v1';
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.hostname === '') {
    throw refuse('is not an http or https address', example);
  }
  if (url.username !== '' || url.password !== '' || mayHoldPassword(url)) {
    throw refuse(
      'contains a user name or a password',
      'Leave them out; the key is DOCS_API_KEY, or that of docs login',
    );
  }
  if (url.search !== '' || url.hash !== '') throw refuse('has a query or a fragment', example);
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new Failure(
      'config',
      `A key is sent only over https or to this machine; "${url.href.replace(/\/$/, '')}" is neither.`,
      { hint: `Use https://${url.host}${url.pathname}` },
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, path };
}

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
