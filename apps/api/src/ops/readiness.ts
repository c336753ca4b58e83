import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Repository } from 'typeorm';
import { LOGGER } from '../http/logger.ts';
import { FreeDisk } from './free-disk.ts';
import { ServerHealth } from './server-health.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';

const PROBE = 'readiness probe';
/** Room for ten thousand commits: below this the next one may fail. */
const MIN_FREE_BYTES = 50_000_000;

@Injectable()
export class Readiness {
  private check: Promise<string | null> | null = null;

  constructor(
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    private readonly health: ServerHealth,
    @Inject(FreeDisk) private readonly disk: Pick<FreeDisk, 'bytes'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** True if the server is not stopping, the disk has room, and the database accepts a write and returns it. */
  async isReady(): Promise<boolean> {
    const problem = this.health.isDraining ? 'the server is stopping' : await this.problem();
    if (problem !== null) this.logger.warn({ event: 'not-ready', message: problem });
    return problem === null;
  }

  /** Why it cannot serve; null if it can. Simultaneous callers share one probe. */
  problem(): Promise<string | null> {
    this.check ??= this.probe().finally(() => {
      this.check = null;
    });
    return this.check;
  }

  private async diskProblem(): Promise<string | null> {
    const bytes = await this.disk.bytes();
    return bytes !== null && bytes < MIN_FREE_BYTES ? `the disk has ${bytes} bytes left` : null;
  }

  private async probe(): Promise<string | null> {
    try {
      const problem = this.health.brokenBy ?? (await this.diskProblem());
      if (problem !== null) return problem;
      const value = randomUUID();
      await this.settings.upsert({ name: PROBE, value }, ['name']);
      // Each of several processes writes its own value: any value that was written is proof.
      return (await this.settings.findOneBy({ name: PROBE })) === null ? 'the database lost what was written to it' : null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
