import * as v from 'valibot';
import { PageReportsSchema } from '@site/contracts';
import { outcomeOf } from './outcome.ts';
import { createTelemetry, siteTelemetry, silentTelemetry } from './telemetry.ts';

const eggs = { app: 'market-prices', release: '0.1.0-0123456789ab' };
const PATH = '/projects/egg-prices';

function setUp() {
  let now = 0;
  const timers: (() => void)[] = [];
  const bodies: string[] = [];
  const telemetry = createTelemetry({
    send: (body) => bodies.push(body),
    now: () => now,
    path: () => PATH,
    setTimeout: (act) => timers.push(act),
  });
  const reports = () => bodies.flatMap((body) => v.parse(PageReportsSchema, JSON.parse(body)).reports);
  return {
    telemetry,
    bodies,
    reports,
    at: (ms: number) => {
      now = ms;
    },
    pass: () => timers.splice(0).forEach((act) => act()),
  };
}

const errorIn = (url: string) => Object.assign(new Error('boom'), { stack: `Error: boom\n    at press (${url}:1:2)` });

test('a page that is shown is reported with its release and its time, from the click or from the navigation', () => {
  const { telemetry, at, pass, reports } = setUp();
  at(900);
  telemetry.shown(eggs, PATH);
  at(5_000);
  telemetry.opened();
  at(5_120.4);
  telemetry.shown({ app: 'shell', release: '0.1.0-ba9876543210' }, '/about');
  pass();
  expect(reports().map(({ app, path, outcome, ms }) => [app, path, outcome, ms])).toEqual([
    ['market-prices', PATH, 'shown', 900],
    ['shell', '/about', 'shown', 120],
  ]);
});

test('an uncaught error is attributed to the release whose code threw it, once per view', () => {
  const { telemetry, pass, reports } = setUp();
  telemetry.shown(eggs, PATH);
  telemetry.uncaught(errorIn(`https://site.example/r/demos-games/0.2.0-abcdefabcdef~1/assets/clock.js`));
  telemetry.uncaught(errorIn('https://site.example/r/demos-games/0.2.0-abcdefabcdef/assets/clock.js'));
  pass();
  expect(reports().slice(1)).toEqual([
    { app: 'demos-games', release: '0.2.0-abcdefabcdef', path: PATH, outcome: 'error', phase: 'ready', ms: 0, message: 'boom' },
  ]);
});

test('a page that breaks after it was shown is an error in the same view, even if another release takes over', () => {
  const served = eggs.release;
  expect(outcomeOf({ phase: 'ready', served })).toBe('error');
  expect(outcomeOf({ phase: 'ready', served: null })).toBe('error');
  expect(outcomeOf({ phase: 'render', served })).toBe('replaced');
  expect(outcomeOf({ phase: 'fetch', served: null })).toBe('failed');
});

test('each view can fail again', () => {
  const { telemetry, pass, reports } = setUp();
  for (let view = 0; view < 2; view += 1) {
    telemetry.opened();
    for (let n = 0; n < 2; n += 1) telemetry.failed(eggs, PATH, 'error', 'ready', 'boom');
  }
  pass();
  expect(reports()).toHaveLength(2);
});

test("an error in somebody else's code does not count as the site's", () => {
  const { telemetry, pass, reports } = setUp();
  telemetry.shown(eggs, PATH);
  for (const error of [errorIn('chrome-extension://abc/content.js'), 'text', undefined]) telemetry.uncaught(error);
  pass();
  expect(reports()).toHaveLength(1);
});

test('reports are batched up to the limit of a message, and long error messages are truncated', () => {
  const { telemetry, bodies, pass, reports } = setUp();
  for (let n = 0; n < 21; n += 1) telemetry.failed(eggs, PATH, 'failed', 'fetch', 'x'.repeat(400));
  pass();
  expect(bodies).toHaveLength(2);
  expect(reports()).toHaveLength(21);
  expect(reports()[0]?.message).toHaveLength(300);
});

test('nothing is sent for a visitor who opts out', () => {
  expect(siteTelemetry(window, true)).toBe(silentTelemetry);
});
