import { createRandom, type Random } from '../random.ts';
import { clampAim, directionOf } from './aim.ts';
import type { Ball, Game, Gladiator, Input, Mode, Obstacle } from './bodies.ts';
import { sweep, type Contact } from './collide.ts';
import {
  BALL_BOUNCES,
  BALL_RADIUS,
  BALL_SPEED,
  BALL_TICKS,
  CANNON_MARGIN,
  CANNON_SPEED,
  CHALLENGE_ENEMIES,
  COOLDOWN_TICKS,
  GRAVITY,
  HARD_DAMPING,
  HIT_DAMAGE,
  PIVOT_HEIGHT,
  SHIELD_TICKS,
  WALL_DAMPING,
  WAVE_TICKS,
} from './rules.ts';
import { layOut, maybeSpawn } from './spawn.ts';

/** Maximum contacts of one ball in one tick; the rest of its movement is dropped rather than made without collision checks. */
const MAX_CONTACTS = 8;
/** Gap in px left between a ball and what it touched, so that rounding cannot leave it inside. */
const SKIN = 0.001;

export interface GameOptions {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly mode: Mode;
}

/** A fresh game: no scores, wave 1, no balls, no enemies, obstacles from the seed. */
export function createGame({ width, height, seed, mode }: GameOptions): Game {
  const x = Math.round(width / 2);
  return {
    width,
    height,
    mode,
    seed,
    tick: 0,
    wave: 1,
    your: 0,
    enemy: 0,
    shots: 0,
    hits: 0,
    streak: 0,
    bestStreak: 0,
    over: false,
    nextId: 1,
    cannon: { x, y: height - PIVOT_HEIGHT, aim: 0, cooldown: 0, lastX: x },
    balls: [],
    gladiators: [],
    obstacles: layOut(width, height, createRandom(seed ^ 0x0b57ac1e)),
    events: [],
  };
}

/** The random generator of a game; pass it to every `step`. */
export const diceOf = (seed: number): Random => createRandom(seed);

/** Advances the game by one 60 Hz tick. */
export function step(game: Game, input: Input, dice: Random): void {
  game.events = [];
  if (game.over) return;
  game.tick += 1;
  if (game.tick > game.wave * WAVE_TICKS) {
    game.wave += 1;
    for (const obstacle of game.obstacles) obstacle.health = obstacle.maxHealth;
    game.events.push({ what: 'wave', wave: game.wave });
  }
  maybeSpawn(game, dice);
  moveCannon(game, input);
  fall(game);
  for (const ball of game.balls) fly(game, ball);
  game.balls = game.balls.filter((ball) => ball.ticks < BALL_TICKS && ball.bounces < BALL_BOUNCES);
  game.gladiators = game.gladiators.filter(({ health }) => health > 0);
  if (game.mode === 'challenge' && game.enemy >= CHALLENGE_ENEMIES) {
    game.over = true;
    game.events.push({ what: 'over' });
  }
}

function moveCannon(game: Game, { move, fire, aim }: Input): void {
  const { cannon } = game;
  cannon.lastX = cannon.x;
  cannon.x = Math.min(game.width - CANNON_MARGIN, Math.max(CANNON_MARGIN, cannon.x + move * CANNON_SPEED));
  if (cannon.cooldown > 0) cannon.cooldown -= 1;
  if (!fire || cannon.cooldown > 0) return;
  // The direction of the barrel matters only for shots, so a replay need not store it in between.
  cannon.aim = clampAim(aim);
  cannon.cooldown = COOLDOWN_TICKS;
  const direction = directionOf(cannon.aim);
  // From the pivot, not from the muzzle, so that nothing is too close to be hit.
  const { x, y } = cannon;
  game.balls.push({
    id: game.nextId,
    x,
    y,
    vx: direction.x * BALL_SPEED,
    vy: direction.y * BALL_SPEED,
    bounces: 0,
    ticks: 0,
    lastX: x,
    lastY: y,
  });
  game.nextId += 1;
  game.shots += 1;
  game.events.push({ what: 'fire', x, y });
}

function fall(game: Game): void {
  for (const gladiator of game.gladiators) {
    gladiator.lastY = gladiator.y;
    gladiator.y += gladiator.speed;
    if (gladiator.y + gladiator.height < game.height) continue;
    gladiator.health = 0;
    game.enemy += 1;
    game.streak = 0;
    game.events.push({ what: 'breach', x: gladiator.x + gladiator.width / 2, y: game.height });
  }
}

/** A shield blocks if it has never been used, or was last used more than three seconds ago. */
export const isShieldReady = ({ shield, lastShieldTick }: Gladiator, tick: number): boolean =>
  shield && (lastShieldTick === null || tick - lastShieldTick > SHIELD_TICKS);

interface Touch extends Contact {
  readonly gladiator?: Gladiator;
  readonly obstacle?: Obstacle;
  readonly damping: number;
}

