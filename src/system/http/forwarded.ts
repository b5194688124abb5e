/** Who sent a request that came through proxies. */
import { BlockList, isIP } from 'node:net';
import { Failure } from '../../model/failure.ts';
import type { HttpHandler } from './exchange.ts';

/**
 * The addresses of proxies, each as an address or as a range such as `10.0.0.0/8`.
 * @throws Failure `usage` that names a text that is neither
 */
export function addressList(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits, ...rest] = text.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const isRange = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
    if (version === 0 || rest.length > 0 || (bits !== undefined && !isRange)) {
      throw new Failure('usage', `"${text}" is neither an address nor a range of addresses.`, {
        hint: 'A range looks like 10.0.0.0/8',
      });
    }
    const family = version === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? most : Number(bits), family);
  }
  return list;
}

const contains = (list: BlockList, address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
};

/** The address without the prefix that a socket for IPv4 and IPv6 puts before an IPv4 address. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The address of the client: the last address that is not a trusted proxy's. `X-Forwarded-For` is
 * read from its end, as far as trusted proxies wrote it, because the client may have invented the
 * rest.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  let client = plain(peer);
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    const address = plain(hop.trim());
    if (!contains(trusted, client) || isIP(address) === 0) return client;
    client = address;
  }
  return client;
}

/** Takes the client's address and request ids from trusted proxies; drops other request ids. */
export const behindProxies =
  (next: HttpHandler, trusted: BlockList): HttpHandler =>
  (request) => {
    const { 'x-request-id': requestId, ...others } = request.headers;
    const isTrusted = contains(trusted, plain(request.ipAddress));
    return next({
      ...request,
      headers: isTrusted ? { ...others, 'x-request-id': requestId } : others,
      ipAddress: clientAddress(request.ipAddress, others['x-forwarded-for'], trusted),
    });
  };
