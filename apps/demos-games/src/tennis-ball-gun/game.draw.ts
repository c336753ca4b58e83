import { BALL_RADIUS, radiansOf, type Game } from '@site/sim/tennis-ball-gun';
import { drawArena } from './draw-arena.ts';
import { makeGladiatorSprites, type GladiatorSprites } from './draw-gladiators.ts';
import { drawObstacle } from './draw-obstacle.ts';
import { drawCrosshair } from './crosshair.ts';
import type { Effects } from './effects.ts';
import type { Size } from './field-view.ts';
import { LIGHT } from './palette.ts';

type Context = CanvasRenderingContext2D;

/** Above 2 device pixels per CSS px there is no visible difference, and the picture costs twice as much. */
const MAX_PIXEL_RATIO = 2;
const BARREL_LENGTH = 54;

interface Look {
  readonly effects: Effects;
  /** Direction of the barrel in aim units; the model updates its own only when a shot is fired. */
  readonly aim: number;
  /** Position of the crosshair in px of the field; none behind the start screen. */
  readonly crosshair?: { readonly x: number; readonly y: number } | undefined;
  /** Fraction of the next tick that has passed, 0 to 1. */
  readonly ahead: number;
}

export interface GamePicture {
  draw(game: Game, look: Look): void;
  /** Fits both layers to a field shown at `scale` CSS px per px of the field. */
  fit(field: Size, scale: number, pixelRatio: number): void;
}

/** Two layers: the hall is drawn once per size, moving things in every frame. */
export function createPicture(hall: HTMLCanvasElement, moving: HTMLCanvasElement): GamePicture {
  const still = hall.getContext('2d', { alpha: false });
  const context = moving.getContext('2d');
  if (!still || !context) throw new Error('this browser has no 2D canvas');
  let zoom = 1;
  let sprites: GladiatorSprites | undefined;
  let ball: HTMLCanvasElement | undefined;
  let wobble = 0;

  return {
    fit(field, scale, pixelRatio) {
      zoom = scale * Math.min(pixelRatio, MAX_PIXEL_RATIO);
      for (const canvas of [hall, moving]) {
        canvas.width = Math.max(1, Math.round(field.width * zoom));
        canvas.height = Math.max(1, Math.round(field.height * zoom));
        canvas.style.width = `${field.width * scale}px`;
        canvas.style.height = `${field.height * scale}px`;
      }
      still.setTransform(zoom, 0, 0, zoom, 0, 0);
      drawArena(still, field);
      sprites = makeGladiatorSprites(zoom);
      ball = makeBall(zoom);
    },
    draw(game, { effects, aim, crosshair, ahead }) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, moving.width, moving.height);
      wobble += 1;
      const shakeX = effects.shake * Math.sin(wobble * 2.3);
      const shakeY = effects.shake * Math.cos(wobble * 3.1);
      context.setTransform(zoom, 0, 0, zoom, shakeX * zoom, shakeY * zoom);
      const back = 1 - ahead;
      if (effects.alarm > 0) drawAlarm(context, game, effects.alarm);
      drawCables(context, game, back);
      for (const obstacle of game.obstacles) drawObstacle(context, obstacle);
      for (const gladiator of game.gladiators) {
        const y = gladiator.y + (gladiator.lastY - gladiator.y) * back;
        sprites?.draw(context, gladiator, y, game.tick, effects.flashes.get(gladiator.id) ?? 0);
      }
      drawBalls(context, game, back, ball);
      drawCannon(context, game, aim, back, effects.recoil);
      drawParticles(context, effects);
      if (effects.banner) drawBanner(context, game, effects.banner);
      if (crosshair) drawCrosshair(context, crosshair.x, crosshair.y, game.cannon.cooldown);
    },
  };
}

function drawAlarm(context: Context, { width, height }: Game, alarm: number): void {
  context.globalAlpha = alarm * 0.55;
  context.fillStyle = '#ff2444';
  context.fillRect(-20, height - 90, width + 40, 110);
  context.globalAlpha = 1;
}

/** Gladiators come down on cables, which show at a glance in which lane each will land. */
function drawCables(context: Context, { gladiators }: Game, back: number): void {
  context.strokeStyle = 'rgb(217 222 240 / 0.42)';
  context.lineWidth = 1.5;
  context.beginPath();
  for (const { x, y, lastY, width } of gladiators) {
    const hand = x + width / 2 - 14;
    context.moveTo(hand, 0);
    context.lineTo(hand, y + (lastY - y) * back + 8);
  }
  context.stroke();
}

