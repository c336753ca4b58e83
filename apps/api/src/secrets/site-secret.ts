import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Config } from '../config/config.ts';
import { SettingEntity } from './setting.entity.ts';

const NAME = 'site secret';

/**
 * Signs what visitors are given to bring back: delete tokens, device cookies. The key is COOKIE_SECRET, or, where that is not
 * set, one that the server makes once and keeps in its database, so that every process of the site has the same. What that one signed stays
 * valid after COOKIE_SECRET is set: visitors keep delete tokens for a year.
 */
@Injectable()
export class SiteSecret implements OnModuleInit {
  private keys: readonly string[] = [];

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'cookieSecrets'>,
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
  ) {}

  async onModuleInit(): Promise<void> {
    const { cookieSecrets } = this.config;
    if (cookieSecrets.length === 0) {
      const made = { name: NAME, value: randomBytes(32).toString('base64url') };
      // Of several processes that start at once, one wins, and all read what it wrote.
      await this.settings.createQueryBuilder().insert().values(made).orIgnore().execute();
    }
    const made = await this.settings.findOneBy({ name: NAME });
    this.keys = [...cookieSecrets, ...(made ? [made.value] : [])];
  }

  /** The newest key's mark on a text; `purpose` keeps marks of one kind from passing as another's. */
  sign(purpose: string, text: string): string {
    return this.mark(this.keys[0] ?? '', purpose, text);
  }

  /** True for a mark by any of the keys: an older one stays valid while it is being replaced. */
  isSigned(purpose: string, text: string, mark: string): boolean {
    const given = Buffer.from(mark);
    return this.keys.some((key) => {
      const expected = Buffer.from(this.mark(key, purpose, text));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }

  private mark(key: string, purpose: string, text: string): string {
    return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
  }
}
