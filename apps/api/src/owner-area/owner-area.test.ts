import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { cookiesOf } from '../test-support/cookies-of.ts';

let api: TestApi;
afterEach(() => api.close());

const open = async (variables: Readonly<Record<string, string>> = {}): Promise<void> => {
  api = await anApi({ OWNER_PASSWORD_HASH: TEST_PASSWORD_HASH, OWNER_TOKEN: 'o'.repeat(32), ...variables });
};
const call = (path: string, init: RequestInit = {}) => fetch(api.url + path, { redirect: 'manual', ...init });
const logIn = (password: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call('/owner/login', { method: 'POST', body: new URLSearchParams({ password, ...fields }), headers });

test('the right password opens the owner’s area for a session, and logging out ends the session on the server too', async () => {
  await open();
  const asked = await call('/owner/gallery?show=trash');
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, '/owner/login?to=%2Fowner%2Fgallery%3Fshow%3Dtrash']);
  expect(await (await call(asked.headers.get('Location') ?? '')).text()).toContain('value="/owner/gallery?show=trash"');
  const opened = await logIn(TEST_PASSWORD, { to: '/owner/gallery?show=trash' });
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, '/owner/gallery?show=trash']);
  const headers = { Cookie: cookiesOf(opened) };
  const page = await call('/owner', { headers });
  expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  expect([page.status, (await page.text()).includes('Log out')]).toEqual([200, true]);
  const left = await call('/owner/logout', { method: 'POST', headers });
  expect([left.status, left.headers.get('Location')]).toEqual([303, '/owner/login']);
  expect((await call('/owner', { headers })).status).toBe(303);
});

test('over https the session is a __Host- cookie that scripts and other sites cannot use', async () => {
  await open({ PUBLIC_ORIGIN: 'https://site.example' });
  const [session = ''] = (await logIn(TEST_PASSWORD)).headers.getSetCookie();
  expect(session).toMatch(/^__Host-owner=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
});

test('a drafts session does not open the owner’s area', async () => {
  await open({ DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH });
  const drafts = await call('/api/verify-password', {
    method: 'POST',
    body: JSON.stringify({ password: TEST_PASSWORD }),
    headers: { 'Content-Type': 'application/json' },
  });
  const token = /draft=([^;]+)/.exec(drafts.headers.getSetCookie().join())?.[1] ?? '';
  expect(token).not.toBe('');
  expect((await call('/api/drafts', { headers: { Cookie: `draft=${token}` } })).status).toBe(200);
  expect((await call('/owner', { headers: { Cookie: `owner=${token}` } })).status).toBe(303);
});

test('a wrong password is explained, and after five the browser must wait; nobody can lock out a browser that has logged in before', async () => {
  await open();
  const device = cookiesOf(await logIn(TEST_PASSWORD));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const response = await logIn('wrong', { to: '/owner/visitors' });
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('Incorrect password.')]);
  }
  const refused = await logIn(TEST_PASSWORD);
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect(await refused.text()).toMatch(/Try again in \d+ seconds\./);
  expect((await logIn(TEST_PASSWORD, {}, { Cookie: device })).status).toBe(303);
  expect(api.logText()).toContain('"realm":"owner"');
  expect(api.logText()).not.toContain(TEST_PASSWORD);
});

const ELSEWHERE = [
  'https://other.example/',
  '//other.example',
  '/projects',
  '/owner/../projects',
  '/owner\r\nSet-Cookie: a=b',
  '/ownership',
];

test('the login never leads to a page other than the owner’s', async () => {
  await open();
  for (const to of ELSEWHERE) expect([to, (await logIn(TEST_PASSWORD, { to })).headers.get('Location')]).toEqual([to, '/owner']);
});

test('another site cannot log in, log out or decide anything in the owner’s browser', async () => {
  await open();
  const headers = { Cookie: cookiesOf(await logIn(TEST_PASSWORD)), Origin: 'https://other.example' };
  const statuses = [
    (await logIn(TEST_PASSWORD, {}, headers)).status,
    (await call('/owner/logout', { method: 'POST', headers })).status,
    (await call('/owner/gallery/decisions', { method: 'POST', headers, body: new URLSearchParams({ decision: 'hide' }) })).status,
  ];
  expect(statuses).toEqual([403, 403, 403]);
  expect((await call('/owner', { headers: { Cookie: headers.Cookie } })).status).toBe(200);
});

test('a form’s body must be form-encoded, at most 16 kB in 1,000 fields, and without NUL', async () => {
  await open();
  const send = async (body: string, type: string) =>
    (await call('/owner/login', { method: 'POST', body, headers: { 'Content-Type': type } })).status;
  expect(await send('{"password":"x"}', 'application/json')).toBe(415);
  expect(await send(`password=${'x'.repeat(16 * 1024)}`, 'application/x-www-form-urlencoded')).toBe(413);
  expect(await send('password=a%00b', 'application/x-www-form-urlencoded')).toBe(400);
  expect(await send('a&'.repeat(999), 'application/x-www-form-urlencoded')).not.toBe(400);
  expect(await send('a&'.repeat(1_000), 'application/x-www-form-urlencoded')).toBe(400);
});

test('without OWNER_PASSWORD_HASH there is no login, and the token still opens the owner’s area', async () => {
  await open({ OWNER_PASSWORD_HASH: '' });
  expect([(await call('/owner/login')).status, (await logIn('x')).status]).toEqual([404, 404]);
  expect((await call('/owner')).status).toBe(401);
  expect((await call('/owner', { headers: { Authorization: `Bearer ${'o'.repeat(32)}` } })).status).toBe(200);
});
