import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSite } from '../testing/render-site.tsx';

const realFetch = globalThis.fetch;
let asked: string[] = [];

function stubApi(respond: (request: string, init?: RequestInit) => Promise<Response>) {
  globalThis.fetch = (input, init) => {
    const request = `${init?.method} ${String(input)}`;
    asked.push(request);
    return respond(request, init);
  };
}

/** A gate that opens, with a list that fails this many times. */
function gateWithList(failures = 0) {
  let left = failures;
  stubApi((request) => {
    if (request === 'POST /api/verify-password') return Promise.resolve(Response.json({ valid: true }));
    if (request === 'GET /api/drafts' && left > 0) {
      left -= 1;
      return Promise.resolve(new Response('{}', { status: 503 }));
    }
    return Promise.resolve(Response.json([]));
  });
}

/** An open gate whose session ends late, or never: then the limit of the request passes. */
function gateThatEndsLate() {
  const limit = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const ending = jest.fn<void, [RequestInit?]>();
  let end = () => {};
  stubApi((request, init) => {
    if (request !== 'DELETE /api/drafts/session') {
      return Promise.resolve(Response.json(request === 'GET /api/drafts' ? [] : { valid: true }));
    }
    ending(init);
    return new Promise((resolve, reject) => {
      end = () => resolve(new Response(null, { status: 204 }));
      init?.signal?.addEventListener('abort', () => reject(new Error('no response in time')));
    });
  });
  return { ending, end: () => end(), passLimit: () => limit.abort() };
}

async function enterPassword() {
  await renderSite('/projects/drafts');
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame{Enter}');
}

const heading = () => screen.getByRole('heading', { level: 1, name: 'Draft Projects' });

beforeEach(() => {
  asked = [];
  window.sessionStorage.clear();
});
afterEach(() => {
  globalThis.fetch = realFetch;
  jest.restoreAllMocks();
});

test('a password that is being checked is not sent again', async () => {
  stubApi(() => new Promise(() => {}));
  await enterPassword();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Checking…' }));
  expect(asked).toEqual(['POST /api/verify-password']);
});

test('a password whose check gets no response in time can be tried again', async () => {
  const limit = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  stubApi(
    (_request, init) => new Promise((_resolve, fail) => init?.signal?.addEventListener('abort', () => fail(limit.signal.reason))),
  );
  await enterPassword();
  expect(timeout).toHaveBeenCalledWith(20_000);
  limit.abort(new DOMException('late', 'TimeoutError'));
  expect(await screen.findByText('Error verifying password. The server did not respond: try again')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unlock' })).toBeTruthy();
});

test('the focus moves to the heading when Unlock and Lock again disappear', async () => {
  gateWithList();
  await enterPassword();
  const lock = await screen.findByRole('button', { name: 'Lock again' });
  expect(document.activeElement).toBe(heading());
  await userEvent.click(lock);
  await screen.findByLabelText('Password');
  expect(document.activeElement).toBe(heading());
});

test('Lock again hides the list before the server has ended the session', async () => {
  const { ending, end } = gateThatEndsLate();
  await enterPassword();
  await userEvent.click(await screen.findByRole('button', { name: 'Lock again' }));
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(screen.queryByText(/^No draft projects/)).toBeNull();
  expect(asked.at(-1)).toBe('DELETE /api/drafts/session');
  expect(document.activeElement).toBe(heading());
  // The session also ends if the visitor closes the tab now.
  expect(ending).toHaveBeenCalledWith(expect.objectContaining({ keepalive: true }));
  end();
});

test.each([
  ['has ended', 'end'],
  ['could not be ended in time', 'passLimit'],
] as const)('a password that is entered again is checked when the previous session %s', async (_, how) => {
  const gate = gateThatEndsLate();
  await enterPassword();
  await userEvent.click(await screen.findByRole('button', { name: 'Lock again' }));
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame{Enter}');
  expect(asked.at(-1)).toBe('DELETE /api/drafts/session');
  expect(screen.getByRole('button', { name: 'Checking…' })).toBeTruthy();
  gate[how]();
  await screen.findByRole('button', { name: 'Lock again' });
  expect(asked.slice(-2)).toEqual(['POST /api/verify-password', 'GET /api/drafts']);
});

test('the focus moves to the heading when the list fails, and again on Retry', async () => {
  gateWithList(1);
  await enterPassword();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(document.activeElement).toBe(heading());
  await userEvent.click(retry);
  const lock = await screen.findByRole('button', { name: 'Lock again' });
  expect(document.activeElement).toBe(heading());
  // The browser would remember the open gate in the next test.
  await userEvent.click(lock);
  await screen.findByLabelText('Password');
});

test('after a wrong password the field has the focus', async () => {
  stubApi(() => Promise.resolve(Response.json({ valid: false })));
  await renderSite('/projects/drafts');
  // With the button: Enter would leave the focus in the field anyway.
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await screen.findByText('Incorrect password');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

const refusal = (status: number) => Promise.resolve(Response.json({ error: 'x' }, { status }));

test.each([
  ['is a 503', () => refusal(503), ''],
  ['is a 429', () => refusal(429), '. Too many failed attempts: try again later'],
  ['is an HTML page', () => Promise.resolve(new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } })), ''],
  ['has no verdict', () => Promise.resolve(Response.json({})), ''],
])('if the response %s, the password counts as unverified and stays in the field', async (_, respond, more) => {
  stubApi(respond);
  await enterPassword();
  expect((await screen.findByRole('alert')).textContent).toBe(`Error verifying password${more}`);
  // It was not checked, so it may be the right one.
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('open sesame');
});

test('a list that fails says why, and an empty one has its own text', async () => {
  gateWithList(1);
  await enterPassword();
  expect(await screen.findByRole('heading', { name: 'The drafts could not be loaded' })).toBeTruthy();
  expect(screen.getByText('The server returned 503.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(
    await screen.findByText('No draft projects at the moment. Check back soon for new experiments and ideas in development.'),
  ).toBeTruthy();
  // The browser would remember the open gate in the next test.
  await userEvent.click(screen.getByRole('button', { name: 'Lock again' }));
  await screen.findByLabelText('Password');
});

test('a remembered session that the server does not know shows the locked form again', async () => {
  window.sessionStorage.setItem('draft-access', 'true');
  stubApi(() => refusal(401));
  await renderSite('/projects/drafts');
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(window.sessionStorage.getItem('draft-access')).toBeNull();
});
