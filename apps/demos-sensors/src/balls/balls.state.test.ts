import { createRandom } from '@site/sim';
import { createBalls } from './balls.model.ts';
import { nextSimulation, type SimulationEvent, type SimulationState } from './balls.state.ts';

const [before, after] = [1, 2].map((seed) => createBalls(400, 400, createRandom(seed), 3)) as [never, never]; // one per seed

const STATES = {
  empty: { phase: 'empty', isPaused: false },
  'empty, paused': { phase: 'empty', isPaused: true },
  rolling: { phase: 'rolling', balls: before },
  resting: { phase: 'resting', balls: before },
  'rolling, refilled': { phase: 'rolling', balls: after },
  'resting, refilled': { phase: 'resting', balls: after },
} as const satisfies Record<string, SimulationState>;

const EVENTS = {
  fill: { type: 'fill', balls: after },
  pause: { type: 'pause' },
  resume: { type: 'resume' },
} as const satisfies Record<SimulationEvent['type'], SimulationEvent>;

test.each([
  ['empty', 'fill', 'rolling, refilled', 'draw read-out'],
  ['empty', 'pause', 'empty, paused', ''],
  ['empty', 'resume', 'empty', ''],
  ['empty, paused', 'fill', 'resting, refilled', 'draw read-out'],
  ['empty, paused', 'pause', 'empty, paused', ''],
  ['empty, paused', 'resume', 'empty', ''],
  ['rolling', 'fill', 'rolling, refilled', 'draw read-out'],
  ['rolling', 'pause', 'resting', 'read-out'],
  ['rolling', 'resume', 'rolling', 'read-out'],
  ['resting', 'fill', 'resting, refilled', 'draw read-out'],
  ['resting', 'pause', 'resting', 'read-out'],
  ['resting', 'resume', 'rolling', 'read-out'],
] as const)('a simulation that is %s: %s makes it %s', (name, event, expected, effects) => {
  const [next, made] = nextSimulation(STATES[name], EVENTS[event]);
  expect(next).toEqual(STATES[expected]);
  expect(made.join(' ')).toBe(effects);
});
