import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { until } from '../test-support/until.ts';
import { PictureProcessPool, type SubmissionInProcess } from './picture-process-pool.ts';

const FAULTY = new URL('../../faults/faulty-picture.process.mjs', import.meta.url);
const LATE = new URL('../../faults/late-picture.process.mjs', import.meta.url);
/** A picture takes a hundredth of this on a quiet machine. The late process takes longer than this. */
const ANSWER_MS = 5_000;
const START_MS = 120_000;
const OPTIONS = { file: FAULTY, startMs: START_MS, answerMs: ANSWER_MS };

let folder: Awaited<ReturnType<typeof aFolder>>;
beforeAll(async () => {
  folder = await aFolder();
});
afterAll(() => folder.remove());
const flag = (name: string) => join(folder.path, name);

let seed = 9_000;
async function aBody(fault?: { how?: string; flag?: string }) {
  seed += 1;
  return { imageData: dataUrl(await aPicture(seed)), flowerCount: 3, fault };
}
const received = (body: unknown) => [Buffer.from(JSON.stringify(body))];

describe('uploads whose picture process fails', () => {
  let api: TestApi;
  let pool: PictureProcessPool;
  beforeAll(async () => {
    pool = new PictureProcessPool(OPTIONS);
    const limits = { GALLERY_UPLOADS_PER_MINUTE: '1000' };
    api = await anApi(limits, [{ provide: PictureProcessPool, value: pool }]);
  });
  afterAll(async () => {
    await api.close();
    await pool.onModuleDestroy();
  });

  async function statusOf(body: unknown): Promise<unknown[]> {
    const response = await upload(api.url, { body });
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code];
  }

  test.each(['exit', 'exit-after-read'])('one lost process (%s) does not affect the visitor: 201', async (how) => {
    expect(await statusOf(await aBody({ how, flag: flag(how) }))).toEqual([201, undefined]);
    expect(existsSync(flag(how))).toBe(true);
  });

  test('a picture that has crashed two processes is rejected, and the next one is accepted', async () => {
    expect(await statusOf(await aBody({ how: 'exit' }))).toEqual([422, 'image_undecodable']);
    expect(await statusOf(await aBody())).toEqual([201, undefined]);
  });

  test('losses while reading and while making both count', async () => {
    const sent = await aBody({ how: 'exit-in-each-step', flag: flag('each-step') });
    expect(await statusOf(sent)).toEqual([422, 'image_undecodable']);
  });

  test('a picture that keeps its process busy forever gets a 503; those sent at the same time and later are stored', async () => {
    const sent = [await aBody({ how: 'hang' }), await aBody(), await aBody({ how: 'hang' }), await aBody(), await aBody()];
    expect(await Promise.all(sent.map(statusOf))).toEqual([
      [503, 'overloaded'],
      [201, undefined],
      [503, 'overloaded'],
      [201, undefined],
      [201, undefined],
    ]);
  });
});

const open: PictureProcessPool[] = [];
function aPool(options: ConstructorParameters<typeof PictureProcessPool>[0] = OPTIONS): PictureProcessPool {
  const pool = new PictureProcessPool(options);
  open.push(pool);
  return pool;
}
// A remaining process would keep the run from ending.
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.onModuleDestroy())));

/** A submission, and the id of the process that has read it. */
async function aReadSubmission(pool: PictureProcessPool, how?: string): Promise<SubmissionInProcess & { readonly pid: number }> {
  const ownFlag = flag(`pid-${seed}`);
  const submission = await pool.read(received(await aBody({ how, flag: ownFlag })));
  return { ...submission, pid: Number(readFileSync(ownFlag, 'utf8')) };
}
/** False for a zombie. */
function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

test('the time that a process takes to load is not counted against the picture', async () => {
  const submission = await aPool({ ...OPTIONS, file: LATE }).read(received(await aBody()));
  expect((await submission.make()).width).toBe(64);
});

test('nothing is left of a process that takes too long for a picture', async () => {
  const { pid, make } = await aReadSubmission(aPool());
  process.kill(pid, 'SIGSTOP');
  await expect(make()).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(isGone(pid)).toBe(true);
});

test('a closed pool leaves no process behind, even one that is in the middle of a picture', async () => {
  const pool = aPool();
  const [waiting, making] = [await aReadSubmission(pool), await aReadSubmission(pool)];
  process.kill(making.pid, 'SIGSTOP');
  const end = making.make().catch((error: unknown) => error);
  // The request has been sent.
  await new Promise(setImmediate);
  await pool.onModuleDestroy();
  expect([waiting, making].map(({ pid }) => isGone(pid))).toEqual([true, true]);
  expect(await end).toMatchObject({ code: 'OVERLOADED' });
  await expect(waiting.make()).rejects.toMatchObject({ code: 'OVERLOADED' });
});

test('a process that is lost while it receives a body is replaced', async () => {
  const pool = aPool();
  const { pid, forget } = await aReadSubmission(pool);
  forget();
  process.kill(pid, 'SIGSTOP');
  const second = pool.read(received({ ...(await aBody()), padding: ' '.repeat(4 * 1024 * 1024) }));
  // As much as the pipe holds has been sent.
  await new Promise(setImmediate);
  process.kill(pid, 'SIGKILL');
  expect((await (await second).make()).width).toBe(64);
});

test('the time that a submission waits for a process is not counted against it', async () => {
  const pool = aPool();
  const [one, two] = [await pool.read(received(await aBody())), await pool.read(received(await aBody()))];
  const third = pool.read(received(await aBody()));
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS + 200));
  for (const submission of [one, two]) {
    expect((await submission.make()).height).toBe(48);
    submission.forget();
  }
  expect((await (await third).make()).width).toBe(64);
});

test('a process that was lost while nobody needed it is replaced', async () => {
  const { pid, make } = await aReadSubmission(aPool(), 'exit-after-read');
  await until(() => isGone(pid));
  expect((await make()).width).toBe(64);
});

test.each([
  ['in time', { file: LATE, startMs: 200 }],
  ['that becomes ready', { file: new URL('file:///dev/null') }],
  ['at all', { file: new URL('https://site.example/picture.process.js') }],
])('if no process can be started %s, the visitor may retry: the picture is not at fault', async (_what, options) => {
  await expect(aPool({ ...OPTIONS, ...options }).read(received(await aBody()))).rejects.toMatchObject({
    code: 'OVERLOADED',
    problem: { status: 503, retryAfterSeconds: 2 },
  });
});
