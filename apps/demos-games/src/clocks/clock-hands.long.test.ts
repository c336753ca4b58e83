import { checkDay, NIGHTS, SECONDS_PER_DAY } from './testing/clock-change.ts';

afterEach(() => {
  jest.useRealTimers();
});

test.each(NIGHTS)(
  'over the night of $night New York’s hands are at the specified angles at each of 86,400 ticks and never turn back',
  ({ from, change, before, after }) => {
    const ticks = checkDay('America/New_York', from, (epoch) => (epoch < change ? before : after), false);
    expect(ticks).toBe(SECONDS_PER_DAY + 1);
  },
);

test.each(NIGHTS)('during the night of $night a clock in Kolkata keeps its half-hour offset', ({ from }) => {
  expect(checkDay('Asia/Kolkata', from, () => 5.5, false)).toBe(SECONDS_PER_DAY + 1);
});
