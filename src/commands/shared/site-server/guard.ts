/**
 * Decides which requests are accepted. Pages of other sites, and host names that somebody pointed
 * at this machine, are refused. Pure.
 */
import { isIP } from 'node:net';
import type { HttpRequest } from '../../../system/http/exchange.ts';

/** Names of every machine for itself. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether only this machine can reach a server that listens there. Null means no address was given.
 */
export const isOnlyHere = (listens: string | null): boolean =>
  listens === null || LOOPBACK.has(listens) || listens === '::1' || /^127\.[\d.]+$/.test(listens);

/**
 * Why a request is refused; null if it is not. Beyond loopback, requests to IP addresses are
 * accepted, but names only if they were given: anybody can point a name at this machine.
 *
 * @param listens the address from `--host`; null for loopback
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

/** The host without the port. */
const nameOf = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();
