import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { parsePasswordHash } from '../config/scrypt-hash.ts';
import { PasswordAttempts } from './password-attempts.ts';
import { PasswordChecker } from './password-checker.ts';
import { PasswordError } from './password.errors.ts';
import type { Client } from './realm-client.ts';
import { PASSWORD_SETTING, passwordHashOf, type Realm, type RealmConfig } from './realm.ts';
import { SessionRepository } from './session.repository.ts';

export interface NewSession {
  readonly sessionToken: string;
  /** Identifies a browser that knew the password, so that others' failures cannot lock it out. */
  readonly device: string;
}

/** Admits a browser that knows a realm's password to that realm, for one session. */
@Injectable()
export class PasswordGate {
  constructor(
    @Inject(Config) private readonly config: RealmConfig,
    private readonly attempts: PasswordAttempts,
    private readonly sessions: SessionRepository,
    private readonly checker: PasswordChecker,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Returns null for a wrong password.
   * @throws PasswordError NOT_CONFIGURED
   * @throws HttpError RATE_LIMITED or OVERLOADED
   */
  async tryPassword(password: string, client: Client): Promise<NewSession | null> {
    if (!(await this.isRight(password, client))) return null;
    const sessionToken = await this.sessions.open(client.realm, this.clock.now().getTime());
    return { sessionToken, device: this.attempts.deviceFor(client) };
  }

  /**
   * True for the realm's password. Wrong ones are limited, and no session begins.
   * @throws PasswordError NOT_CONFIGURED
   * @throws HttpError RATE_LIMITED or OVERLOADED
   */
  async isRight(password: string, client: Client): Promise<boolean> {
    const { realm } = client;
    const expected = parsePasswordHash(passwordHashOf(this.config, realm) ?? '');
    if (!expected) throw new PasswordError('NOT_CONFIGURED', `${PASSWORD_SETTING[realm]} is not set`);
    const attempt = await this.attempts.begin(client);
    let isRight: boolean;
    try {
      isRight = await this.checker.check(password, expected, this.attempts.isKnown(client) ? `known at ${realm}` : realm);
    } catch (error) {
      await attempt.refund();
      throw error;
    }
    this.attempts.log(client, isRight ? 'right' : 'wrong');
    if (isRight) await attempt.refund();
    return isRight;
  }

  async isOpen(realm: Realm, sessionToken: string | null): Promise<boolean> {
    if (sessionToken === null || passwordHashOf(this.config, realm) === null) return false;
    return this.sessions.isOpen(realm, sessionToken, this.clock.now().getTime());
  }

  async close(realm: Realm, sessionToken: string | null): Promise<void> {
    if (sessionToken !== null) await this.sessions.close(realm, sessionToken);
  }
}
