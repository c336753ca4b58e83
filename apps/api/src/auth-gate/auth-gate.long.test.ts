import { createRequire } from 'node:module';
import { Clock } from '../clock.ts';
import { SiteService } from '../site/site.service.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';

const naughtyStrings: readonly string[] = createRequire(import.meta.url)('big-list-of-naughty-strings/blns.json');

const CARD = {
  list: 'drafts',
  order: 1,
  title: 'Beef Cut Prices',
  description: 'A draft that nobody else sees',
  tags: ['Draft'],
  date: 'Aug 12 2025',
  link: '/projects/beef-cut-prices',
} as const;

let time = Date.parse('2026-09-18T15:00:00.000Z');
const clock = { provide: Clock, value: { now: () => new Date(time) } };
const drafts = { provide: SiteService, value: { drafts: () => Promise.resolve([CARD]) } };

const open = (variables: Record<string, string> = {}) =>
  anApi({ DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH, TRUST_PROXY: '127.0.0.1', ...variables }, [clock, drafts]);

let nextAddress = 0;
/** A client that the server has not seen before. */
const aStranger = (): string => `10.${(nextAddress >> 16) & 255}.${(nextAddress >> 8) & 255}.${nextAddress++ & 255}`;

async function post(api: TestApi, body: unknown, from = aStranger(), cookie = ''): Promise<Response> {
  return fetch(`${api.url}/api/verify-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...(cookie && { Cookie: cookie }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** `name=value` of the cookies that a response sets. */
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

describe('POST /api/verify-password', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await open();
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
    const api = await open({ DRAFT_PASSWORD_HASH: hashPassword(TEST_PASSWORD) });
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