function firstTouch(game: Game, ball: Ball, dx: number, dy: number): Touch | undefined {
  let first: Touch | undefined;
  const offer = (contact: Contact | undefined, damping: number, what?: Pick<Touch, 'gladiator' | 'obstacle'>) => {
    // A ball cannot hit a body that it is moving away from.
    if (!contact || contact.normalX * dx + contact.normalY * dy >= 0) return;
    if (!first || contact.at < first.at) first = { ...contact, damping, ...what };
  };
  const edge = (distance: number, travel: number, normalX: number, normalY: number, damping: number) => {
    if (travel > distance) offer({ at: Math.max(0, distance / travel), normalX, normalY }, damping);
  };
  if (dx < 0) edge(ball.x - BALL_RADIUS, -dx, 1, 0, WALL_DAMPING);
  if (dx > 0) edge(game.width - BALL_RADIUS - ball.x, dx, -1, 0, WALL_DAMPING);
  if (dy < 0) edge(ball.y - BALL_RADIUS, -dy, 0, 1, HARD_DAMPING);
  if (dy > 0) edge(game.height - BALL_RADIUS - ball.y, dy, 0, -1, WALL_DAMPING);
  for (const obstacle of game.obstacles) {
    if (obstacle.health > 0) offer(sweep(ball.x, ball.y, dx, dy, BALL_RADIUS, obstacle), HARD_DAMPING, { obstacle });
  }
  const top = Math.min(ball.y, ball.y + dy) - BALL_RADIUS;
  const bottom = Math.max(ball.y, ball.y + dy) + BALL_RADIUS;
  for (const gladiator of game.gladiators) {
    // Most gladiators are above or below the path of the ball.
    if (gladiator.y > bottom || gladiator.y + gladiator.height < top || gladiator.health <= 0) continue;
    if (isInside(ball, gladiator)) return { at: 0, ...against(dx, dy), damping: HARD_DAMPING, gladiator };
    offer(sweep(ball.x, ball.y, dx, dy, BALL_RADIUS, gladiator), HARD_DAMPING, { gladiator });
  }
  return first;
}

/** A gladiator that has moved onto a ball touches it, whatever the ball's direction. */
const isInside = ({ x, y }: Ball, box: Gladiator): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

function against(dx: number, dy: number): Pick<Contact, 'normalX' | 'normalY'> {
  const length = Math.sqrt(dx * dx + dy * dy);
  return length > 0 ? { normalX: -dx / length, normalY: -dy / length } : { normalX: 0, normalY: -1 };
}

function fly(game: Game, ball: Ball): void {
  ball.lastX = ball.x;
  ball.lastY = ball.y;
  ball.ticks += 1;
  ball.vy += GRAVITY;
  let left = 1;
  for (let contacts = 0; contacts < MAX_CONTACTS && left > 0 && ball.bounces < BALL_BOUNCES; contacts += 1) {
    const dx = ball.vx * left;
    const dy = ball.vy * left;
    const touch = firstTouch(game, ball, dx, dy);
    if (!touch) {
      ball.x += dx;
      ball.y += dy;
      return;
    }
    ball.x += dx * touch.at + touch.normalX * SKIN;
    ball.y += dy * touch.at + touch.normalY * SKIN;
    left *= 1 - touch.at;
    if (touch.gladiator && meet(game, ball, touch.gladiator)) return;
    bounce(ball, touch);
    if (touch.obstacle) wear(game, ball, touch.obstacle);
    else if (!touch.gladiator) game.events.push({ what: 'bounce', x: ball.x, y: ball.y });
  }
}

function bounce(ball: Ball, { normalX, normalY, damping }: Touch): void {
  const across = ball.vx * normalX + ball.vy * normalY;
  ball.vx -= (1 + damping) * across * normalX;
  ball.vy -= (1 + damping) * across * normalY;
  ball.bounces += 1;
}

/** Returns true if the ball did damage; it is then removed. */
function meet(game: Game, ball: Ball, gladiator: Gladiator): boolean {
  if (isShieldReady(gladiator, game.tick)) {
    gladiator.lastShieldTick = game.tick;
    game.events.push({ what: 'block', x: ball.x, y: ball.y });
    return false;
  }
  gladiator.health -= HIT_DAMAGE;
  game.hits += 1;
  const { kind, id } = gladiator;
  const killed = gladiator.health <= 0;
  if (killed) {
    game.your += 1;
    game.streak += 1;
    game.bestStreak = Math.max(game.bestStreak, game.streak);
  }
  const place = killed
    ? { x: gladiator.x + gladiator.width / 2, y: gladiator.y + gladiator.height / 2 }
    : { x: ball.x, y: ball.y };
  game.events.push({ what: killed ? 'kill' : 'hit', ...place, kind, id });
  ball.ticks = BALL_TICKS;
  return true;
}

function wear(game: Game, ball: Ball, obstacle: Obstacle): void {
  obstacle.health -= HIT_DAMAGE;
  const { x, y, width, height } = obstacle;
  if (obstacle.health <= 0) game.events.push({ what: 'crumble', x, y, width, height });
  else game.events.push({ what: 'clank', x: ball.x, y: ball.y });
}

/** Share of the shots that did damage, 0 to 1; null before the first shot. */
export const accuracyOf = ({ shots, hits }: Pick<Game, 'shots' | 'hits'>): number | null => (shots > 0 ? hits / shots : null);

/** A hash of the whole state (FNV-1a, 32 bits): runs that differ anywhere almost certainly have different hashes. */
export function hashOf(game: Game): number {
  let hash = 0x811c9dc5;
  const text = JSON.stringify({ ...game, events: [] });
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
