import { parseDrafts } from '@site/contracts';
import { DataSource } from 'typeorm';
import { RateHitEntity } from '../rate-limit/rate-hit.entity.ts';
import { aDraftGate, aStranger, CARD, drafts, post, time } from '../test-support/a-draft-gate.ts';
import { TEST_PASSWORD } from '../test-support/a-password.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { cookiesOf } from '../test-support/cookies-of.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('POST /api/verify-password', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await aDraftGate();
  });
  afterAll(() => api.close());

  test('"right": 200 {"valid":true} and a session cookie hidden from scripts and other sites', async () => {
    const response = await post(api, { password: TEST_PASSWORD });
    expect([response.status, await response.json()]).toEqual([200, { valid: true }]);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^draft=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^device=[\w.-]+; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
    ]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  test('"right" over https: the cookie is __Host- and Secure', async () => {
    const secure = await aDraftGate({ PUBLIC_ORIGIN: 'https://site.example' });
    const response = await post(secure, { password: TEST_PASSWORD });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-draft=[\w-]{22}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Host-device=.*; Secure; SameSite=Strict$/),
    ]);
    const list = await fetch(`${secure.url}/api/drafts`, { headers: { Cookie: cookiesOf(response) } });
    expect(list.status).toBe(200);
    await secure.close();
  });

  test('"right": a new token each time', async () => {
    const [one, two] = [await post(api, { password: TEST_PASSWORD }), await post(api, { password: TEST_PASSWORD })];
    expect(cookiesOf(one)).not.toBe(cookiesOf(two));
  });

  test('"wrong": 200 {"valid":false}, and no cookie', async () => {
    for (const password of ['wrong', `${TEST_PASSWORD} `, TEST_PASSWORD.toUpperCase(), 'x'.repeat(256), '💥'.repeat(64)]) {
      const response = await post(api, { password });
      expect([response.status, await response.json(), response.headers.getSetCookie()]).toEqual([200, { valid: false }, []]);
    }
  });

  test.each([
    ['missing', {}, 'invalid_password'],
    ['""', { password: '' }, 'invalid_password'],
    ['null', { password: null }, 'invalid_password'],
    ['number', { password: 5 }, 'invalid_password'],
    ['array', { password: [TEST_PASSWORD] }, 'invalid_password'],
    ['object', { password: { valid: true } }, 'invalid_password'],
    ['> 256 bytes UTF-8', { password: `${'é'.repeat(128)}x` }, 'invalid_password'],
    ['the right one and a NUL', { password: `${TEST_PASSWORD}\0` }, 'invalid_body'],
    ['__proto__', '{"__proto__":{"password":"x"}}', 'invalid_password'],
    ['a top-level array', '[]', 'invalid_body'],
    ['malformed JSON', '{', 'invalid_json'],
    ['an empty body', '', 'invalid_body'],
  ])('"%s": 400 without a derivation', async (_what, body, code) => {
    const from = aStranger();
    for (let round = 0; round < 7; round += 1) {
      const response = await post(api, body, from);
      expect([response.status, await response.json()]).toMatchObject([400, { code }]);
    }
    expect(Object.prototype).not.toHaveProperty('password');
  });

  test('"6th failure in a minute": 429 with Retry-After even if the password is right, and only for this client', async () => {
    const from = aStranger();
    for (let round = 0; round < 5; round += 1) expect((await post(api, { password: 'x' }, from)).status).toBe(200);
    const refused = await post(api, { password: TEST_PASSWORD }, from);
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect((await post(api, { password: TEST_PASSWORD })).status).toBe(200);
    time.ms += MINUTE;
    expect(await (await post(api, { password: TEST_PASSWORD }, from)).json()).toEqual({ valid: true });
  });

  test('"21st in an hour": 429 until the first is an hour old', async () => {
    const from = aStranger();
    for (let round = 0; round < 20; round += 1) {
      expect((await post(api, { password: 'x' }, from)).status).toBe(200);
      time.ms += MINUTE;
    }
    const refused = await post(api, { password: 'x' }, from);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String((40 * MINUTE) / SECOND)]);
    time.ms += 40 * MINUTE;
    expect((await post(api, { password: 'x' }, from)).status).toBe(200);
  });

  test('"delay doubles 1 s..60 s": starting with the fifth failure in an hour, each one makes the client wait longer', async () => {
    const from = aStranger();
    const waits: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      expect((await post(api, { password: 'x' }, from)).status).toBe(200);
      const refused = await post(api, { password: 'x' }, from);
      if (refused.status === 429) waits.push(refused.headers.get('Retry-After') ?? '');
      time.ms += refused.status === 429 ? Number(refused.headers.get('Retry-After')) * SECOND : 0;
      // Past the per-minute limit, which would hide the pause.
      time.ms += 61 * SECOND;
    }
    expect(waits).toEqual(['1', '2', '4', '8', '16', '32', '60', '60']);
  });

  test('parallel failures are counted as strictly as sequential ones', async () => {
    const from = aStranger();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(api, { password: 'x' }, from)));
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThanOrEqual(5);
  });

  test('all /64s of a /56 together may fail four times as often as one, and their neighbors are not affected', async () => {
    const from = (subnet: number) => `2001:db8:1:a${subnet.toString(16)}::1`;
    const statuses: number[] = [];
    for (let round = 0; round < 21; round += 1) statuses.push((await post(api, { password: 'x' }, from(round % 7))).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await post(api, { password: TEST_PASSWORD }, from(8))).status).toBe(429);
    expect((await post(api, { password: TEST_PASSWORD }, '2001:db8:1:1a0::1')).status).toBe(200);
  });

  test('"a browser holding a once-valid device cookie has its own bucket": others behind its address cannot lock it out', async () => {
    const from = aStranger();
    const cookie = cookiesOf(await post(api, { password: TEST_PASSWORD }, from));
    for (let round = 0; round < 6; round += 1) await post(api, { password: 'x' }, from);
    expect((await post(api, { password: TEST_PASSWORD }, from)).status).toBe(429);
    expect(await (await post(api, { password: TEST_PASSWORD }, from, cookie)).json()).toEqual({ valid: true });
    const forged = cookie.replace(/device=([^.]+)\./, 'device=another.');
    expect((await post(api, { password: TEST_PASSWORD }, from, forged)).status).toBe(429);
  });

  test('an attempt is logged with time, network and outcome, and without the password', async () => {
    await post(api, { password: 'canary-password' }, '198.51.100.77');
    expect(api.log).toContainEqual({
      level: 'info',
      time: expect.any(String),
      event: 'password-attempt',
      realm: 'drafts',
      network: '198.51.100.0/24',
      outcome: 'wrong',
    });
    expect(api.logText()).not.toMatch(/canary-password|correct horse|198\.51\.100\.77/);
  });
});

