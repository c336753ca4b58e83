import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { encodeRun, playDailyByBot } from '@site/sim/tennis-ball-gun';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { DailyBoard } from './daily-board.tsx';
import type { DailyRun } from './daily-entries.ts';

const DAY = '2026-11-22';
const PLAYED = playDailyByBot(DAY);
const FINISHED: DailyRun = { day: DAY, score: PLAYED.score, run: encodeRun(PLAYED.run) };
const ENTRY = { id: '3f0c9a52-6a0e-4b1e-9d0f-1d2c3b4a5f60', initials: 'ACE', score: PLAYED.score, shots: 9 };

type Response = readonly [status: number, body: unknown];
type Answer = Response | Promise<Response> | 'unreachable' | 'never';

/** The server's responses by method and path; every other request fails the test. */
function serve(answers: Record<string, Answer>) {
  const sent: unknown[] = [];
  const fetch = async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const answer = await answers[`${method} ${path}`];
    if (answer === undefined) throw new Error(`unexpected request: ${method} ${path}`);
    if (answer === 'never') return new Promise<never>(() => {});
    if (answer === 'unreachable') throw new TypeError('unreachable');
    if (body !== undefined) sent.push(JSON.parse(body));
    const text = JSON.stringify(answer[1]);
    return { ok: answer[0] < 400, status: answer[0], statusText: '', text: async () => text, json: async () => answer[1] };
  };
  Object.assign(window, { fetch });
  return sent;
}

const BOARD = `GET /api/daily-challenge?day=${DAY}`;
const ENTER = 'POST /api/daily-challenge/entries';
const show = (finished?: DailyRun, onWatch: (run: unknown) => void = () => {}, onEntered: (run: DailyRun) => void = () => {}) =>
  renderPage(<DailyBoard day={DAY} finished={finished} onEntered={onEntered} onWatch={onWatch} />);

test('says that it is loading', () => {
  serve({ [BOARD]: 'never' });
  show();
  expect(screen.getByText('Loading the leaderboard')).toBeTruthy();
});

test('an empty leaderboard says how to get on it', async () => {
  serve({ [BOARD]: [200, { day: DAY, entries: [] }] });
  show();
  expect(await screen.findByRole('heading', { name: 'Nobody yet' })).toBeTruthy();
});

test('a leaderboard that cannot be loaded offers to try again', async () => {
  const answers: Record<string, Answer> = { [BOARD]: 'unreachable' };
  serve(answers);
  show();
  await screen.findByRole('heading', { name: 'Leaderboard unavailable' });
  answers[BOARD] = [200, { day: DAY, entries: [ENTRY] }];
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('ACE')).toBeTruthy();
});

test('the replay of an entry can be watched', async () => {
  serve({
    [BOARD]: [200, { day: DAY, entries: [ENTRY] }],
    [`GET /api/daily-challenge/entries/${ENTRY.id}`]: [200, { ...ENTRY, day: DAY, run: FINISHED.run }],
  });
  const watched = await new Promise((resolve) => {
    show(undefined, resolve);
    void screen.findByRole('button', { name: 'Watch ACE’s run' }).then((button) => fireEvent.click(button));
  });
  expect(watched).toEqual(PLAYED.run);
});

/** A leaderboard of two; each run arrives when the returned function is called with its initials. */
function showTwoRuns() {
  const answers: Record<string, (answer: Response) => void> = {};
  const entries = [ENTRY, { ...ENTRY, id: ENTRY.id.replace('3f', '4f'), initials: 'TWO' }];
  const runs = entries.map(({ id, initials }) => [
    `GET /api/daily-challenge/entries/${id}`,
    new Promise<Response>((resolve) => (answers[initials] = resolve)),
  ]);
  serve({ [BOARD]: [200, { day: DAY, entries }], ...Object.fromEntries(runs) });
  const onWatch = jest.fn();
  const watch = async (initials: string) =>
    fireEvent.click(await screen.findByRole('button', { name: `Watch ${initials}’s run` }));
  const answer = (initials: string, status = 200) =>
    act(async () => answers[initials]!([status, { ...ENTRY, initials, day: DAY, run: FINISHED.run }]));
  return { ...show(undefined, onWatch), onWatch, watch, answer };
}

test('a requested run does not start once the leaderboard is gone: another game may be running by then', async () => {
  const { onWatch, watch, answer, unmount } = showTwoRuns();
  await watch('ACE');
  unmount();
  await answer('ACE');
  expect(onWatch).not.toHaveBeenCalled();
});

test.each([200, 500])('after a second press the first run is ignored, even if it arrives last with %d', async (status) => {
  const { onWatch, watch, answer } = showTwoRuns();
  await watch('ACE');
  await watch('TWO');
  await answer('TWO');
  expect(onWatch).toHaveBeenCalledTimes(1);
  await answer('ACE', status);
  expect(onWatch).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a finished run is entered with three letters, and its rank is shown', async () => {
  const sent = serve({
    [BOARD]: [200, { day: DAY, entries: [] }],
    [ENTER]: [201, { id: ENTRY.id, place: 3 }],
  });
  const onEntered = jest.fn();
  show(FINISHED, undefined, onEntered);
  const field = screen.getByLabelText('Your initials, three letters');
  const enter = () => screen.getByRole('button', { name: 'Add to the leaderboard' });
  fireEvent.change(field, { target: { value: 'a1' } });
  expect((enter() as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'abcd' } });
  enter().focus();
  fireEvent.click(enter());
  fireEvent.click(enter());
  await screen.findByText('Confirmed: rank 3.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Leaderboard/ }));
  expect(sent).toEqual([{ ...FINISHED, initials: 'ABC' }]);
  expect(onEntered).toHaveBeenCalledWith(FINISHED);
});

test.each<[string, Answer, string]>([
  ['initials that are not allowed', [422, { code: 'initials_refused' }], 'These initials are not allowed. Choose others.'],
  ['a run that was entered before', [409, { code: 'run_known' }], 'This run is already on the leaderboard.'],
  ['no network', 'unreachable', 'The server cannot be reached. Your run stays here: try again.'],
])('%s: says so, and the run can be entered again', async (_what, answer, words) => {
  serve({ [BOARD]: [200, { day: DAY, entries: [] }], [ENTER]: answer });
  const fetch = jest.spyOn(window, 'fetch');
  const entries = () => fetch.mock.calls.filter(([, request]) => request?.method === 'POST').length;
  show(FINISHED);
  fireEvent.change(screen.getByLabelText('Your initials, three letters'), { target: { value: 'ABC' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add to the leaderboard' }));
  await screen.findByText(words);
  expect(entries()).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Add to the leaderboard' }));
  await waitFor(() => expect(entries()).toBe(2));
});
