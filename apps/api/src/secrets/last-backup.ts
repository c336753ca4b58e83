import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SettingEntity } from './setting.entity.ts';

const NAME = 'last backup';

/** When `site backup` last completed a backup of this database and its pictures. */
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
}