describe('limits for all clients together', () => {
  test('"> 600/h globally": one attempt an hour for each unknown client, so that many addresses cannot lock anyone out; a known device has its own limit', async () => {
    const api = await aDraftGate();
    const cookie = cookiesOf(await post(api, { password: TEST_PASSWORD }));
    const hits = api.get(DataSource).getRepository(RateHitEntity);
    const before = Array.from({ length: 599 }, (_, n) => ({
      id: `${n}`,
      bucket: 'password of all',
      client: 'everyone',
      at: `${time.ms}`,
    }));
    await hits.insert(before);
    expect((await post(api, { password: 'x' })).status).toBe(200);
    const from = aStranger();
    expect([
      (await post(api, { password: 'x' }, from)).status,
      (await post(api, { password: TEST_PASSWORD }, from)).status,
    ]).toEqual([200, 429]);
    expect(await (await post(api, { password: TEST_PASSWORD })).json()).toEqual({ valid: true });
    expect(await (await post(api, { password: TEST_PASSWORD }, aStranger(), cookie)).json()).toEqual({ valid: true });
    const statuses: number[] = [];
    for (let subnet = 0; subnet < 5; subnet += 1)
      statuses.push((await post(api, { password: 'x' }, `2001:db8:2:a${subnet}::1`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    time.ms += HOUR;
    expect((await post(api, { password: TEST_PASSWORD })).status).toBe(200);
    await api.close();
  });
});

test('"no hash configured": 503 not_configured, never valid', async () => {
  const api = await anApi({}, [drafts]);
  for (const password of ['', 'x', TEST_PASSWORD]) {
    const response = await post(api, { password });
    expect([response.status, await response.json()]).toMatchObject(
      password === '' ? [400, { code: 'invalid_password' }] : [503, { code: 'not_configured' }],
    );
  }
  await api.close();
});

describe('GET /api/drafts', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await aDraftGate();
  });
  afterAll(() => api.close());

  const list = (cookie = '') => fetch(`${api.url}/api/drafts`, { headers: { Cookie: cookie } });

  test('returns the list only to the holder of the cookie, else 401 draft_locked', async () => {
    for (const cookie of ['', 'draft=', 'draft=true', 'draft=AAAAAAAAAAAAAAAAAAAAAA', 'draft-access=true']) {
      const locked = await list(cookie);
      expect([locked.status, await locked.json()]).toMatchObject([401, { code: 'draft_locked' }]);
    }
    const opened = await list(cookiesOf(await post(api, { password: TEST_PASSWORD })));
    const body: unknown = await opened.json();
    expect([opened.status, opened.headers.get('Cache-Control'), parseDrafts(body)]).toEqual([200, 'no-store', [CARD]]);
  });

  test('is locked again after twelve hours', async () => {
    const cookie = cookiesOf(await post(api, { password: TEST_PASSWORD }));
    time.ms += 12 * HOUR - 1;
    expect((await list(cookie)).status).toBe(200);
    time.ms += 1;
    expect((await list(cookie)).status).toBe(401);
  });

  test('is locked again after DELETE /api/drafts/session, even for a client that kept the cookie', async () => {
    const cookie = cookiesOf(await post(api, { password: TEST_PASSWORD }));
    const left = await fetch(`${api.url}/api/drafts/session`, { method: 'DELETE', headers: { Cookie: cookie } });
    expect([left.status, left.headers.getSetCookie()]).toEqual([
      204,
      ['draft=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict'],
    ]);
    expect((await list(cookie)).status).toBe(401);
    expect((await fetch(`${api.url}/api/drafts/session`, { method: 'DELETE' })).status).toBe(204);
  });

  test('stores no token in the database', async () => {
    const cookie = cookiesOf(await post(api, { password: TEST_PASSWORD }));
    const token = /draft=([^;]+)/.exec(cookie)?.[1] ?? 'none';
    const rows: unknown = await api.get(DataSource).query('SELECT * FROM draft_session');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
