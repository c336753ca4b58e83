import { createRandom } from '@site/sim';
import { burst, createBalls, hold, release, resize, scatter, setGravity, step } from './balls.model.ts';
import { GRAVITY, type Balls } from './balls.rules.ts';

interface Scenario {
  readonly seed: number;
  /** Inputs by tick. */
  readonly inputs: Readonly<Record<number, (balls: Balls) => void>>;
}

/** Named runs. The page shows them at `?scenario=name&at=seconds`; tests use them too. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  drop: { seed: 333, inputs: {} },
  tilt: {
    seed: 5,
    inputs: { 120: (balls) => setGravity(balls, GRAVITY, 0), 240: (balls) => setGravity(balls, 0, -GRAVITY) },
  },
  burst: { seed: 8, inputs: { 200: (balls) => burst(balls, balls.width / 2, balls.height, 300, 25) } },
  throw: {
    seed: 13,
    inputs: {
      180: (balls) => hold(balls, 1, 0, balls.width / 2, balls.height / 3),
      240: (balls) => release(balls, 1, 12, -9),
    },
  },
  shake: { seed: 21, inputs: { 150: (balls) => scatter(balls, createRandom(21), 18) } },
  resize: {
    seed: 34,
    inputs: {
      150: (balls) => resize(balls, balls.width * 0.6, balls.height * 0.8),
      300: (balls) => resize(balls, balls.width / 0.6, balls.height / 0.8),
    },
  },
};

/** Balls after `ticks` of a scenario; undefined for an unknown name. */
export function runScenario(name: string, ticks: number, width: number, height: number): Balls | undefined {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario) return undefined;
  const balls = createBalls(width, height, createRandom(scenario.seed));
  for (let tick = 0; tick < ticks; tick += 1) {
    scenario.inputs[tick]?.(balls);
    step(balls);
  }
  return balls;
}
