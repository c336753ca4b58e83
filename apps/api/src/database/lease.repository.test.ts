import { aDatabase } from '../test-support/a-database.ts';
import { databaseNow } from './database-clock.ts';
import { LeaseEntity } from './lease.entity.ts';
import { LeaseRepository } from './lease.repository.ts';

describe('a lease', () => {
  let storage: Awaited<ReturnType<typeof aDatabase>>;
  /** Each represents a process of the site. */
  const aProcess = () => new LeaseRepository(storage.database.getRepository(LeaseEntity));

  beforeEach(async () => {
    storage = await aDatabase();
  });
  afterEach(() => storage.remove());

  test('is granted to one of many simultaneous callers', async () => {
    const held = await Promise.all(Array.from({ length: 20 }, () => aProcess().acquire('work')));
    expect(held.filter((lease) => lease !== null)).toHaveLength(1);
    expect(await aProcess().acquire('other work')).not.toBeNull();
  });

  test('is not granted twice to the same process either', async () => {
    const leases = aProcess();
    expect(await leases.acquire('work')).not.toBeNull();
    expect(await leases.acquire('work')).toBeNull();
  });

  test('is free again after its release', async () => {
    const lease = await aProcess().acquire('work');
    await lease?.release();
    expect(await aProcess().acquire('work')).not.toBeNull();
  });

  test('of a dead process is free after five seconds, and a late release does not affect the next holder', async () => {
    const dead = await aProcess().acquire('work');
    const leases = storage.database.getRepository(LeaseEntity);
    const { expiresAt } = await leases.findOneByOrFail({ name: 'work' });
    const [clock]: { now: string | number }[] = await storage.database.query(`SELECT ${databaseNow(storage.database)} AS now`);
    expect(Number(expiresAt) - Number(clock?.now)).toBeGreaterThan(0);
    expect(Number(expiresAt) - Number(clock?.now)).toBeLessThanOrEqual(5_000);
    expect(await aProcess().acquire('work')).toBeNull();
    // Under another holder's name, because the first one is alive in this test and still renews its lease.
    await leases.update({ name: 'work' }, { holder: 'dead', expiresAt: String(clock?.now) });
    expect(await aProcess().acquire('work')).not.toBeNull();
    await dead?.release();
    expect(await aProcess().acquire('work')).toBeNull();
  });
});
