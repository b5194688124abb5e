/**
 * The addresses that a check of links may request. In a pipeline the links may come from strangers,
 * and the machine may reach hosts that they cannot. So only hosts of the public internet are
 * allowed, and only as any reader's browser would request them (ADR 99).
 */
import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Ranges that are not the public internet: this machine, private and shared networks, link-local,
 * documentation, benchmarks, multicast, reserved.
 */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** The range of all public addresses. Addresses that embed one of IPv4 are outside it. */
const GLOBAL_6 = ['2000::', 3] as const;

/** Parts of that range for tunnels, which embed addresses of IPv4, and for documentation. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_4) notPublic.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_PUBLIC_6) notPublic.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, 'ipv6');

/**
 * The addresses of this machine. They may be public, and serve content that is for this machine
 * only.
 */
const own = new BlockList();
for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
  const version = isIP(address);
  if (version !== 0 && !address.includes('%'))
    own.addAddress(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the address, in any notation that `net.isIP` accepts, is public and not one of this machine. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4') && !own.check(address, 'ipv4');
    case 6:
      return (
        global6.check(address, 'ipv6') &&
        !notPublic.check(address, 'ipv6') &&
        !own.check(address, 'ipv6')
      );
    default:
      return false;
  }
}

/** Names reserved for examples, tests and private networks (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const RESERVED_NAME =
  /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost|local|internal|home\.arpa|onion)$/;

/** Whether an address may be requested: it has the default port, no password, and a name or an address of the public internet. */
export function isAskable({ protocol, hostname, port, username, password }: URL): boolean {
  if (!/^https?:$/.test(protocol) || port !== '' || username !== '' || password !== '')
    return false;
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(name) !== 0) return isPublicAddress(name);
  return name.includes('.') && !RESERVED_NAME.test(name);
}

/** The error code if a name has no public address. */
export const NOT_PUBLIC = 'NOT_PUBLIC';

/**
 * Looks up a name for a connection, which then uses one of these addresses, so that nothing can
 * change between look-up and connection.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (first === undefined) {
      callback(Object.assign(new Error(NOT_PUBLIC), { code: NOT_PUBLIC }), []);
    } else if (options.all === true) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
