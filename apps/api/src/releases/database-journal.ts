import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ReleaseError, type JournalRow, type ReleaseJournal } from '@site/releases';
import { Between, In, Like, MoreThan, Not, type FindOptionsWhere, type Repository } from 'typeorm';
import { LeaseRepository, type Lease } from '../database/lease.repository.ts';
import { LeaseEntity } from '../database/lease.entity.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { ReleaseChangeEntity } from './release-change.entity.ts';

const LEASE = 'releases';
/** How long a command waits for others, however many they are. */
const WAIT_MS = 20_000;
const POLL_MS = 100;
/** How long a commit whose outcome is unknown is retried. */
const DOUBT_MS = 10_000;
const RETRY_MS = 500;
/** Each change has one row with this path, whose text identifies the call that made it. */
const COMMIT = 'commit';
const REGISTRIES = 'registry/%';
const ROWS_AT_ONCE = 100;

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/**
 * The changes to the releases, in PostgreSQL. The lease only avoids wasted work; correctness comes from each revision being
 * written only once.
 */
export class DatabaseJournal implements ReleaseJournal {
  private readonly rows: Repository<ReleaseChangeEntity>;
  private readonly leases: LeaseRepository;

  constructor(private readonly database: SiteDatabase) {
    this.rows = database.getRepository(ReleaseChangeEntity);
    this.leases = new LeaseRepository(database.getRepository(LeaseEntity));
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const lease = await this.lease();
    try {
      return await work();
    } finally {
      // If the database cannot be reached now, the lease expires.
      await lease.release().catch(() => undefined);
    }
  }

  async head(): Promise<number> {
    const [newest] = await this.rows.find({ select: { revision: true, path: true }, order: { revision: 'DESC' }, take: 1 });
    return Number(newest?.revision ?? 0);
  }

  documents(after: number): Promise<JournalRow[]> {
    return this.find({ revision: MoreThan(String(after)), path: Not(Like(REGISTRIES)) });
  }

  registries(after: number, upTo: number): Promise<JournalRow[]> {
    // By serial within a change: the one that moved the releases into the database has all their registries, and 10 comes after 9.
    return this.rows
      .createQueryBuilder('change')
      .select(['change.revision', 'change.path', 'change.text'])
      .where({ revision: Between(String(after + 1), String(upTo)), path: Like(REGISTRIES) })
      .orderBy('change.revision')
      .addOrderBy('LENGTH(change.path)')
      .addOrderBy('change.path')
      .getMany();
  }

  last(paths: readonly string[]): Promise<JournalRow[]> {
    return this.find({ path: In(paths) });
  }

  async append(revision: number, rows: readonly JournalRow[]): Promise<void> {
    const id = randomUUID();
    const giveUpAt = performance.now() + DOUBT_MS;
    for (;;) {
      try {
        return await this.database.unitOfWork(() => this.write(revision, id, rows));
      } catch (cause) {
        if (cause instanceof ReleaseError) throw cause;
        // The change may have been committed. A retry finds it, commits it, or finds somebody else's change.
        if (performance.now() > giveUpAt)
          throw new ReleaseError(
            'STORE_UNREACHABLE',
            `the database cannot be reached (${reasonOf(cause)}); once it can, \`site status\` says whether the change was made`,
          );
        await delay(RETRY_MS);
      }
    }
  }

  private async write(revision: number, id: string, rows: readonly JournalRow[]): Promise<void> {
    const made = await this.rows.findOneBy({ revision: String(revision), path: COMMIT });
    if (made?.text === id) return;
    if (made || (await this.head()) >= revision)
      throw new ReleaseError('REGISTRY_BUSY', 'another command has changed the releases; run this one again');
    const all = [...rows, { path: COMMIT, text: id }].map((row) => ({ revision: String(revision), ...row }));
    for (let start = 0; start < all.length; start += ROWS_AT_ONCE) await this.rows.insert(all.slice(start, start + ROWS_AT_ONCE));
  }

  private find(where: FindOptionsWhere<ReleaseChangeEntity>): Promise<JournalRow[]> {
    return this.rows.find({ select: { revision: true, path: true, text: true }, where, order: { revision: 'ASC' } });
  }

  private async lease(): Promise<Lease> {
    const giveUpAt = performance.now() + WAIT_MS;
    for (;;) {
      const lease = await this.leases.acquire(LEASE).catch((cause: unknown) => {
        throw new ReleaseError('STORE_UNREACHABLE', `the database cannot be reached (${reasonOf(cause)}); nothing was changed`);
      });
      if (lease) return lease;
      if (performance.now() > giveUpAt)
        throw new ReleaseError('REGISTRY_BUSY', 'another command is changing the releases; try again in a moment');
      await delay(POLL_MS);
    }
  }
}
