import type { Random } from '@site/sim';
import type { GameEvent } from '@site/sim/tennis-ball-gun';
import { KIND_COLORS, LIGHT } from './palette.ts';

/** Visual feedback for hits. It reads the game's events and never changes the game. */
export interface Effects {
  readonly particles: Particle[];
  /** Maximum offset of the picture, px; decays. */
  shake: number;
  /** Ticks for which the game is frozen after a hit. */
  hitStop: number;
  /** 1 right after a shot, decays: the barrel recoils. */
  recoil: number;
  /** 1 right after a breach, decays: the floor glows red. */
  alarm: number;
  /** Flashes of the gladiators that were just hit, by id: 1 right after the hit, decays. */
  readonly flashes: Map<number, number>;
  banner: { text: string; ticks: number } | undefined;
}

interface Particle {
  x: number;
  y: number;
  vx: number;
  vy: number;
  ticks: number;
  readonly life: number;
  readonly size: number;
  readonly color: string;
}

const MAX_PARTICLES = 400;
/** 50 ms: long enough to be felt, too short to be noticed as a pause. */
const KILL_STOP_TICKS = 3;
const BREACH_SHAKE = 14;
const KILL_SHAKE = 5;
const BANNER_TICKS = 110;

export function createEffects(): Effects {
  return { particles: [], shake: 0, hitStop: 0, recoil: 0, alarm: 0, flashes: new Map(), banner: undefined };
}

/** With reduced motion nothing flies, shakes, freezes or is squashed; only the wave's name appears. */
export function addFeedback(effects: Effects, events: readonly GameEvent[], random: Random, prefersReducedMotion: boolean): void {
  for (const event of events) {
    if (event.what === 'wave') effects.banner = { text: `WAVE ${event.wave}`, ticks: BANNER_TICKS };
    if (!prefersReducedMotion) respond(effects, event, random);
  }
}

function respond(effects: Effects, event: GameEvent, random: Random): void {
  const shakeTo = (size: number) => {
    effects.shake = Math.max(effects.shake, size);
  };
  if (event.what === 'fire') effects.recoil = 1;
  else if (event.what === 'bounce') burst(effects, random, event.x, event.y, 2, 1.6, [LIGHT.ball]);
  else if (event.what === 'clank') burst(effects, random, event.x, event.y, 5, 2.4, [LIGHT.foam, LIGHT.ball]);
  else if (event.what === 'block') burst(effects, random, event.x, event.y, 9, 4, [LIGHT.white, LIGHT.shield]);
  else if (event.what === 'hit') {
    effects.flashes.set(event.id, 1);
    burst(effects, random, event.x, event.y, 8, 3.4, [KIND_COLORS[event.kind].body, LIGHT.ball]);
    shakeTo(2);
  } else if (event.what === 'kill') {
    effects.hitStop = KILL_STOP_TICKS;
    burst(effects, random, event.x, event.y, 30, 6.5, [KIND_COLORS[event.kind].body, LIGHT.white, LIGHT.ball]);
    shakeTo(KILL_SHAKE);
  } else if (event.what === 'crumble') {
    for (let part = 0; part < 5; part += 1) {
      burst(effects, random, event.x + ((part + 0.5) / 5) * event.width, event.y + event.height / 2, 6, 3, [
        LIGHT.foam,
        LIGHT.white,
      ]);
    }
    shakeTo(KILL_SHAKE);
  } else if (event.what === 'breach') {
    effects.alarm = 1;
    shakeTo(BREACH_SHAKE);
  }
}

function burst(
  { particles }: Effects,
  random: Random,
  x: number,
  y: number,
  count: number,
  speed: number,
  colors: readonly string[],
): void {
  for (let index = 0; index < count && particles.length < MAX_PARTICLES; index += 1) {
    const angle = random() * 2 * Math.PI;
    const fast = speed * (0.35 + 0.65 * random());
    particles.push({
      x,
      y,
      vx: Math.cos(angle) * fast,
      vy: Math.sin(angle) * fast - speed * 0.3,
      ticks: 0,
      life: 18 + random() * 26,
      size: 2 + random() * 4.5,
      color: colors[index % colors.length] ?? LIGHT.white,
    });
  }
}

/** Advances particles and fading values by one tick. */
export function settle(effects: Effects): void {
  effects.shake = effects.shake < 0.3 ? 0 : effects.shake * 0.86;
  effects.recoil = effects.recoil < 0.02 ? 0 : effects.recoil * 0.72;
  effects.alarm = effects.alarm < 0.02 ? 0 : effects.alarm * 0.95;
  for (const [id, flash] of effects.flashes) {
    if (flash < 0.05) effects.flashes.delete(id);
    else effects.flashes.set(id, flash * 0.8);
  }
  let kept = 0;
  for (const particle of effects.particles) {
    particle.ticks += 1;
    particle.x += particle.vx;
    particle.y += particle.vy;
    particle.vy += 0.16;
    if (particle.ticks < particle.life) {
      effects.particles[kept] = particle;
      kept += 1;
    }
  }
  effects.particles.length = kept;
  if (effects.banner) {
    effects.banner.ticks -= 1;
    if (effects.banner.ticks <= 0) effects.banner = undefined;
  }
}
