import { everySecond } from './every-second.ts';

let stop = () => {};

beforeEach(() => {
  jest.useFakeTimers({ now: new Date(2026, 8, 14, 10, 8, 58, 400) });
});

afterEach(() => {
  stop();
  jest.useRealTimers();
});

function record(): number[] {
  const beats: number[] = [];
  stop = everySecond((now) => beats.push(now.getSeconds() + now.getMilliseconds() / 1000));
  return beats;
}

test('ticks at once and then on the second', () => {
  const beats = record();
  jest.advanceTimersByTime(2700);
  expect(beats).toEqual([58.4, 59, 0, 1]);
});

test('a late timer does not delay the ticks after it', () => {
  const beats = record();
  jest.advanceTimersByTime(600);
  jest.setSystemTime(new Date(2026, 8, 14, 10, 9, 30, 250));
  jest.advanceTimersByTime(1000);
  jest.advanceTimersByTime(750);
  expect(beats.slice(2)).toEqual([31.25, 32]);
});

test('shows the right time as soon as the page is visible again', () => {
  const beats = record();
  jest.setSystemTime(new Date(2026, 8, 14, 11, 0, 42, 0));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(beats).toEqual([58.4, 42]);
  jest.advanceTimersByTime(1000);
  expect(beats).toEqual([58.4, 42, 43]);
});

test('is silent once stopped', () => {
  const beats = record();
  stop();
  jest.advanceTimersByTime(5000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(beats).toEqual([58.4]);
  expect(jest.getTimerCount()).toBe(0);
});
