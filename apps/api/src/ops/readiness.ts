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
/** Ten thousand commits: below it the next one may fail. */
const MIN_FREE_BYTES = 50_000_000;

@Injectable()
export class Readiness {
  private check: Promise<boolean> | null = null;

  constructor(
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    private readonly health: ServerHealth,
    @Inject(FreeDisk) private readonly disk: Pick<FreeDisk, 'bytes'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** True if the server stays, the disk has room, and the database takes a write and gives it back. Callers at the same moment share one probe. */
  isReady(): Promise<boolean> {
    this.check ??= this.probe().finally(() => {
      this.check = null;
    });
    return this.check;
  }

  private async diskProblem(): Promise<string | null> {
    const bytes = await this.disk.bytes();
    return bytes !== null && bytes < MIN_FREE_BYTES ? `the disk has ${bytes} bytes left` : null;
  }

  private async probe(): Promise<boolean> {
    try {
      const problem = this.health.brokenBy ?? (this.health.isDraining ? 'the server is stopping' : await this.diskProblem());
      if (problem !== null) {
        this.logger.warn({ event: 'not-ready', message: problem });
        return false;
      }
      const value = randomUUID();
      await this.settings.upsert({ name: PROBE, value }, ['name']);
      // Of several processes each writes its own word: any that was written is proof.
      return (await this.settings.findOneBy({ name: PROBE })) !== null;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.logger.warn({ event: 'not-ready', message });
      return false;
    }
  }
}
