import { isLoopbackName } from '@site/releases';
import type { Request } from 'express';
import type { Config } from '../config/config.ts';

const isLoopback = (address: string): boolean => /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
/** What proxies add to a request. */
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/** True for a site that visitors reach by a name other than those of its machine, or through a proxy. */
export const isPublished = ({ publicOrigin, trustProxy }: Pick<Config, 'publicOrigin' | 'trustProxy'>): boolean =>
  trustProxy.length > 0 || !isLoopbackName(new URL(publicOrigin).hostname);

/**
 * True for a request from a browser or program on this machine to a site that is not published. The address alone proves
 * nothing: behind a proxy on the same machine all visitors have a loopback address, and so does a page of another site that
 * uses DNS rebinding to reach this server from a browser on this machine. Such a page cannot change the `Host` that its
 * browser sends.
 */
export function isFromThisMachine(
  request: Pick<Request, 'ip' | 'hostname' | 'headers'>,
  config: Parameters<typeof isPublished>[0],
): boolean {
  if (isPublished(config) || !isLoopback(request.ip ?? '') || !isLoopbackName(request.hostname ?? '')) return false;
  return !Object.keys(request.headers).some((name) => FORWARDED.test(name));
}
