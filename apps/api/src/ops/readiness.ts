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
/** Anyone may ask whether the server is ready, and each probe is a synced write. */
const KEPT_MS = 1_000;

@Injectable()
export class Readiness {
  private check: Promise<string | null> | null = null;
  /** The result of a probe until a second after its end. */
  private recent: Promise<string | null> | null = null;

  constructor(
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    private readonly health: ServerHealth,
    @Inject(FreeDisk) private readonly disk: Pick<FreeDisk, 'databaseBytes'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** True if the server is not stopping, and within the last second the disk had room, and the database accepted a write and returned it. */
  async isReady(): Promise<boolean> {
    const { isDraining, brokenBy } = this.health;
    const problem = isDraining ? 'the server is stopping' : (brokenBy ?? (await this.recentProblem()));
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

  private recentProblem(): Promise<string | null> {
    this.recent ??= this.problem().finally(() => {
      setTimeout(() => {
        this.recent = null;
      }, KEPT_MS).unref();
    });
    return this.recent;
  }

  private async diskProblem(): Promise<string | null> {
    const bytes = await this.disk.databaseBytes();
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
