import {
  GLADIATOR_HEIGHT,
  GLADIATOR_WIDTH,
  GLADIATORS,
  HIT_DAMAGE,
  isShieldReady,
  SHIELD_TICKS,
  type Gladiator,
  type Kind,
} from '@site/sim/tennis-ball-gun';
import { paintGladiator } from './gladiator-body.ts';
import { LIGHT } from './palette.ts';

type Context = CanvasRenderingContext2D;

/** Margin around a gladiator's box for crest, outline, shield and pips. */
const EDGE = 20;
const SPRITE_WIDTH = GLADIATOR_WIDTH + 2 * EDGE;
const SPRITE_HEIGHT = GLADIATOR_HEIGHT + 2 * EDGE;
/** Distance from the top of the box to the middle of the shield: balls come from below. */
const SHIELD_OFFSET = 44;
const FRAMES = 2;
/** Duration of one climbing pose in ticks. */
const FRAME_TICKS = 14;

export interface GladiatorSprites {
  draw(context: Context, gladiator: Gladiator, y: number, tick: number, flash: number): void;
}

/** Sprites by kind, pose, remaining hits and shield, cached on first use, so that a gladiator is one draw call. */
export function makeGladiatorSprites(ratio: number): GladiatorSprites {
  const images = new Map<string, HTMLCanvasElement>();
  return {
    draw(context, gladiator, y, tick, flash) {
      const { kind, id, x, speed, health, shield } = gladiator;
      const frame = Math.floor((tick * speed + id * 7) / FRAME_TICKS) % FRAMES;
      const look = {
        kind,
        frame,
        hot: flash > 0.35,
        left: Math.ceil(health / HIT_DAMAGE),
        shielded: isShieldReady(gladiator, tick),
      };
      const key = `${kind}${frame}${look.hot ? 'h' : ''}${look.left}${look.shielded ? 's' : ''}`;
      let image = images.get(key);
      if (!image) {
        image = makeSprite(look, ratio);
        images.set(key, image);
      }
      const width = SPRITE_WIDTH * (1 + 0.22 * flash);
      const height = SPRITE_HEIGHT * (1 - 0.2 * flash);
      const middle = x + GLADIATOR_WIDTH / 2;
      context.drawImage(image, middle - width / 2, y - EDGE + SPRITE_HEIGHT - height, width, height);
      if (shield && !look.shielded) drawRecharge(context, gladiator, middle, y, tick);
    },
  };
}

interface SpriteLook {
  readonly kind: Kind;
  readonly frame: number;
  readonly hot: boolean;
  readonly left: number;
  readonly shielded: boolean;
}

/** Pips above the head: a filled one for each remaining hit, a thin line for each used one. */
function drawPips(context: Context, kind: Kind, left: number): void {
  const all = Math.ceil(GLADIATORS[kind].health / HIT_DAMAGE);
  const start = -(all * 10 - 3) / 2;
  for (let pip = 0; pip < all; pip += 1) {
    context.fillStyle = LIGHT.ink;
    context.fillRect(start + pip * 10 - 1.5, -18.5, 10, 9);
    context.fillStyle = pip < left ? LIGHT.white : '#6f6a9c';
    if (pip < left) context.fillRect(start + pip * 10, -17, 7, 6);
    else context.fillRect(start + pip * 10, -12.5, 7, 1.5);
  }
}

/** A bright shield that is ready to block. */
function drawShield(context: Context): void {
  context.beginPath();
  context.ellipse(0, SHIELD_OFFSET, 25, 17, 0, 0, 2 * Math.PI);
  context.fillStyle = 'rgb(159 232 255 / 0.5)';
  context.fill();
  context.lineWidth = 3.5;
  context.strokeStyle = LIGHT.white;
  context.stroke();
}

/** A used shield, with a ring that closes in three seconds. */
function drawRecharge(context: Context, { lastShieldTick }: Gladiator, middle: number, y: number, tick: number): void {
  const share = Math.min(1, (tick - (lastShieldTick ?? tick)) / SHIELD_TICKS);
  context.lineCap = 'round';
  context.lineWidth = 2.5;
  context.strokeStyle = 'rgb(159 232 255 / 0.85)';
  context.beginPath();
  context.ellipse(middle, y + SHIELD_OFFSET, 25, 17, 0, Math.PI / 2, Math.PI / 2 + Math.max(0.08, share) * 2 * Math.PI);
  context.stroke();
}

function makeSprite({ kind, frame, hot, left, shielded }: SpriteLook, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(SPRITE_WIDTH * ratio);
  canvas.height = Math.ceil(SPRITE_HEIGHT * ratio);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(ratio, ratio);
  context.translate(EDGE + GLADIATOR_WIDTH / 2, EDGE);
  paintGladiator(context, kind, frame);
  if (hot) {
    context.globalCompositeOperation = 'source-atop';
    context.fillStyle = 'rgb(255 255 255 / 0.8)';
    context.fillRect(-SPRITE_WIDTH, -SPRITE_HEIGHT, 2 * SPRITE_WIDTH, 2 * SPRITE_HEIGHT);
  }
  context.globalCompositeOperation = 'source-over';
  drawPips(context, kind, left);
  if (shielded) drawShield(context);
  return canvas;
}
