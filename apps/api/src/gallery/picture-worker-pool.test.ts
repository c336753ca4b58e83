import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { PictureWorkerPool } from './picture-worker-pool.ts';

const SPOILT = new URL('../../faults/spoilt-picture.worker.mjs', import.meta.url);
const LATE = new URL('../../faults/late-picture.worker.mjs', import.meta.url);
/** A picture takes a hundredth of this on a quiet machine. The late worker takes longer than this. */
const ANSWER_MS = 5_000;
const START_MS = 120_000;

let seed = 9_000;
async function aBody(spoil?: { how: string; flag?: string }) {
  seed += 1;
  return { imageData: dataUrl(await aPicture(seed)), flowerCount: 3, spoil };
}
function shared(body: unknown): Uint8Array<SharedArrayBuffer> {
  const bytes = Buffer.from(JSON.stringify(body));
  const array = new Uint8Array(new SharedArrayBuffer(bytes.length));
  array.set(bytes);
  return array;
}

describe('uploads whose picture worker fails', () => {
  let api: TestApi;
  let pool: PictureWorkerPool;
  beforeAll(async () => {
    pool = new PictureWorkerPool({ workerFile: SPOILT, startMs: START_MS, answerMs: ANSWER_MS });
    const limits = { GALLERY_UPLOADS_PER_MINUTE: '1000' };
    api = await anApi(limits, [{ provide: PictureWorkerPool, value: pool }]);
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
  const flag = (name: string) => join(api.folder, name);

  test.each(['exit', 'exit-after-read'])('one lost worker (%s) does not affect the visitor: 201', async (how) => {
    expect(await statusOf(await aBody({ how, flag: flag(how) }))).toEqual([201, undefined]);
    expect(existsSync(flag(how))).toBe(true);
  });

  test('a picture that has crashed two workers is rejected, and the next one is accepted', async () => {
    expect(await statusOf(await aBody({ how: 'exit' }))).toEqual([422, 'image_undecodable']);
    expect(await statusOf(await aBody())).toEqual([201, undefined]);
  });

  test('losses while reading and while making both count', async () => {
    const sent = await aBody({ how: 'exit-in-each-step', flag: flag('each-step') });
    expect(await statusOf(sent)).toEqual([422, 'image_undecodable']);
  });

  test('a picture that keeps its worker busy forever is rejected; those sent at the same time and later are stored', async () => {
    const sent = [await aBody({ how: 'hang' }), await aBody(), await aBody({ how: 'hang' }), await aBody(), await aBody()];
    expect(await Promise.all(sent.map(statusOf))).toEqual([
      [422, 'image_undecodable'],
      [201, undefined],
      [422, 'image_undecodable'],
      [201, undefined],
      [201, undefined],
    ]);
  });
});

/** Ids of the picture processes started by this process, including zombies. */
function pictureProcesses(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(parent) === process.pid ? [Number(name)] : [];
    } catch {
      // It has ended in the meantime.
      return [];
    }
  });
}

const open: PictureWorkerPool[] = [];
function aPool(options: ConstructorParameters<typeof PictureWorkerPool>[0]): PictureWorkerPool {
  const pool = new PictureWorkerPool(options);
  open.push(pool);
  return pool;
}
// A remaining thread would keep the run from ending.
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.onModuleDestroy())));

test('the time that a worker takes to load is not counted against the picture', async () => {
  const pool = aPool({ workerFile: LATE, startMs: START_MS, answerMs: ANSWER_MS });
  const submission = await pool.read(shared(await aBody()));
  expect((await submission.make()).width).toBe(64);
  submission.forget();
});

(process.platform === 'linux' ? describe : describe.skip)('on Linux', () => {
  test('nothing is left of a process that takes too long for a picture', async () => {
    const before = new Set(pictureProcesses());
    const pool = aPool({ workerFile: SPOILT, startMs: START_MS, answerMs: ANSWER_MS });
    const submission = await pool.read(shared(await aBody()));
    const own = pictureProcesses().filter((id) => !before.has(id));
    expect(own).toHaveLength(1);
    for (const id of own) process.kill(id, 'SIGSTOP');
    await expect(submission.make()).rejects.toMatchObject({ code: 'IMAGE_UNDECODABLE' });
    submission.forget();
    while (pictureProcesses().some((id) => own.includes(id))) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});

test('the time that a submission waits for a worker is not counted against it', async () => {
  const pool = aPool({ workerFile: SPOILT, startMs: START_MS, answerMs: ANSWER_MS });
  const [one, two] = [await pool.read(shared(await aBody())), await pool.read(shared(await aBody()))];
  const third = pool.read(shared(await aBody()));
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS + 200));
  for (const submission of [one, two]) {
    expect((await submission.make()).height).toBe(48);
    submission.forget();
  }
  const submission = await third;
  expect((await submission.make()).width).toBe(64);
  submission.forget();
});

test('a worker that was lost while nobody needed it is replaced', async () => {
  const folder = await aFolder();
  const pool = aPool({ workerFile: SPOILT, startMs: START_MS, answerMs: ANSWER_MS });
  const body = await aBody({ how: 'exit-after-read', flag: join(folder.path, 'flag') });
  const first = await pool.read(shared(body));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await first.make()).width).toBe(64);
  first.forget();
  await folder.remove();
});

test.each([
  ['in time', { workerFile: LATE, startMs: 200 }],
  ['at all', { workerFile: new URL('https://site.example/picture.worker.js'), startMs: START_MS }],
])('if no worker can be started %s the visitor may retry: the picture is not at fault', async (_what, options) => {
  const pool = aPool({ ...options, answerMs: ANSWER_MS });
  await expect(pool.read(shared(await aBody()))).rejects.toMatchObject({
    code: 'OVERLOADED',
    problem: { status: 503, retryAfterSeconds: 2 },
  });
});
