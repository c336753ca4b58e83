import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Config } from '../config/config.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { DraftSessionEntity } from './draft-session.entity.ts';

const TOKEN_BYTES = 16;
const SESSION_MS = 12 * 3_600_000;

@Injectable()
export class DraftSessionRepository {
  constructor(
    @InjectRepository(DraftSessionEntity) private readonly sessions: Repository<DraftSessionEntity>,
    @Inject(Config) private readonly config: Pick<Config, 'draftPasswordHash'>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
  ) {}

  /** Opens a session of twelve hours and returns its token. */
  async open(nowMs: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.units.run(async () => {
      await this.sessions.delete({ expiresAt: LessThanOrEqual(String(nowMs)) });
      await this.sessions.insert({ tokenHash: this.hashOf(token), expiresAt: String(nowMs + SESSION_MS) });
    });
    return token;
  }

  isOpen(token: string, nowMs: number): Promise<boolean> {
    return this.sessions.existsBy({ tokenHash: this.hashOf(token), expiresAt: MoreThan(String(nowMs)) });
  }

  async close(token: string): Promise<void> {
    await this.sessions.delete({ tokenHash: this.hashOf(token) });
  }

  /** The password's hash is part of it: a session ends when the password is changed. */
  private hashOf(token: string): string {
    return createHash('sha256')
      .update(`${token}\n${this.config.draftPasswordHash ?? ''}`)
      .digest('base64url');
  }
}
