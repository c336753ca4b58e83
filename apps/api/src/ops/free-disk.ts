import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';

/** Room on the disk of the database. */
@Injectable()
export class FreeDisk {
  constructor(private readonly config: Config) {}

  /** Returns null where the database is on another machine. */
  async bytes(): Promise<number | null> {
    if (this.config.databaseUrl !== null) return null;
    const { bavail, bsize } = await statfs(this.config.dataDir);
    return bavail * bsize;
  }
}
