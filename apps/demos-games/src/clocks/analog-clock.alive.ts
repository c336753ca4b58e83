import type { AliveModule, AliveOptions } from '@site/host';
import { DISCS, HANDS, MARKS, NUMERALS } from './clock-face.parts.ts';
import { handAngles, turnForward, wallTimeOf, type HandAngles } from './clock.model.ts';

/** The face's center on the still, which is 720 px wide, and the length of a unit there. */
const FACE = { x: 330.2, y: 225, unit: 2.0455 };
/** The time on the still. */
const STILL_TIME = { hours: 10, minutes: 8, seconds: 41, milliseconds: 0 };
/** The hands go from the still's time to the visitor's. */
const ARRIVAL_TICKS = 90;
const SWING_MILLISECONDS = 220;
const DEGREES_PER_TICK = 6;

const easeInOut = (t: number): number => t * t * (3 - 2 * t);
/** Overshoots its end and returns, as the page's transition does. */
const swing = (t: number): number => 1 + 2.4 * (t - 1) ** 3 + 1.4 * (t - 1) ** 2;

/** The angles now, with the second hand on its way to its mark. */
function anglesNow(): HandAngles {
  const time = wallTimeOf(new Date());
  const angles = handAngles(time);
  const behind = 1 - swing(Math.min(1, time.milliseconds / SWING_MILLISECONDS));
  return { ...angles, second: angles.second - behind * DEGREES_PER_TICK };
}

function between(from: HandAngles, to: HandAngles, share: number): HandAngles {
  const at = (hand: keyof HandAngles) => from[hand] + (turnForward(from[hand], to[hand]) - from[hand]) * share;
  return { hour: at('hour'), minute: at('minute'), second: at('second') };
}

function drawFace(context: CanvasRenderingContext2D, angles: HandAngles, { token, scheme }: AliveOptions): void {
  const circle = (x: number, y: number, radius: number) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  const onHand = (hand: keyof HandAngles, draw: () => void) => {
    context.save();
    context.rotate((angles[hand] * Math.PI) / 180);
    draw();
    context.restore();
  };
  const ink = token('--ink');
  circle(0, 0, 98.5);
  for (const fill of ['--ground', '--plate']) {
    context.fillStyle = token(fill);
    context.fill();
  }
  context.strokeStyle = token('--hairline');
  context.lineWidth = 1;
  context.stroke();
  context.globalCompositeOperation = token('--circle-blend') === 'screen' ? 'screen' : 'multiply';
  context.globalAlpha = scheme === 'dark' ? 0.5 : 0.88;
  for (const { hand, color, y, radius } of DISCS)
    onHand(hand, () => {
      context.fillStyle = token(color);
      circle(0, y, radius);
      context.fill();
    });
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = 1;
  context.fillStyle = ink;
  for (const { x, y, radius } of MARKS) {
    circle(x, y, radius);
    context.fill();
  }
  context.font = `700 15px ${token('--font-display')}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { text, x, y } of NUMERALS) context.fillText(text, x, y);
  context.strokeStyle = ink;
  context.lineCap = 'round';
  for (const { hand, from, to, width } of HANDS)
    onHand(hand, () => {
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(0, from);
      context.lineTo(0, to);
      context.stroke();
    });
  circle(0, 0, 5);
  context.fill();
  context.fillStyle = token('--ground');
  circle(0, 0, 1.8);
  context.fill();
}

/** The hands turn from the time on the still to the visitor's, and then tick. */
export const start: AliveModule['start'] = (canvas, options) => {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no 2D canvas');
  const scale = canvas.width / 720;
  const from = handAngles(STILL_TIME);
  let ticks = 0;
  context.setTransform(scale * FACE.unit, 0, 0, scale * FACE.unit, scale * FACE.x, scale * FACE.y);
  return {
    step() {
      ticks += 1;
    },
    draw() {
      context.clearRect(-100, -100, 200, 200);
      drawFace(context, between(from, anglesNow(), easeInOut(Math.min(1, ticks / ARRIVAL_TICKS))), options);
    },
  };
};
