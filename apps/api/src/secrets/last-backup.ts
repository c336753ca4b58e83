import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SettingEntity } from './setting.entity.ts';

const NAME = 'last backup';
const CHECK = 'last backup check';

export interface BackupCheck {
  readonly at: Date;
  /** What was wrong with the backup; null if nothing. */
  readonly problem: string | null;
}

/** When `site backup` last completed a backup of this site, and what `site check-backup` last found. */
@Injectable()
export class LastBackup {
  constructor(@InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>) {}

  /** Null means never. */
  async madeAt(): Promise<Date | null> {
    const setting = await this.settings.findOneBy({ name: NAME });
    return setting && new Date(setting.value);
  }

  async note(madeAt: Date): Promise<void> {
    await this.settings.upsert({ name: NAME, value: madeAt.toISOString() }, ['name']);
  }

  /** Null means never. */
  async check(): Promise<BackupCheck | null> {
    const setting = await this.settings.findOneBy({ name: CHECK });
    if (!setting) return null;
    const [at = '', ...problem] = setting.value.split(' ');
    return { at: new Date(at), problem: problem.join(' ') || null };
  }

  async noteCheck({ at, problem }: BackupCheck): Promise<void> {
    await this.settings.upsert({ name: CHECK, value: `${at.toISOString()} ${problem ?? ''}`.trim() }, ['name']);
  }
}
