import { aDatabase } from '../test-support/a-database.ts';
import { JobEntity } from './job.entity.ts';
import { JobRepository } from './job.repository.ts';
import { JobRunner } from './job-runner.ts';
import { retryDelayMs } from './retry-delay.ts';

describe('the job runner', () => {
  let storage: Awaited<ReturnType<typeof aDatabase>>;
  let runners: JobRunner[];
  let warnings: unknown[];

  function aProcess(): JobRunner {
    const jobs = new JobRepository(storage.database.getRepository(JobEntity));
    const runner = new JobRunner(jobs, { warn: (entry: unknown) => warnings.push(entry) });
    runners.push(runner);
    return runner;
  }
  const rows = () => storage.database.getRepository(JobEntity).find();
  /** As if the process had been paused for so long. */
  const expireClaims = () => storage.database.getRepository(JobEntity).update({ state: 'running' }, { runAt: '0' });

  beforeEach(async () => {
    storage = await aDatabase();
    runners = [];
    warnings = [];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.onModuleDestroy()));
    await storage.remove();
  });

  test('runs jobs stored before it started', async () => {
    await aProcess().enqueue({ name: 'a', kind: 'work', payload: 'p' });
    const runner = aProcess();
    const done = new Promise<string>((resolve) => {
      runner.handle('work', { run: (payload) => Promise.resolve(resolve(payload)) });
    });
    await runner.onApplicationBootstrap();
    expect(await done).toBe('p');
    await runner.runNow('a');
    expect(await rows()).toEqual([]);
  });

  test('runs a job again whose payload changed during the run that `runNow` waited for', async () => {
    const runner = aProcess();
    const payloads: string[] = [];
    let endFirst = (): void => undefined;
    const begun = new Promise<void>((begin) => {
      runner.handle('work', {
        run: async (payload) => {
          payloads.push(payload);
          if (payloads.length > 1) return;
          begin();
          await new Promise<void>((resolve) => {
            endFirst = resolve;
          });
        },
      });
    });
    await runner.enqueue({ name: 'a', kind: 'work', payload: 'first' });
    const first = runner.runNow('a');
    await begun;
    await runner.enqueue({ name: 'a', kind: 'work', payload: 'second' });
    const second = runner.runNow('a');
    endFirst();
    await Promise.all([first, second]);
    expect([payloads, await rows()]).toEqual([['first', 'second'], []]);
  });

  test('reschedules a failing job, and logs why', async () => {
    const runner = aProcess();
    runner.handle('work', { run: () => Promise.reject(new Error('no route')) });
    await runner.enqueue({ name: 'a', kind: 'work' });
    await runner.runNow('a');
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, lastError: 'no route' }]);
    expect(warnings).toEqual([{ event: 'job-failed', job: 'a', attempts: 1, message: 'no route' }]);
  });

  test('does not take a job of a later release, whose kind it does not know', async () => {
    await aProcess().enqueue({ name: 'a', kind: 'work of a later release' });
    await aProcess().enqueue({ name: 'b', kind: 'work' });
    const runner = aProcess();
    runner.handle('work', { run: () => Promise.resolve() });
    await runner.onApplicationBootstrap();
    await runner.runNow('b');
    // With nothing to run it looks for all work that is due, and waits for what it finds.
    await runner.runNow('b');
    expect([await rows(), warnings]).toMatchObject([[{ state: 'waiting', attempts: 0 }], []]);
  });

  test('does not start a job a second time whose claim has expired while it runs it', async () => {
    const runner = aProcess();
    let runs = 0;
    let end = () => {};
    const begun = new Promise<void>((begin) =>
      runner.handle('work', {
        run: () => {
          runs += 1;
          if (runs > 1) return Promise.resolve();
          begin();
          return new Promise((resolve) => (end = resolve));
        },
      }),
    );
    await runner.enqueue({ name: 'a', kind: 'work' });
    const first = runner.runNow('a');
    await begun;
    await expireClaims();
    const second = runner.runNow('a');
    // A claim that succeeded would have started the job by now.
    await rows();
    end();
    await Promise.all([first, second]);
    expect([runs, await rows()]).toEqual([1, []]);
  });

  test('releases its job for the next process immediately when it stops', async () => {
    const [one, two] = [aProcess(), aProcess()];
    const begun = new Promise<void>((begin) => {
      one.handle('work', {
        run: (_payload, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')));
            begin();
          }),
      });
    });
    let done = 0;
    two.handle('work', { run: () => Promise.resolve(void (done += 1)) });
    await one.enqueue({ name: 'a', kind: 'work' });
    const run = one.runNow('a');
    await begun;
    await two.runNow('a');
    expect(done).toBe(0);
    await one.onModuleDestroy();
    await run;
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0, lastError: null }]);
    await two.runNow('a');
    expect([done, await rows(), warnings]).toEqual([1, [], []]);
  });

  test('doubles the wait after each failure, up to an hour', () => {
    expect([1, 2, 3, 4].map(retryDelayMs)).toEqual([15_000, 30_000, 60_000, 120_000]);
    expect(retryDelayMs(60)).toBe(3_600_000);
  });
});
