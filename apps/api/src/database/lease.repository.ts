import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { databaseNow } from './database-clock.ts';
import { LeaseEntity } from './lease.entity.ts';

/** A holder that does not renew its lease for this long counts as dead. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_500;

export interface Lease {
  readonly release: () => Promise<void>;
}

/**
 * Locks for work that only one process of the site may do at a time, while somebody waits for its result. A single statement decides who
 * gets one, on SQLite and PostgreSQL alike. Work that outlives a request is a job.
 */
@Injectable()
export class LeaseRepository {
  private readonly now: string;

  constructor(@InjectRepository(LeaseEntity) private readonly leases: Repository<LeaseEntity>) {
    this.now = databaseNow(leases.manager.connection);
  }

  /** Held until it is released, or its process dies. Null means that another holder has it. */
  async acquire(name: string): Promise<Lease | null> {
    const { tableName } = this.leases.metadata;
    const holder = randomUUID();
    await this.leases.query(
      `INSERT INTO ${tableName} (name, holder, expires_at) VALUES ($1, $2, ${this.now} + ${LEASE_MS})
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE ${tableName}.expires_at <= ${this.now}`,
      [name, holder],
    );
    if (!(await this.leases.existsBy({ name, holder }))) return null;
    const renewal = setInterval(() => {
      const renew = `UPDATE ${tableName} SET expires_at = ${this.now} + ${LEASE_MS} WHERE name = $1 AND holder = $2`;
      // A failed renewal is retried; if none succeeds, another holder may take over.
      this.leases.query(renew, [name, holder]).catch(() => undefined);
    }, RENEW_MS);
    renewal.unref();
    return {
      release: async () => {
        clearInterval(renewal);
        await this.leases.delete({ name, holder });
      },
    };
  }
}
