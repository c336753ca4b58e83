import type { Random } from '@site/sim';
import {
  BALL_SPEED,
  createBot,
  createGame,
  diceOf,
  KINDS,
  makeGladiator,
  step,
  type Game,
  type Input,
  type Mode,
} from '@site/sim/tennis-ball-gun';
import type { Size } from './field-view.ts';

interface Scenario {
  readonly seed: number;
  readonly mode: Mode;
  readonly player: () => (game: Game) => Input;
  /** Changes made before the first tick. */
  readonly begin?: (game: Game) => void;
}

const idle = (): ((game: Game) => Input) => () => ({ move: 0, fire: false, aim: 0 });

/** Sweeps the barrel back and forth and fires all the time. */
const sprinkler = (): ((game: Game) => Input) => (game) => ({
  move: game.tick % 240 < 120 ? 1 : -1,
  fire: true,
  aim: Math.abs((game.tick * 13) % 2400) - 1200,
});

/** A hundred gladiators and two hundred balls at once, for measuring the cost of a frame. */
function crowd(game: Game): void {
  for (let index = 0; index < 100; index += 1) {
    const kind = KINDS[index % KINDS.length] ?? 'red';
    const x = ((index % 20) / 20) * (game.width - 60) + 10;
    game.gladiators.push(makeGladiator(kind, game.nextId, x, Math.floor(index / 20) * 70 - 10));
    game.nextId += 1;
  }
  for (let index = 0; index < 200; index += 1) {
    const x = 20 + ((index * 37) % (game.width - 40));
    const y = game.height - 90 - ((index * 53) % 200);
    const vx = ((index % 11) / 11 - 0.5) * BALL_SPEED;
    game.balls.push({ id: game.nextId, x, y, vx, vy: -(index % 7), bounces: 0, ticks: 0, lastX: x, lastY: y });
    game.nextId += 1;
  }
}

/** Named runs: the page shows them at `?scenario=name&at=seconds`, and tests and benches run them. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  quiet: { seed: 3, mode: 'endless', player: idle },
  battle: { seed: 1408, mode: 'endless', player: createBot },
  sprinkler: { seed: 77, mode: 'endless', player: sprinkler },
  overrun: { seed: 21, mode: 'challenge', player: idle },
  crowd: { seed: 100, mode: 'endless', player: idle, begin: crowd },
};

interface PlayedScenario {
  readonly game: Game;
  readonly dice: Random;
  readonly play: (game: Game) => Input;
}

/** A scenario after its first `ticks`, ready to be continued; undefined for an unknown name. */
export function runScenario(
  name: string,
  ticks: number,
  field: Size,
  onTick: (game: Game) => void = () => {},
): PlayedScenario | undefined {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario) return undefined;
  const game = createGame({ ...field, seed: scenario.seed, mode: scenario.mode });
  const dice = diceOf(scenario.seed);
  const play = scenario.player();
  scenario.begin?.(game);
  for (let tick = 0; tick < ticks; tick += 1) {
    step(game, play(game), dice);
    onTick(game);
  }
  return { game, dice, play };
}
