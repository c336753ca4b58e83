import {
  createDailyGame,
  createRecorder,
  decodeRun,
  diceOf,
  encodeRun,
  hashOf,
  isDailyOver,
  playDailyByBot,
  step,
  type Run,
} from '@site/sim/tennis-ball-gun';
import { Clock } from '../clock.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { RunChecker } from './run-checker.ts';

const DAY = '2026-11-22';
const NOON = Date.parse(`${DAY}T12:00:00Z`);
const PATH = '/api/daily-challenge';

let api: TestApi;
let time = NOON;
let minutes = 0;

beforeAll(async () => {
  api = await anApi({}, [{ provide: Clock, value: { now: () => new Date(time) } }]);
});
afterAll(() => api.close());
beforeEach(() => {
  // Each test runs a few minutes after the previous one, so that rate limits do not apply.
  minutes += 5;
  time = NOON + minutes * 60_000;
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function send(change: Record<string, unknown> = {}, played = playDailyByBot(DAY)): Promise<Answer> {
  const entry = { day: DAY, initials: 'ACE', score: played.score, run: encodeRun(played.run), ...change };
  const response = await fetch(`${api.url}${PATH}/entries`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(entry),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const read = async (path: string): Promise<Answer> => {
  const response = await fetch(api.url + path);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('a run is replayed, listed with its rank, and can be fetched for watching; the better one comes first', async () => {
  expect((await read(PATH)).body).toEqual({ day: DAY, entries: [] });
  const late = playDailyByBot(DAY, 1500);
  const best = playDailyByBot(DAY);
  expect(best.score).toBeGreaterThan(late.score);
  const first = await send({ initials: 'LAT' }, late);
  expect(first).toEqual({ status: 201, body: { id: expect.any(String), place: 1 } });
  const second = await send({ initials: 'ACE' }, best);
  expect(second.body['place']).toBe(1);
  const { body } = await read(`${PATH}?day=${DAY}`);
  expect(body['entries']).toEqual([
    { id: second.body['id'], initials: 'ACE', score: best.score, shots: expect.any(Number) },
    { id: first.body['id'], initials: 'LAT', score: late.score, shots: expect.any(Number) },
  ]);
  const { body: entry } = await read(`${PATH}/entries/${String(first.body['id'])}`);
  expect([entry['initials'], decodeRun(String(entry['run']))]).toEqual(['LAT', late.run]);
  expect(await read(`${PATH}/entries/${'0'.repeat(36)}`)).toMatchObject({ status: 404, body: { code: 'entry_unknown' } });
});

test('the same run is entered once, whatever the initials', async () => {
  await send();
  expect(await send({ initials: 'TWO' })).toMatchObject({ status: 409, body: { code: 'run_known' } });
});

const { run: HONEST, score: SCORE } = playDailyByBot(DAY, 60);
const changed = (change: Partial<Run>): string => encodeRun({ ...HONEST, ...change });
const [firstInput, ...otherInputs] = HONEST.inputs;
const nextDay = playDailyByBot('2026-11-23');

test.each<[string, Record<string, unknown>, string]>([
  ['a changed score', { score: SCORE + 1 }, 'the replayed run has a different score'],
  ['a score of another run', { score: 0 }, 'the replayed run has a different score'],
  ['a changed hash', { run: changed({ hash: HONEST.hash ^ 1 }) }, 'the replayed run ends differently'],
  [
    'a changed input',
    { run: changed({ inputs: [{ ...firstInput!, move: firstInput!.move === 1 ? -1 : 1 }, ...otherInputs] }) },
    'replayed',
  ],
  ['inputs left out', { run: changed({ inputs: otherInputs.slice(20) }) }, 'replayed'],
  ['two inputs in one tick', { run: changed({ inputs: [firstInput!, firstInput!, ...otherInputs] }) }, 'impossible'],
  [
    'an input after the end',
    { run: changed({ inputs: [...HONEST.inputs, { tick: HONEST.ticks, move: 0, fire: false, aim: 0 }] }) },
    'impossible',
  ],
  ['more ticks than the game has', { run: changed({ ticks: HONEST.ticks + 1 }) }, 'impossible'],
  ['a run that stops early', { run: changed({ ticks: HONEST.ticks - 1 }) }, 'impossible'],
  ['another seed', { run: changed({ seed: HONEST.seed + 1 }) }, 'a different game'],
  ['another field', { run: changed({ width: 1400 }) }, 'a different game'],
  ['another mode', { run: changed({ mode: 'endless' }) }, 'a different game'],
  ["tomorrow's game", { day: '2026-11-23', run: encodeRun(nextDay.run), score: nextDay.score }, 'on their day'],
  ["tomorrow's game as today's", { run: encodeRun(nextDay.run), score: nextDay.score }, 'a different game'],
  ['half a run', { run: changed({}).slice(0, 40) }, 'incomplete'],
])('%s is rejected, and nothing is listed', async (_what, change, reason) => {
  const before = (await read(PATH)).body;
  const { status, body } = await send({ score: SCORE, run: encodeRun(HONEST), initials: 'BAD', ...change });
  expect([status, body['code']]).toEqual([422, 'run_refused']);
  expect(body['details']).toContain(reason);
  expect((await read(PATH)).body).toEqual(before);
});

test('the run of a player whose inputs change in every tick is accepted, but no text of more than 16,000 characters', async () => {
  const game = createDailyGame(DAY);
  const dice = diceOf(game.seed);
  const recorder = createRecorder();
  while (!isDailyOver(game)) {
    const input = { move: game.tick % 2 ? 1 : -1, fire: true, aim: game.tick % 10 < 5 ? 1900 : -1900 } as const;
    recorder.note(game.tick, input, game.cannon.cooldown <= 1);
    step(game, input, dice);
  }
  const { width, height, seed, mode, tick, your } = game;
  const run = { width, height, seed, mode, ticks: tick, hash: hashOf(game), inputs: recorder.inputs() };
  expect(await send({}, { run, score: your })).toMatchObject({ status: 201 });
  expect(await send({ run: 'A'.repeat(16_000) })).toMatchObject({ status: 422, body: { code: 'run_refused' } });
  const { status, body } = await send({ run: 'A'.repeat(16_001) });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('at most 16000 characters');
});

test.each(['ASS', 'KKK', 'FUK'])('the initials %s are not allowed', async (initials) => {
  expect(await send({ initials })).toMatchObject({ status: 422, body: { code: 'initials_refused' } });
});

test.each(['ab', 'abc', 'ABCD', 'A1C', 'ÄBC', '', 5])('initials %j are rejected', async (initials) => {
  expect((await send({ initials })).status).toBe(400);
});

test('the seventh entry in a minute is rejected, with the time to wait', async () => {
  time += 3_600_000;
  for (let entry = 0; entry < 6; entry += 1) expect((await send({ initials: 'ASS' })).status).toBe(422);
  expect(await send({ initials: 'ASS' })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});

test('the leaderboard of a day without entries is empty', async () => {
  expect((await read(`${PATH}?day=2026-11-21`)).body).toEqual({ day: '2026-11-21', entries: [] });
});

test('the worker thread can check a run of maximum length', async () => {
  const checker = new RunChecker();
  const { run, score } = playDailyByBot(DAY);
  expect(await checker.check({ day: DAY, run, score })).toMatchObject({ score });
  await checker.onModuleDestroy();
});

test.each([
  ['before a run of that length could have been played', '2026-11-25T00:00:44Z', 422],
  ['a quarter of an hour after the day ended', '2026-11-26T00:15:00Z', 422],
  ['shortly after midnight', '2026-11-26T00:14:00Z', 201],
])('an entry %s (%s): %d', async (_when, at, status) => {
  time = Date.parse(at);
  expect((await send({ day: '2026-11-25' }, playDailyByBot('2026-11-25'))).status).toBe(status);
});
