import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The eight groups of an IPv6 address. */
function expandIPv6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...right];
}

/**
 * Who counts as one client: an IPv4 address, or the /64 of an IPv6 address, because whoever has one has all of them. The address
 * is the true peer's, or, behind a proxy in TRUST_PROXY, the one that the proxy names.
 */
export function clientNetwork(request: Pick<Request, 'ip'>): string {
  const address = (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address || 'unknown';
  return `${shortGroups(address).join(':')}::/64`;
}

/** The first 64 bits, without leading zeros. */
const shortGroups = (address: string): string[] =>
  expandIPv6(address)
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));

export interface WiderNetwork {
  readonly network: string;
  /** How many times the limit of one client its clients have together. */
  readonly factor: number;
}

/** Networks in which one customer of a provider may have many clients: 256 in a /56 of IPv6, 65,536 in a /48. */
export function widerNetworks(request: Pick<Request, 'ip'>): WiderNetwork[] {
  const network = clientNetwork(request);
  if (!network.includes(':')) return network.includes('.') ? [{ network: truncatedNetwork(request), factor: 8 }] : [];
  const [fourth = '0'] = network.slice(0, -'::/64'.length).split(':').slice(3);
  const wide = truncatedNetwork(request);
  const subnet = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    { network: wide.replace('::/48', `:${subnet}::/56`), factor: 4 },
    { network: wide, factor: 8 },
  ];
}

/** For the log: enough to see where a flood comes from, too little to point at a person. */
export function truncatedNetwork(request: Pick<Request, 'ip'>): string {
  const network = clientNetwork(request);
  return network.includes(':') ? network.replace(/:[^:]*::\/64$/, '::/48') : network.replace(/\.\d+$/, '.0/24');
}
