import { nextAlert, type AlertState, type Finding } from './next-alert.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FINDING: Finding = { subject: '', what: '81% used' };

/** Checks once a minute. @returns the messages to the operator, with their minute */
function watch(findings: readonly (Finding | null)[], everyMs = MINUTE): string[] {
  let state: AlertState | null = null;
  return findings.flatMap((finding, index) => {
    const step = nextAlert(state, finding, index * everyMs);
    if (step) state = step.after;
    return step?.news ? [`${index} ${step.news}`] : [];
  });
}

test('a problem is reported once when it appears and once when it is gone', () => {
  expect(watch([null, FINDING, FINDING, FINDING, null, null])).toEqual(['1 raised', '4 cleared']);
});

test('a problem is reported again each day while it persists', () => {
  const hours = Array.from({ length: 60 }, () => FINDING);
  expect(watch(hours, HOUR)).toEqual(['0 raised', '24 still', '48 still']);
});

test('a problem that comes and goes each minute is reported at most once an hour', () => {
  const flapping = Array.from({ length: 240 }, (_, minute) => (minute % 2 === 0 ? FINDING : null));
  expect(watch(flapping)).toEqual([
    '0 raised',
    '1 cleared',
    '62 raised',
    '63 cleared',
    '124 raised',
    '125 cleared',
    '186 raised',
    '187 cleared',
  ]);
});

test('a problem that comes back within the hour and stays is reported when the hour is over', () => {
  const minutes = Array.from({ length: 90 }, (_, minute) => (minute === 1 ? null : FINDING));
  expect(watch(minutes)).toEqual(['0 raised', '1 cleared', '61 raised']);
});

test('an alert keeps the newest figures, when it first appeared, and how many times it appeared without being reported', () => {
  const first = nextAlert(null, FINDING, 0)!.after;
  const later = nextAlert(first, { ...FINDING, what: '90% used' }, MINUTE)!.after;
  expect(later).toEqual({ what: '90% used', raisedAt: 0, clearedAt: null, reportedAt: 0, isReported: true, times: 1 });
  let state: AlertState | null = nextAlert(later, null, 2 * MINUTE)!.after;
  for (const minute of [3, 5, 7]) {
    state = nextAlert(state, FINDING, minute * MINUTE)!.after;
    if (minute < 7) state = nextAlert(state, null, (minute + 1) * MINUTE)!.after;
  }
  expect(state).toMatchObject({ times: 3, isReported: false });
});

test('a problem is reported although the last report was made by a clock that was ahead', () => {
  const ahead = nextAlert(nextAlert(null, FINDING, 24 * HOUR)!.after, null, 24 * HOUR)!.after;
  expect(nextAlert(ahead, FINDING, HOUR)?.news).toBe('raised');
});

test('a problem that never appeared has no state', () => {
  expect(nextAlert(null, null, 0)).toBeNull();
});
