import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { HttpError } from '../http/app-error.ts';
import { LOGGER } from '../http/logger.ts';
import { RateLimiter, type Claim, type Ticket } from '../rate-limit/rate-limiter.ts';
import { scaleLimits, type Limits } from '../rate-limit/sliding-window.ts';
import { SiteSecret } from '../secrets/site-secret.ts';
import type { Client } from './realm-client.ts';
import type { Realm } from './realm.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Failures of one client: five a minute, twenty an hour, and a growing pause from the fifth on. All clients of a wider network share a
 * multiple of that.
 */
const CLIENT_LIMITS: Limits = {
  windows: [
    { windowMs: MINUTE_MS, max: 5 },
    { windowMs: HOUR_MS, max: 20 },
  ],
  backoff: { after: 5, firstMs: 1_000, maxMs: MINUTE_MS },
};
/**
 * Failures of all clients without a known device. Beyond these limits each client still has one attempt an hour, and a wider network a few:
 * many addresses cannot lock anyone out.
 */
const GLOBAL_LIMITS: Limits = { windows: [{ windowMs: HOUR_MS, max: 600 }] };
const BEYOND_GLOBAL_LIMITS: Limits = { windows: [{ windowMs: HOUR_MS, max: 1 }] };
/** Names for a realm's counts and device cookies. Those of the drafts date from when there was no other realm. */
const COUNTS = { drafts: 'password', owner: 'owner password' } as const satisfies Readonly<Record<Realm, string>>;
const DEVICES = { drafts: 'draft device', owner: 'owner device' } as const satisfies Readonly<Record<Realm, string>>;

/** Limits how often a client may try a password. A browser that once knew it is counted separately, so that others cannot lock it out. */
@Injectable()
export class PasswordAttempts {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly secret: SiteSecret,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info'>,
  ) {}

  /** Counts an attempt as failed until it is refunded. @throws HttpError RATE_LIMITED */
  async begin(client: Client): Promise<Ticket> {
    const device = this.knownDevice(client);
    const counts = COUNTS[client.realm];
    const ticket = await this.limiter.takeAll(
      counts,
      device === null ? this.claimsOf(client, CLIENT_LIMITS) : [{ client: `device ${device}`, limits: CLIENT_LIMITS }],
    );
    if (typeof ticket === 'number') return this.refuse(client, ticket);
    if (device !== null) return ticket;

    const global = await this.limiter.take(`${counts} of all`, 'everyone', GLOBAL_LIMITS);
    if (typeof global !== 'number') return both(ticket, global);
    const beyond = await this.limiter.takeAll(`${counts} beyond all`, this.claimsOf(client, BEYOND_GLOBAL_LIMITS));
    if (typeof beyond !== 'number') return both(ticket, beyond);
    await ticket.refund();
    return this.refuse(client, Math.min(global, beyond));
  }

  /** True for a browser that once knew the realm's password. */
  isKnown(client: Client): boolean {
    return this.knownDevice(client) !== null;
  }

  /** The device cookie of a browser that knew the password. */
  deviceFor(client: Client): string {
    const id = this.knownDevice(client) ?? randomUUID();
    return `${id}.${this.secret.sign(DEVICES[client.realm], id)}`;
  }

  log(client: Client, outcome: 'right' | 'wrong' | 'refused'): void {
    this.logger.info({ event: 'password-attempt', realm: client.realm, network: client.truncatedNetwork, outcome });
  }

  private refuse(client: Client, waitMs: number): never {
    this.log(client, 'refused');
    throw new HttpError('RATE_LIMITED', 'too many wrong passwords', { 'Retry-After': String(Math.ceil(waitMs / 1_000)) });
  }

  private claimsOf(client: Client, limits: Limits): Claim[] {
    const who = (network: string): string => `network ${this.secret.sign('client', network)}`;
    const wider = client.widerNetworks.map(({ network, factor }) => ({
      client: who(network),
      limits: scaleLimits(limits, factor),
    }));
    return [{ client: who(client.network), limits }, ...wider];
  }

  private knownDevice({ device, realm }: Client): string | null {
    const [id = '', signature = ''] = device?.split('.') ?? [];
    return id !== '' && this.secret.isSigned(DEVICES[realm], id, signature) ? id : null;
  }
}

const both = (one: Ticket, other: Ticket): Ticket => ({
  refund: async () => {
    await Promise.all([one.refund(), other.refund()]);
  },
});
