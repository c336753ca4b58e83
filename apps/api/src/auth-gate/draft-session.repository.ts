import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { DraftSessionEntity } from './draft-session.entity.ts';

const TOKEN_BYTES = 16;
const SESSION_MS = 12 * 3_600_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

@Injectable()
export class DraftSessionRepository {
  constructor(@InjectRepository(DraftSessionEntity) private readonly sessions: Repository<DraftSessionEntity>) {}

  /** Opens a session of twelve hours and gives its token. */
  async open(nowMs: number): Promise<string> {
    await this.sessions.delete({ expiresAt: LessThanOrEqual(String(nowMs)) });
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.sessions.insert({ tokenHash: hashOf(token), expiresAt: String(nowMs + SESSION_MS) });
    return token;
  }

  isOpen(token: string, nowMs: number): Promise<boolean> {
    return this.sessions.existsBy({ tokenHash: hashOf(token), expiresAt: MoreThan(String(nowMs)) });
  }

  async close(token: string): Promise<void> {
    await this.sessions.delete({ tokenHash: hashOf(token) });
  }
}
