import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LeaseEntity } from './lease.entity.ts';

export interface Lease {
  readonly release: () => Promise<void>;
}

/** Who does what only one may do at a time, of all processes of the site. One statement decides, in SQLite and PostgreSQL alike. */
@Injectable()
export class LeaseRepository {
  constructor(@InjectRepository(LeaseEntity) private readonly leases: Repository<LeaseEntity>) {}

  /** Null: somebody else has it, and its time is not over. */
  async acquire(name: string, nowMs: number, durationMs: number): Promise<Lease | null> {
    const { tableName } = this.leases.metadata;
    const holder = randomUUID();
    await this.leases.query(
      `INSERT INTO ${tableName} (name, holder, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE ${tableName}.expires_at <= $4`,
      [name, holder, nowMs + durationMs, nowMs],
    );
    if (!(await this.leases.existsBy({ name, holder }))) return null;
    return {
      release: async () => {
        await this.leases.delete({ name, holder });
      },
    };
  }
}
