/**
 * Which addresses a check of links may ask. In a pipeline the links come from strangers, and the
 * machine may reach what they cannot: so only the public internet, and only as any reader's browser
 * would (ADR 99).
 */
import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What is not the public internet: this machine, private and shared networks, link-local, documentation, benchmarks, multicast, reserved. */
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

/** All that is assigned to hosts of the internet is in here: addresses that hold one of IPv4 in another way are not. */
const GLOBAL_6 = ['2000::', 3] as const;

/** Parts of it for tunnels, which hold addresses of IPv4, and for documentation. */
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

/** This machine may have public addresses too, and serve there what it serves only to itself. */
const own = new BlockList();
for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
  const version = isIP(address);
  if (version !== 0 && !address.includes('%'))
    own.addAddress(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the address, in any notation that `net.isIP` takes, is one of the public internet, and not this machine's. */
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

/** Names that are for examples and tests, or for networks of one's own (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const RESERVED_NAME =
  /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost|local|internal|home\.arpa|onion)$/;

/** Whether a link leads to a place that may be asked: with the usual port, without a password, by a name or an address of the internet. */
export function isAskable({ protocol, hostname, port, username, password }: URL): boolean {
  if (!/^https?:$/.test(protocol) || port !== '' || username !== '' || password !== '')
    return false;
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(name) !== 0) return isPublicAddress(name);
  return name.includes('.') && !RESERVED_NAME.test(name);
}

/** The code of the error if a name has no public address. */
export const NOT_PUBLIC = 'NOT_PUBLIC';

/** Looks a name up for a connection, which then goes to one of these addresses: between look-up and connection nothing can change. */
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
