/** Who may ask. A page of another site, or a name that somebody let lead here, may not. Pure. */
import { isIP } from 'node:net';
import type { HttpRequest } from '../../../system/http/exchange.ts';

/** Names that every machine calls itself. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether only this machine can ask a server that listens there. Null: no address was given. */
export const isOnlyHere = (listens: string | null): boolean =>
  listens === null || LOOPBACK.has(listens) || listens === '::1' || /^127\.[\d.]+$/.test(listens);

/**
 * Why a request is refused; null: it is not. Beyond loopback, addresses count as ours, but names
 * only if they were given: a name can be made to lead anywhere, an address cannot.
 *
 * @param listens the address that was asked for with `--host`; null: loopback
 */
export function refusalOf({ method, headers }: HttpRequest, listens: string | null): string | null {
  const { host = '', origin } = headers;
  const name = nameOf(host);
  const isOurs =
    LOOPBACK.has(name) ||
    (listens !== null && (name === listens || isIP(name.replace(/^\[|\]$/g, '')) !== 0));
  if (!isOurs) return `This server does not answer for ${host === '' ? 'no host' : host}.`;
  if (origin !== undefined && origin !== `http://${host}`) {
    return 'Pages of other sites may not ask this server.';
  }
  if (method !== 'GET' && method !== 'HEAD') return 'This server only shows pages.';
  return null;
}

/** Without the port. */
const nameOf = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();