function makeBall(zoom: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const size = 2 * BALL_RADIUS + 4;
  canvas.width = canvas.height = Math.ceil(size * zoom);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(zoom, zoom);
  context.translate(size / 2, size / 2);
  context.beginPath();
  context.arc(0, 0, BALL_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = LIGHT.ball;
  context.fill();
  context.clip();
  context.strokeStyle = LIGHT.ballSeam;
  context.lineWidth = 1.6;
  context.beginPath();
  context.arc(-BALL_RADIUS * 1.15, 0, BALL_RADIUS * 0.95, 0, 2 * Math.PI);
  context.moveTo(BALL_RADIUS * 2.1, 0);
  context.arc(BALL_RADIUS * 1.15, 0, BALL_RADIUS * 0.95, 0, 2 * Math.PI);
  context.stroke();
  return canvas;
}

function drawBalls(context: Context, { balls }: Game, back: number, sprite: HTMLCanvasElement | undefined): void {
  if (!sprite) return;
  context.strokeStyle = 'rgb(220 255 60 / 0.3)';
  context.lineWidth = BALL_RADIUS * 1.3;
  context.lineCap = 'round';
  context.beginPath();
  for (const { x, y, vx, vy, lastX, lastY } of balls) {
    const shownX = x + (lastX - x) * back;
    const shownY = y + (lastY - y) * back;
    context.moveTo(shownX, shownY);
    context.lineTo(shownX - vx * 1.2, shownY - vy * 1.2);
  }
  context.stroke();
  const half = BALL_RADIUS + 2;
  for (const { x, y, lastX, lastY } of balls) {
    context.drawImage(sprite, x + (lastX - x) * back - half, y + (lastY - y) * back - half, 2 * half, 2 * half);
  }
}

function drawCannon(context: Context, { cannon, height }: Game, aim: number, back: number, recoil: number): void {
  const x = cannon.x + (cannon.lastX - cannon.x) * back;
  context.save();
  context.translate(x, cannon.y);
  context.lineJoin = 'round';
  context.strokeStyle = LIGHT.ink;
  context.lineWidth = 4;
  context.fillStyle = '#2a2f52';
  context.beginPath();
  context.roundRect(-40, 16, 80, height - cannon.y - 22, 10);
  context.stroke();
  context.fill();
  context.save();
  context.rotate(radiansOf(aim));
  const out = BARREL_LENGTH - recoil * 12;
  const wide = 12 + recoil * 3;
  context.fillStyle = LIGHT.steel;
  context.beginPath();
  context.roundRect(-wide, -out, 2 * wide, out, 7);
  context.stroke();
  context.fill();
  context.fillStyle = LIGHT.rose;
  context.fillRect(-wide, -out + 8, 2 * wide, 7);
  if (recoil > 0.45) {
    context.fillStyle = LIGHT.ball;
    context.beginPath();
    context.arc(0, -out - 8, 15 * recoil, 0, 2 * Math.PI);
    context.fill();
  }
  context.restore();
  context.fillStyle = LIGHT.orange;
  context.beginPath();
  context.arc(0, 0, 26, 0, 2 * Math.PI);
  context.stroke();
  context.fill();
  context.fillStyle = LIGHT.ball;
  for (const [offX, offY] of [
    [-8, 5],
    [8, 5],
    [0, -8],
  ] as const) {
    context.beginPath();
    context.arc(offX, offY, BALL_RADIUS, 0, 2 * Math.PI);
    context.fill();
  }
  context.restore();
}

function drawParticles(context: Context, { particles }: Effects): void {
  for (const { x, y, ticks, life, size, color } of particles) {
    const left = 1 - ticks / life;
    context.globalAlpha = left;
    context.fillStyle = color;
    context.fillRect(x - (size * left) / 2, y - (size * left) / 2, size * left, size * left);
  }
  context.globalAlpha = 1;
}

function drawBanner(context: Context, { width, height }: Game, banner: { readonly text: string; readonly ticks: number }): void {
  context.globalAlpha = Math.min(1, banner.ticks / 30);
  context.font = `900 ${Math.min(96, width / 7)}px 'Unbounded Variable', 'Arial Black', sans-serif`;
  context.textAlign = 'center';
  context.lineWidth = 12;
  context.strokeStyle = LIGHT.ink;
  context.strokeText(banner.text, width / 2, height * 0.42);
  context.fillStyle = LIGHT.white;
  context.fillText(banner.text, width / 2, height * 0.42);
  context.globalAlpha = 1;
}
