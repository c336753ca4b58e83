import { UnitOfWork } from '../database/unit-of-work.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { JobEntity } from './job.entity.ts';
import { JobRepository } from './job.repository.ts';

describe('the job table', () => {
  let storage: Awaited<ReturnType<typeof aDatabase>>;
  /** Represents a process of the site. */
  const aProcess = () => new JobRepository(storage.database.getRepository(JobEntity));
  const rowOf = (name: string) => storage.database.getRepository(JobEntity).findOneBy({ name });
  /** Simulates a process that has not renewed its claim in time. */
  const die = (name: string) => storage.database.getRepository(JobEntity).update({ name }, { runAt: '0' });

  beforeEach(async () => {
    storage = await aDatabase();
  });
  afterEach(() => storage.remove());

  test('gives a job to one of twenty simultaneous processes', async () => {
    await aProcess().enqueue({ name: 'a', kind: 'work' });
    const claims = await Promise.all(Array.from({ length: 20 }, () => aProcess().claimDue(['work'])));
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ name: 'a', attempts: 1 }]);
  });

  test('gives each of many jobs to only one process', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `job ${n}`);
    for (const name of names) await aProcess().enqueue({ name, kind: 'work' });
    const taken: string[] = [];
    const takeAll = async (): Promise<void> => {
      // Of two simultaneous lookups one may find nothing; looking again finds the job.
      while (taken.length < names.length) {
        const claim = await aProcess().claimDue(['work']);
        if (claim) taken.push(claim.name);
      }
    };
    await Promise.all([takeAll(), takeAll(), takeAll()]);
    expect(taken.toSorted()).toEqual(names.toSorted());
  });

  test('only gives out due jobs of a requested kind', async () => {
    const jobs = aProcess();
    await jobs.enqueue({ name: 'later', kind: 'work', delayMs: 60_000 });
    await jobs.enqueue({ name: 'other', kind: 'other work' });
    expect([await jobs.claimDue(['work']), await jobs.claimDue([])]).toEqual([null, null]);
    await jobs.enqueue({ name: 'later', kind: 'work' });
    expect(await jobs.claimDue(['work'])).toMatchObject({ name: 'later' });
  });

  test('makes only a failed job due at once, and keeps its attempts and its error', async () => {
    const jobs = aProcess();
    await jobs.enqueue({ name: 'a', kind: 'work', delayMs: 60_000 });
    expect([await jobs.retry('a'), await jobs.retry('nothing'), await jobs.claimDue(['work'])]).toEqual([false, false, null]);
    const claim = (await jobs.claimNamed('a'))!;
    expect(await jobs.retry('a')).toBe(false);
    await jobs.fail(claim, 'no luck', 60_000);
    expect(await jobs.claimDue(['work'])).toBeNull();
    expect(await jobs.retry('a')).toBe(true);
    expect(await jobs.claimDue(['work'])).toMatchObject({ name: 'a', attempts: 2, lastError: 'no luck' });
  });

  test('gives the job of a dead process to another one, and the dead one can no longer finish it', async () => {
    await aProcess().enqueue({ name: 'a', kind: 'work', payload: 'p' });
    const dead = (await aProcess().claimDue(['work']))!;
    expect(await aProcess().claimDue(['work'])).toBeNull();
    expect(await aProcess().claimNamed('a')).toBeNull();
    await die('a');
    const next = await aProcess().claimDue(['work']);
    expect(next).toMatchObject({ name: 'a', payload: 'p', attempts: 2 });
    await aProcess().finish(dead);
    await aProcess().renew(dead);
    expect(await rowOf('a')).toMatchObject({ state: 'running', holder: next?.holder });
  });

  test('deletes a finished job, but keeps one whose payload changed while it ran', async () => {
    const jobs = aProcess();
    for (const name of ['a', 'b']) await jobs.enqueue({ name, kind: 'work', payload: 'first' });
    const [a, b] = [(await jobs.claimNamed('a'))!, (await jobs.claimNamed('b'))!];
    await jobs.enqueue({ name: 'b', kind: 'work', payload: 'second' });
    await jobs.finish(a);
    await jobs.finish(b);
    expect(await rowOf('a')).toBeNull();
    expect(await jobs.claimDue(['work'])).toMatchObject({ name: 'b', payload: 'second', attempts: 1 });
  });

  test('runs work without a payload again if it was requested again while it ran', async () => {
    const jobs = aProcess();
    await jobs.enqueue({ name: 'a', kind: 'work' });
    const running = (await jobs.claimDue(['work']))!;
    await jobs.enqueue({ name: 'a', kind: 'work' });
    await jobs.finish(running);
    const again = (await jobs.claimDue(['work']))!;
    expect(again).toMatchObject({ name: 'a', attempts: 1 });
    await jobs.finish(again);
    expect(await rowOf('a')).toBeNull();
  });

  test('keeps a job that failed, with the reason, until it is due again', async () => {
    const jobs = aProcess();
    await jobs.enqueue({ name: 'a', kind: 'work' });
    await jobs.fail((await jobs.claimNamed('a'))!, 'no route', 60_000);
    expect(await jobs.claimDue(['work'])).toBeNull();
    expect(await jobs.list()).toMatchObject([{ name: 'a', state: 'waiting', attempts: 1, lastError: 'no route' }]);
    await die('a');
    const again = (await jobs.claimDue(['work']))!;
    await jobs.giveBack(again);
    expect(await rowOf('a')).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'no route' });
    expect(await jobs.claimDue(['work'])).toMatchObject({ attempts: 2 });
  });

  test('keeps recurring work once, at its scheduled time, however often it is scheduled', async () => {
    const jobs = aProcess();
    await jobs.schedule({ name: 'sweep', kind: 'sweep' }, 3_600_000);
    await jobs.finishUntil((await jobs.claimDue(['sweep']))!, 3_600_000);
    const planned = (await rowOf('sweep'))?.runAt;
    await jobs.schedule({ name: 'sweep', kind: 'sweep' }, 3_600_000);
    expect([(await rowOf('sweep'))?.runAt, await jobs.claimDue(['sweep'])]).toEqual([planned, null]);
    // The clock was a year ahead when it was scheduled.
    await storage.database.getRepository(JobEntity).update({ name: 'sweep' }, { runAt: String(Number(planned) + 3.2e10) });
    await jobs.schedule({ name: 'sweep', kind: 'sweep' }, 3_600_000);
    expect(await jobs.claimDue(['sweep'])).toMatchObject({ name: 'sweep' });
  });

  test('has no job from a failed unit of work', async () => {
    const failed = new UnitOfWork(storage.database).run(async () => {
      await aProcess().enqueue({ name: 'a', kind: 'work' });
      throw new Error('halfway');
    });
    await expect(failed).rejects.toThrow('halfway');
    expect(await aProcess().list()).toEqual([]);
  });

  test('counts jobs by state, and reports how overdue the oldest is', async () => {
    const jobs = aProcess();
    expect(await jobs.summary([])).toEqual({ running: 0, waiting: 0, failed: 0, overdueMs: 0 });
    for (const name of ['runs', 'fails', 'late']) await jobs.enqueue({ name, kind: name });
    await jobs.enqueue({ name: 'later', kind: 'later', delayMs: 60_000 });
    await jobs.claimNamed('runs');
    await jobs.fail((await jobs.claimNamed('fails'))!, 'no route', 60_000);
    await die('late');
    const summary = await jobs.summary(['runs', 'late', 'later']);
    expect(summary).toEqual({ running: 1, waiting: 2, failed: 1, overdueMs: expect.any(Number) });
    // `die` puts it back to 1970.
    expect(summary.overdueMs).toBeGreaterThan(1e12);
    // A version that cannot run it does not wait for it.
    expect(await jobs.summary(['later'])).toEqual({ running: 1, waiting: 2, failed: 1, overdueMs: 0 });
  });
});
