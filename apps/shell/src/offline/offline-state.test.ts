import { EMPTY, step, type OfflineState } from './offline-state.ts';

const kept = { serial: 5, set: '5-hash', pages: ['/a'] };
const filling: OfflineState = { ...EMPTY, seen: 5, wanted: ['/a'], fill: 1, isFilling: true };

test('a set with an older serial than the documents is not used: its list came from a server that is behind', () => {
  const [state] = step({ ...filling, seen: 6 }, { type: 'filled', fill: 1, kept, absent: [] });
  expect([state.kept, state.seen]).toEqual([null, 6]);
});

test('a set is not used if a document of another serial arrived while it was being fetched', () => {
  const [moved] = step(filling, { type: 'responded', serial: 4, isStable: true });
  const [state] = step(moved, { type: 'filled', fill: 1, kept, absent: [] });
  expect([state.kept, state.seen, state.isFilling]).toEqual([null, 4, true]);
});

test('a fetched set is used, and nothing more is fetched for the same serial', () => {
  const [state, effects] = step(filling, { type: 'filled', fill: 1, kept, absent: [] });
  expect([state.kept, effects]).toEqual([kept, [{ type: 'save' }, { type: 'clean' }]]);
  expect(step(state, { type: 'responded', serial: 5, isStable: true })).toEqual([state, []]);
});

test('the twelve pages that were opened last are wanted', () => {
  let state = EMPTY;
  for (let n = 0; n < 20; n += 1) [state] = step(state, { type: 'opened', path: `/${n}` });
  expect(state.wanted).toHaveLength(12);
  expect(state.wanted[0]).toBe('/19');
});

test('a failed fill is retried after ever longer delays, unless a document or a page started another one meanwhile', () => {
  let state = filling;
  const waits: unknown[] = [];
  for (let n = 0; n < 4; n += 1) {
    const [failed, effects] = step(state, { type: 'failed', fill: state.fill });
    waits.push(...effects.flatMap((effect) => (effect.type === 'retry' ? [effect.after] : [])));
    [state] = step(failed, { type: 'retried', fill: failed.fill });
  }
  expect(waits).toEqual([10_000, 30_000, 90_000]);
  const [opened] = step({ ...state, isFilling: false }, { type: 'opened', path: '/b' });
  expect([opened.failures, step(opened, { type: 'retried', fill: state.fill })[1]]).toEqual([0, []]);
});
