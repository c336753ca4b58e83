import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../clock.ts';
import { LeaseEntity } from './lease.entity.ts';

/** A holder that says nothing for this long has died. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_500;

export interface Lease {
  readonly release: () => Promise<void>;
}

/** Who does what only one may do at a time, of all processes of the site. One statement decides, in SQLite and PostgreSQL alike. */
@Injectable()
export class LeaseRepository {
  constructor(
    @InjectRepository(LeaseEntity) private readonly leases: Repository<LeaseEntity>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Held until it is released, or its process dies. Null: somebody else has it. */
  async acquire(name: string): Promise<Lease | null> {
    const { tableName } = this.leases.metadata;
    const holder = randomUUID();
    const now = this.clock.now().getTime();
    await this.leases.query(
      `INSERT INTO ${tableName} (name, holder, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE ${tableName}.expires_at <= $4`,
      [name, holder, now + LEASE_MS, now],
    );
    if (!(await this.leases.existsBy({ name, holder }))) return null;
    const renewal = setInterval(() => {
      const expiresAt = String(this.clock.now().getTime() + LEASE_MS);
      // A renewal that fails is followed by another one; if none gets through, somebody else may take over.
      this.leases.update({ name, holder }, { expiresAt }).catch(() => undefined);
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
