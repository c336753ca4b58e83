import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';

/** Free space on the disk of the data folder. */
@Injectable()
export class FreeDisk {
  constructor(@Inject(Config) private readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'objectStore'>) {}

  /** Returns null if nothing that the site stores is in the data folder. */
  async bytes(): Promise<number | null> {
    return this.isUsed ? this.freeBytes() : null;
  }

  /** Returns null if the database is elsewhere. Without room for pictures, a server can still serve requests. */
  async databaseBytes(): Promise<number | null> {
    return this.config.databaseUrl === null ? this.freeBytes() : null;
  }

  /** Used share, 0 to 1, computed as `df` does; null if nothing that the site stores is in the data folder. */
  async usedShare(): Promise<number | null> {
    if (!this.isUsed) return null;
    const { blocks, bfree, bavail } = await statfs(this.config.dataDir);
    const used = blocks - bfree;
    return used / (used + bavail);
  }

  /** The data folder holds the database, the gallery's pictures or both. */
  private get isUsed(): boolean {
    return this.config.databaseUrl === null || this.config.objectStore === null;
  }

  private async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.config.dataDir);
    return bavail * bsize;
  }
}
