import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Config } from '../config/config.ts';

const isLoopback = (address: string): boolean => /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What the request brings as the owner's token: `Bearer <token>`, or, from a browser's own dialogue, any name and the token. */
function broughtToken(request: Request): string {
  const [scheme = '', value = ''] = (request.get('Authorization') ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

/** Whether the request may read what is the owner's: it brings OWNER_TOKEN, or, where none is set, it comes from this machine itself. */
export function isOwner(request: Request, { ownerToken }: Pick<Config, 'ownerToken'>): boolean {
  if (ownerToken === null) return isLoopback(request.ip ?? '') && request.get('X-Forwarded-For') === undefined;
  return timingSafeEqual(hash(broughtToken(request)), hash(ownerToken));
}
