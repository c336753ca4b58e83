import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Repository } from 'typeorm';
import { LOGGER } from '../http/logger.ts';
import { ServerHealth } from './server-health.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';

const PROBE = 'readiness probe';

@Injectable()
export class Readiness {
  private check: Promise<boolean> | null = null;

  constructor(
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    private readonly health: ServerHealth,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** True when the database takes a write and gives it back. Callers at the same moment share one probe. */
  isReady(): Promise<boolean> {
    this.check ??= this.probe().finally(() => {
      this.check = null;
    });
    return this.check;
  }

  private async probe(): Promise<boolean> {
    if (this.health.brokenBy !== null) {
      this.logger.warn({ event: 'not-ready', message: this.health.brokenBy });
      return false;
    }
    try {
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
