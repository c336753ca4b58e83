import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { parsePasswordHash } from '../config/scrypt-hash.ts';
import { AuthGateError } from './auth-gate.errors.ts';
import { DraftSessionRepository } from './draft-session.repository.ts';
import { PasswordAttempts, type Client } from './password-attempts.ts';
import { PasswordChecker } from './password-checker.ts';

export interface OpenedGate {
  readonly sessionToken: string;
  /** Identifies a browser that knew the password, so that others' failures cannot lock it out. */
  readonly device: string;
}

@Injectable()
export class AuthGateService {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'draftPasswordHash'>,
    private readonly attempts: PasswordAttempts,
    private readonly sessions: DraftSessionRepository,
    private readonly checker: PasswordChecker,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Returns null for a wrong password.
   * @throws AuthGateError NOT_CONFIGURED
   * @throws HttpError RATE_LIMITED or OVERLOADED
   */
  async tryPassword(password: string, client: Client): Promise<OpenedGate | null> {
    const expected = parsePasswordHash(this.config.draftPasswordHash ?? '');
    if (!expected) throw new AuthGateError('NOT_CONFIGURED', 'DRAFT_PASSWORD_HASH is not set');
    const attempt = await this.attempts.begin(client);
    let isRight: boolean;
    try {
      isRight = await this.checker.check(password, expected);
    } catch (error) {
      await attempt.refund();
      throw error;
    }
    this.attempts.log(client, isRight ? 'right' : 'wrong');
    if (!isRight) return null;
    await attempt.refund();
    return { sessionToken: await this.sessions.open(this.clock.now().getTime()), device: this.attempts.deviceFor(client) };
  }

  async isOpen(sessionToken: string | null): Promise<boolean> {
    return sessionToken !== null && this.sessions.isOpen(sessionToken, this.clock.now().getTime());
  }

  async close(sessionToken: string | null): Promise<void> {
    if (sessionToken !== null) await this.sessions.close(sessionToken);
  }
}
