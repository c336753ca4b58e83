import { IDLE, nextAlive, type AliveEffect, type AliveEvent, type AliveState } from './alive.state.ts';

const enter = (card: string): AliveEvent => ({ type: 'enter', card });
const leave = (card: string): AliveEvent => ({ type: 'leave', card });
const rested = (visit: number): AliveEvent => ({ type: 'rested', visit });
const loaded = (visit: number): AliveEvent => ({ type: 'loaded', visit });
const failed = (visit: number): AliveEvent => ({ type: 'failed', visit });
const MOTION_OFF: AliveEvent = { type: 'motion-off' };

/** The last state, and all effects in order. */
function after(...events: readonly AliveEvent[]): readonly [AliveState, readonly AliveEffect[]] {
  let state = IDLE;
  const all: AliveEffect[] = [];
  for (const event of events) {
    const [next, effects] = nextAlive(state, event);
    state = next;
    all.push(...effects);
  }
  return [state, all];
}

test('a card comes alive once the pointer rests and its first frame is drawn; its still returns when the visitor leaves', () => {
  expect(after(enter('a'))).toEqual([{ name: 'waiting', visit: 1, card: 'a' }, ['wait']]);
  expect(after(enter('a'), rested(1))[0].name).toBe('loading');
  expect(after(enter('a'), rested(1), loaded(1))).toEqual([{ name: 'alive', visit: 1, card: 'a' }, ['wait', 'load', 'show']]);
  expect(after(enter('a'), rested(1), loaded(1), leave('a'))).toEqual([
    { name: 'idle', visit: 1 },
    ['wait', 'load', 'show', 'end'],
  ]);
});

test('a pointer that only passes over a card loads nothing', () => {
  expect(after(enter('a'), leave('a'), rested(1))).toEqual([{ name: 'idle', visit: 1 }, ['wait', 'end']]);
});

test.each([[[]], [[rested(1)]], [[rested(1), loaded(1)]]])(
  'pointing at another card ends the previous visit, after %j',
  (events) => {
    const [state, effects] = after(enter('a'), ...events, enter('b'));
    expect(state).toEqual({ name: 'waiting', visit: 2, card: 'b' });
    expect(effects.slice(-2)).toEqual(['end', 'wait']);
    // The pointer leaves the first card only now.
    expect(nextAlive(state, leave('a'))).toEqual([state, []]);
  },
);

test('what arrives for an earlier visit changes nothing, even if the visitor points at the same card again', () => {
  const [again] = after(enter('a'), rested(1), leave('a'), enter('a'), rested(2));
  for (const late of [rested(1), loaded(1), failed(1)]) expect(nextAlive(again, late)).toEqual([again, []]);
});

test('entering by pointer and by focus counts as one visit', () => {
  expect(after(enter('a'), enter('a'), rested(1), enter('a'))).toEqual([
    { name: 'loading', visit: 1, card: 'a' },
    ['wait', 'load'],
  ]);
});

test.each([[[]], [[rested(1)]], [[rested(1), loaded(1)]]])('a failure and paused motion end the visit, after %j', (events) => {
  for (const last of [failed(1), MOTION_OFF]) {
    const [state, effects] = after(enter('a'), ...events, last);
    expect(state).toEqual({ name: 'idle', visit: 1 });
    expect(effects.at(-1)).toBe('end');
  }
});

test('without a visit nothing happens', () => {
  for (const event of [leave('a'), rested(0), loaded(0), failed(0), MOTION_OFF]) expect(after(event)).toEqual([IDLE, []]);
});
