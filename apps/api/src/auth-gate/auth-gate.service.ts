import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { LOGGER } from '../http/logger.ts';
import { RateLimiter, type Ticket } from '../rate-limit/rate-limiter.ts';
import type { Limits } from '../rate-limit/sliding-window.ts';
import { SiteSecret } from '../secrets/site-secret.ts';
import { AuthGateError } from './auth-gate.errors.ts';
import { DraftSessionRepository } from './draft-session.repository.ts';
import { PasswordChecker } from './password-checker.ts';
import { parsePasswordHash } from './password-hash.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Failures of one client: five a minute, twenty an hour, and from the fifth on a growing pause. */
const CLIENT_LIMITS: Limits = {
  windows: [
    { windowMs: MINUTE_MS, max: 5 },
    { windowMs: HOUR_MS, max: 20 },
  ],
  backoff: { after: 5, firstMs: 1_000, maxMs: MINUTE_MS },
};
/** Failures of all clients without a known device. Over it each client still has one try an hour: many addresses lock nobody out. */
const GLOBAL_LIMITS: Limits = { windows: [{ windowMs: HOUR_MS, max: 600 }] };
const BEYOND_GLOBAL_LIMITS: Limits = { windows: [{ windowMs: HOUR_MS, max: 1 }] };
const DEVICE = 'draft device';

/** Who tries a password. */
export interface Client {
  /** Address or network. */
  readonly network: string;
  /** The same, cut short for the log. */
  readonly truncatedNetwork: string;
  /** Value of the device cookie, if the browser has one. */
  readonly device: string | null;
}

export interface OpenedGate {
  readonly sessionToken: string;
  /** Names a browser that knew the password, so that others' failures cannot lock it out. */
  readonly device: string;
}

@Injectable()
export class AuthGateService {
  constructor(
    private readonly config: Config,
    private readonly limiter: RateLimiter,
    private readonly sessions: DraftSessionRepository,
    private readonly secret: SiteSecret,
    private readonly checker: PasswordChecker,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info'>,
  ) {}

  /**
   * Returns null for a wrong password.
   * @throws AuthGateError NOT_CONFIGURED
   * @throws HttpError RATE_LIMITED or OVERLOADED
   */
  async tryPassword(password: string, client: Client): Promise<OpenedGate | null> {
    const expected = parsePasswordHash(this.config.draftPasswordHash ?? '');
    if (!expected) throw new AuthGateError('NOT_CONFIGURED', 'DRAFT_PASSWORD_HASH is not set');
    const tickets = await this.admit(client);
    const refund = () => Promise.all(tickets.map((ticket) => ticket.refund()));
    let isRight: boolean;
    try {
      isRight = await this.checker.check(password, expected);
    } catch (error) {
      await refund();
      throw error;
    }
    this.log(client, isRight ? 'right' : 'wrong');
    if (!isRight) return null;
    await refund();
    return { sessionToken: await this.sessions.open(this.clock.now().getTime()), device: this.deviceFor(client) };
  }

  async isOpen(sessionToken: string | null): Promise<boolean> {
    return sessionToken !== null && this.sessions.isOpen(sessionToken, this.clock.now().getTime());
  }

  async close(sessionToken: string | null): Promise<void> {
    if (sessionToken !== null) await this.sessions.close(sessionToken);
  }

  private async admit(client: Client): Promise<Ticket[]> {
    const device = this.knownDevice(client.device);
    const who = device === null ? `network ${this.secret.sign('client', client.network)}` : `device ${device}`;
    const ticket = await this.limiter.take('password', who, CLIENT_LIMITS);
    if (typeof ticket === 'number') return this.refuse(client, ticket);
    if (device !== null) return [ticket];

    const global = await this.limiter.take('password of all', 'everyone', GLOBAL_LIMITS);
    if (typeof global !== 'number') return [ticket, global];
    const beyond = await this.limiter.take('password beyond all', who, BEYOND_GLOBAL_LIMITS);
    if (typeof beyond !== 'number') return [ticket, beyond];
    await ticket.refund();
    return this.refuse(client, Math.min(global, beyond));
  }

  private refuse(client: Client, waitMs: number): never {
    this.log(client, 'refused');
    throw new HttpError('RATE_LIMITED', 'too many wrong passwords', { 'Retry-After': String(Math.ceil(waitMs / 1_000)) });
  }

  private knownDevice(value: string | null): string | null {
    const [id = '', mark = ''] = value?.split('.') ?? [];
    return id !== '' && this.secret.isSigned(DEVICE, id, mark) ? id : null;
  }

  private deviceFor(client: Client): string {
    const id = this.knownDevice(client.device) ?? randomUUID();
    return `${id}.${this.secret.sign(DEVICE, id)}`;
  }

  private log(client: Client, outcome: string): void {
    this.logger.info({ event: 'password-attempt', network: client.truncatedNetwork, outcome });
  }
}
