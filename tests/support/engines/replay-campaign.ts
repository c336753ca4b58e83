import {
  createBalls,
  burst,
  resize,
  scatter,
  setGravity,
  step as stepBalls,
} from '../../../apps/demos-sensors/src/balls/balls.model.ts';
import { GRAVITY, type Balls } from '../../../apps/demos-sensors/src/balls/balls.rules.ts';
import { pullOfAcceleration, pullOfOrientation } from '../../../apps/demos-sensors/src/exhibit/tilt.ts';
import {
  createBot,
  createGame,
  diceOf,
  hashOf,
  step as stepGame,
  type Input,
} from '../../../libs/sim/src/tennis-ball-gun/index.ts';
import { createRandom, type Random } from '../../../libs/sim/src/index.ts';

const GAME_TICKS = 900;
/** A small box, in which tilted balls collide all the time. */
const BOX = { width: 480, height: 360, balls: 120, ticks: 240 } as const;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Plays a game of random size, with the bot or with random input; returns the hash that links contain. */
function playGame(seed: number): number {
  const random = createRandom(seed);
  const [width, height] = [600 + below(random, 801), 500 + below(random, 401)];
  const game = createGame({ width, height, seed, mode: random() < 0.5 ? 'endless' : 'challenge' });
  const dice = diceOf(seed);
  const bot = seed % 2 === 0 ? createBot() : undefined;
  let input: Input = { move: 0, fire: true, aim: 0 };
  for (let tick = 0; tick < GAME_TICKS; tick += 1) {
    if (tick % 12 === 0) {
      input = { move: (below(random, 3) - 1) as Input['move'], fire: random() < 0.8, aim: below(random, 4097) - 2048 }; // -1, 0 or 1
    }
    stepGame(game, bot ? bot(game) : input, dice);
  }
  return hashOf(game);
}

/** FNV-1a over the bytes of all positions and velocities. */
function hashOfBalls({ x, y, vx, vy }: Balls): number {
  let hash = 0x811c9dc5;
  for (const list of [x, y, vx, vy]) {
    for (const byte of new Uint8Array(list.buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

/** Tilts a box of balls at random, with bursts, shakes and another window size; returns the hash of its final state. */
function tiltBalls(seed: number): number {
  const random = createRandom(seed);
  const balls = createBalls(BOX.width, BOX.height, random, BOX.balls);
  for (let tick = 0; tick < BOX.ticks; tick += 1) {
    if (tick % 8 === 0) {
      const angle = 90 * below(random, 4);
      const [first, second] = [random() * 360 - 180, random() * 180 - 90];
      const pull =
        random() < 0.5 ? pullOfOrientation(first, second, angle) : pullOfAcceleration(first / 18, second / 9, angle, false);
      setGravity(balls, GRAVITY * pull.x, GRAVITY * pull.y);
    }
    if (tick === 80) burst(balls, random() * BOX.width, random() * BOX.height, 200, 20);
    if (tick === 140) scatter(balls, random, 12);
    if (tick === 180) resize(balls, BOX.width * (0.7 + random()), BOX.height * (0.7 + random()));
    stepBalls(balls);
  }
  return hashOfBalls(balls);
}

/** Hashes of `count` games and as many tilted boxes of balls, with consecutive seeds. */
export function runCampaign(firstSeed: number, count: number): readonly (readonly [game: number, balls: number])[] {
  return Array.from({ length: count }, (_, index) => [playGame(firstSeed + index), tiltBalls(firstSeed + index)] as const);
}
