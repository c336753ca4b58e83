import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Config } from '../config/config.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { passwordHashOf, type Realm, type RealmConfig } from './realm.ts';
import { SessionEntity } from './session.entity.ts';

const TOKEN_BYTES = 16;
const SESSION_MS = 12 * 3_600_000;

@Injectable()
export class SessionRepository {
  constructor(
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
    @Inject(Config) private readonly config: RealmConfig,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
  ) {}

  /** Opens a twelve-hour session and returns its token. */
  async open(realm: Realm, nowMs: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.units.run(async () => {
      await this.sessions.delete({ expiresAt: LessThanOrEqual(String(nowMs)) });
      await this.sessions.insert({ tokenHash: this.hashOf(realm, token), expiresAt: String(nowMs + SESSION_MS) });
    });
    return token;
  }

  isOpen(realm: Realm, token: string, nowMs: number): Promise<boolean> {
    return this.sessions.existsBy({ tokenHash: this.hashOf(realm, token), expiresAt: MoreThan(String(nowMs)) });
  }

  async close(realm: Realm, token: string): Promise<void> {
    await this.sessions.delete({ tokenHash: this.hashOf(realm, token) });
  }

  /** The password's hash is part of it: a session ends when the password is changed. */
  private hashOf(realm: Realm, token: string): string {
    // Drafts sessions from before there was a second realm stay valid.
    const prefix = realm === 'drafts' ? '' : `${realm}\n`;
    return createHash('sha256')
      .update(`${prefix}${token}\n${passwordHashOf(this.config, realm) ?? ''}`)
      .digest('base64url');
  }
}
