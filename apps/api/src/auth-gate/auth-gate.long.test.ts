import { createRequire } from 'node:module';
import { hashPassword } from '../passwords/password-hash.ts';
import { aDraftGate, aStranger, post } from '../test-support/a-draft-gate.ts';
import { TEST_PASSWORD } from '../test-support/a-password.ts';
import { type TestApi } from '../test-support/an-api.ts';
import { cookiesOf } from '../test-support/cookies-of.ts';

const naughtyStrings: readonly string[] = createRequire(import.meta.url)('big-list-of-naughty-strings/blns.json');

describe('POST /api/verify-password', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await aDraftGate();
  });
  afterAll(() => api.close());

  test('"naughty strings x461": 200 valid:false, or 400 for the empty one and those over 256 bytes; never 5xx', async () => {
    const answers = await inFours(naughtyStrings, async (password) => {
      const response = await post(api, { password });
      const body = (await response.json()) as { valid?: boolean };
      return { password, status: response.status, valid: body.valid };
    });
    const impossible = (password: string): boolean => password === '' || Buffer.byteLength(password) > 256;
    expect(answers.length).toBeGreaterThan(440);
    expect(answers.filter(({ password, status, valid }) => (impossible(password) ? status !== 400 : valid !== false))).toEqual(
      [],
    );
  });
});

describe('limits for all clients together', () => {
  test('"KDF queue (1 running, 9 waiting) full": 503 overloaded with Retry-After, and the attempt is not counted', async () => {
    // At full cost, because otherwise the queue would never fill up.
    const api = await aDraftGate({ DRAFT_PASSWORD_HASH: hashPassword(TEST_PASSWORD) });
    const from = aStranger();
    const cookie = cookiesOf(await post(api, { password: TEST_PASSWORD }, from));
    const answers = await Promise.all(Array.from({ length: 24 }, () => post(api, { password: TEST_PASSWORD })));
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(10);
    const refused = answers.filter((answer) => answer.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect([await refused[0]?.json(), refused[0]?.headers.get('Retry-After')]).toMatchObject([{ code: 'overloaded' }, '2']);
    expect((await post(api, { password: TEST_PASSWORD }, from, cookie)).status).toBe(200);
    await api.close();
  });
});

/** Four at a time: below the length of the server's queue. */
async function inFours<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < values.length; start += 4) {
    results.push(...(await Promise.all(values.slice(start, start + 4).map(work))));
  }
  return results;
}
