import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LeaseEntity } from './lease.entity.ts';

/** Who does what only one of several processes may do. One statement decides, in SQLite and PostgreSQL alike. */
@Injectable()
export class LeaseRepository {
  private readonly holder = randomUUID();

  constructor(@InjectRepository(LeaseEntity) private readonly leases: Repository<LeaseEntity>) {}

  /** False: another process has it, and its time is not over. */
  async acquire(name: string, nowMs: number, durationMs: number): Promise<boolean> {
    const { tableName } = this.leases.metadata;
    await this.leases.query(
      `INSERT INTO ${tableName} (name, holder, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE ${tableName}.expires_at <= $4`,
      [name, this.holder, nowMs + durationMs, nowMs],
    );
    const lease = await this.leases.findOneBy({ name });
    return lease?.holder === this.holder;
  }

  async release(name: string): Promise<void> {
    await this.leases.delete({ name, holder: this.holder });
  }
}
