import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Config } from '../config/config.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { SettingEntity } from './setting.entity.ts';

const NAME = 'site secret';

/**
 * Signs tokens that visitors send back later: delete tokens, device cookies. The key is COOKIE_SECRET or, if that is not set, one that the
 * server generates once and keeps in its database, so that all processes share it. Its signatures stay valid after COOKIE_SECRET is set:
 * visitors keep delete tokens for a year.
 */
@Injectable()
export class SiteSecret implements OnModuleInit {
  private keys: readonly string[] = [];

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'cookieSecrets'>,
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
  ) {}

  async onModuleInit(): Promise<void> {
    const { cookieSecrets } = this.config;
    // One unit of work: if several processes start at once, one generates the key, and all others find it.
    const made = await this.units.run(async () => {
      const stored = await this.settings.findOneBy({ name: NAME });
      if (stored !== null || cookieSecrets.length > 0) return stored;
      const key = { name: NAME, value: randomBytes(32).toString('base64url') };
      await this.settings.insert(key);
      return key;
    });
    this.keys = [...cookieSecrets, ...(made ? [made.value] : [])];
  }

  /** Signs a string with the newest key; `purpose` keeps signatures of one kind from passing as another's. */
  sign(purpose: string, text: string): string {
    return this.signatureOf(this.keys[0] ?? '', purpose, text);
  }

  /** True for a signature by any of the keys: an older one stays valid while it is being replaced. */
  isSigned(purpose: string, text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.keys.some((key) => {
      const expected = Buffer.from(this.signatureOf(key, purpose, text));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }

  private signatureOf(key: string, purpose: string, text: string): string {
    return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
  }
}
