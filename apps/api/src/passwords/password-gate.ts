import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { parsePasswordHash } from '../config/scrypt-hash.ts';
import type { Client } from './door-client.ts';
import { PASSWORD_SETTING, passwordHashOf, type Door, type DoorConfig } from './door.ts';
import { PasswordAttempts } from './password-attempts.ts';
import { PasswordChecker } from './password-checker.ts';
import { PasswordError } from './password.errors.ts';
import { SessionRepository } from './session.repository.ts';

export interface OpenedDoor {
  readonly sessionToken: string;
  /** Identifies a browser that knew the password, so that others' failures cannot lock it out. */
  readonly device: string;
}

/** Opens a door for a browser that knows its password, for one session. */
@Injectable()
export class PasswordGate {
  constructor(
    @Inject(Config) private readonly config: DoorConfig,
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
  async tryPassword(password: string, client: Client): Promise<OpenedDoor | null> {
    if (!(await this.isRight(password, client))) return null;
    const sessionToken = await this.sessions.open(client.door, this.clock.now().getTime());
    return { sessionToken, device: this.attempts.deviceFor(client) };
  }

  /**
   * True for the door's password. Wrong ones are limited, and no session begins.
   * @throws PasswordError NOT_CONFIGURED
   * @throws HttpError RATE_LIMITED or OVERLOADED
   */
  async isRight(password: string, client: Client): Promise<boolean> {
    const { door } = client;
    const expected = parsePasswordHash(passwordHashOf(this.config, door) ?? '');
    if (!expected) throw new PasswordError('NOT_CONFIGURED', `${PASSWORD_SETTING[door]} is not set`);
    const attempt = await this.attempts.begin(client);
    let isRight: boolean;
    try {
      isRight = await this.checker.check(password, expected, this.attempts.isKnown(client) ? `known at ${door}` : door);
    } catch (error) {
      await attempt.refund();
      throw error;
    }
    this.attempts.log(client, isRight ? 'right' : 'wrong');
    if (isRight) await attempt.refund();
    return isRight;
  }

  async isOpen(door: Door, sessionToken: string | null): Promise<boolean> {
    if (sessionToken === null || passwordHashOf(this.config, door) === null) return false;
    return this.sessions.isOpen(door, sessionToken, this.clock.now().getTime());
  }

  async close(door: Door, sessionToken: string | null): Promise<void> {
    if (sessionToken !== null) await this.sessions.close(door, sessionToken);
  }
}
