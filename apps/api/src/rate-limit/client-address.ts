import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** The 16-bit groups of an IPv6 address, null for any other address. An IPv4-mapped address counts as IPv4. */
function groupsOf(address: string): readonly number[] | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts : null;
}

const network = (groups: readonly number[], bits: number): string =>
  `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;

/** The /56 of an IPv6 address. */
function siteOf(groups: readonly number[]): string {
  const [fourth = 0] = groups.slice(3);
  return network([...groups.slice(0, 3), fourth & 0xff00], 56);
}

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, because its holder has all addresses in it. The address is
 * that of the peer or, behind a proxy in TRUST_PROXY, the one that the proxy names.
 */
export function clientNetwork({ ip = '' }: Pick<Request, 'ip'>): string {
  const groups = groupsOf(ip);
  if (groups) return network(groups.slice(0, 4), 64);
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip || 'unknown';
}

/**
 * The unit for limits on simultaneous use, such as memory: an IPv4 address, or the /56 of an IPv6 address, whose 256 /64s a provider gives
 * to one customer.
 */
export function customerNetwork(request: Pick<Request, 'ip'>): string {
  const groups = groupsOf(request.ip ?? '');
  return groups ? siteOf(groups) : clientNetwork(request);
}

/**
 * The widest unit that counts as one person: an IPv4 address, or the /48 of an IPv6 address, the largest network that providers
 * give to one customer.
 */
export function widestCustomerNetwork(request: Pick<Request, 'ip'>): string {
  return groupsOf(request.ip ?? '') ? truncatedNetwork(request) : clientNetwork(request);
}

export interface WiderNetwork {
  readonly network: string;
  /** The combined limit of its clients, as a multiple of one client's. */
  readonly factor: number;
}

/** Networks in which one customer of a provider may have many clients: 256 in a /56 of IPv6, 65,536 in a /48. */
export function widerNetworks(request: Pick<Request, 'ip'>): WiderNetwork[] {
  const wide = truncatedNetwork(request);
  const groups = groupsOf(request.ip ?? '');
  if (!groups) return wide.includes('.') ? [{ network: wide, factor: 8 }] : [];
  return [
    { network: siteOf(groups), factor: 4 },
    { network: wide, factor: 8 },
  ];
}

/** For the log: enough to see where a flood comes from. A /24 does not identify a person; a /48 of IPv6 may belong to a single customer. */
export function truncatedNetwork(request: Pick<Request, 'ip'>): string {
  const groups = groupsOf(request.ip ?? '');
  return groups ? network(groups.slice(0, 3), 48) : clientNetwork(request).replace(/\.\d+$/, '.0/24');
}

/** True for the `truncatedNetwork` of an address that is not public. */
export function isPrivateNetwork(truncated: string): boolean {
  const [address = ''] = truncated.split('/');
  if (!ipaddr.isValid(address)) return false;
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range());
}
