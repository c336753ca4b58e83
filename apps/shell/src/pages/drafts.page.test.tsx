import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSite } from '../testing/render-site.tsx';

const realFetch = globalThis.fetch;
let asked: string[] = [];

function apiAnswers(answerOf: (request: string) => Promise<Response>) {
  globalThis.fetch = (input, init) => {
    const request = `${init?.method} ${String(input)}`;
    asked.push(request);
    return answerOf(request);
  };
}

async function enterPassword() {
  renderSite('/projects/drafts');
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame{Enter}');
}

beforeEach(() => {
  asked = [];
  window.sessionStorage.clear();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a password that is being checked is not sent again', async () => {
  apiAnswers(() => new Promise(() => {}));
  await enterPassword();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Checking…' }));
  expect(asked).toEqual(['POST /api/verify-password']);
});

test('after a wrong password the field takes the next one', async () => {
  apiAnswers(() => Promise.resolve(Response.json({ valid: false })));
  await enterPassword();
  await screen.findByText('Incorrect password');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});
