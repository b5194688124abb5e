import type { HttpRequest } from './exchange.ts';

/**
 * Whether a page of another site makes this request. Browsers send `Origin` with such requests
 * (Fetch, "Origin header"); programs do not. `null` is the origin of a page without a nameable one.
 */
export function isCrossOrigin({ headers }: HttpRequest): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return origin !== `http://${host}` && origin !== `https://${host}`;
}

/**
 * Whether the request addresses this machine by a name that nobody else controls. A web site can
 * point its own name at 127.0.0.1 and share an origin with the platform (DNS rebinding); its
 * requests still carry the site's name.
 * @param hosts further names of the platform, given by whoever runs it
 */
export function isAllowedHost({ headers }: HttpRequest, hosts: readonly string[]): boolean {
  const { host } = headers;
  if (host === undefined || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host))
    return true;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return hosts.some((each) => each.toLowerCase() === name);
}

/** Sent with every answer of an operation that any site may call: only search (docs/service.md, "Keys"). */
export const OPEN_TO_ALL: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
};

/** The answer to the request that a browser makes before it sends a key. */
export const PREFLIGHT: Readonly<Record<string, string>> = {
  ...OPEN_TO_ALL,
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'X-Api-Key, Content-Type',
  'Access-Control-Max-Age': '86400',
};
