import type { KeyObject } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { generateSigningKey, parseSigningKey, publicHalf } from '@site/releases';
import { Config } from '../config/config.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';

const NAME = 'release key';

/**
 * The key with which this server signs registries. If RELEASE_SIGNING_KEY is the owner's private key, that one; if it is the public
 * half, a key that the server generates once and keeps in its database, so that all its processes share it. It is valid once the owner
 * has named it with `site team add`, and even then it can release only what a team has signed.
 */
@Injectable()
export class ServerKey implements OnModuleInit {
  private key: KeyObject | undefined;
  /** SPKI, base64; null means the owner's own. */
  publicText: string | null = null;

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'releaseSigningKey'>,
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
  ) {}

  async onModuleInit(): Promise<void> {
    const own = ownersKey(this.config.releaseSigningKey);
    if (own) {
      this.key = own;
      return;
    }
    // If several processes start at once, one wins, and all read what it wrote.
    await this.settings.createQueryBuilder().insert().values({ name: NAME, value: generateSigningKey() }).orIgnore().execute();
    const { value } = await this.settings.findOneByOrFail({ name: NAME });
    this.key = parseSigningKey(value);
    this.publicText = publicHalf(value);
  }

  get signing(): KeyObject {
    if (!this.key) throw new Error('the key was requested before the server had started');
    return this.key;
  }
}

function ownersKey(text: string): KeyObject | undefined {
  try {
    return parseSigningKey(text);
  } catch {
    // The public half is enough to serve.
    return undefined;
  }
}
