import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';

/** Free space on the database's disk. */
@Injectable()
export class FreeDisk {
  constructor(private readonly config: Config) {}

  /** Returns null if the database is on another machine. */
  async bytes(): Promise<number | null> {
    if (this.config.databaseUrl !== null) return null;
    const { bavail, bsize } = await statfs(this.config.dataDir);
    return bavail * bsize;
  }

  /** Used share, 0 to 1, computed as `df` does; null if the database is on another machine. */
  async usedShare(): Promise<number | null> {
    if (this.config.databaseUrl !== null) return null;
    const { blocks, bfree, bavail } = await statfs(this.config.dataDir);
    const used = blocks - bfree;
    return used / (used + bavail);
  }
}
