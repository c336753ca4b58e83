import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';

let seed = 1;
const fresh = (format: 'jpeg' | 'png' = 'jpeg') => aPicture(seed++, { format });
const body = (imageData: unknown, flowerCount: unknown = 12) => ({ imageData, flowerCount });

describe('POST /api/kaleidoscope-submissions', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await anApi({ GALLERY_UPLOADS_PER_MINUTE: '100000', GALLERY_UPLOADS_PER_DAY: '100000' });
  });
  afterAll(() => api.close());

  test('"a retry after a lost answer stores once": 40 aborted uploads and their retries are 40 pictures', async () => {
    const before = await statistics(api);
    await Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let round = 0; round < 5; round += 1) {
          const sent = { body: body(dataUrl(await fresh())), headers: { 'Idempotency-Key': `lost-${lane}-${round}-${seed}` } };
          const controller = new AbortController();
          setTimeout(() => controller.abort(), 5 + lane * 6);
          await fetch(`${api.url}/api/kaleidoscope-submissions`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', ...sent.headers },
            body: JSON.stringify(sent.body),
            signal: controller.signal,
          }).catch(() => undefined);
          await untilStored(() => upload(api.url, sent));
        }
      }),
    );
    expect((await statistics(api)).pictures - before.pictures).toBe(40);
  });
});

async function statistics(api: TestApi): Promise<{ pictures: number }> {
  return (await (await fetch(`${api.url}/api/kaleidoscope-submissions/statistics`)).json()) as { pictures: number };
}

/**
 * Repeats requests that were too early (409 while the first attempt is being stored, 503 while the queue is full) or got no
 * response: a 503 is sent before the picture is read and closes the connection, which may be all that a client sees while still
 * sending. The key makes repeating safe.
 */
async function untilStored(send: () => Promise<Response>): Promise<void> {
  for (;;) {
    const status = await send().then(
      (response) => response.status,
      () => 503,
    );
    if (status === 200 || status === 201) return;
    if (status !== 409 && status !== 503) throw new Error(`the retry got ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
