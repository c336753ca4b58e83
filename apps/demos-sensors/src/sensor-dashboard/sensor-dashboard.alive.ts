import type { AliveModule, AliveOptions } from '@site/host';
import { drawBubble, drawDevice } from './drawings/attitude.draw.ts';
import { drawCompass } from './drawings/compass.draw.ts';
import type { CanvasArea, Palette } from './drawings/sensor-canvas.tsx';
import { headingOf, matrixOf, tiltOf, type Matrix } from './measures/attitude.ts';
import { compassPointOf, measured } from './measures/readings.ts';

/** Positions on the still, which is 720 px wide; one pixel of the page is `PAGE` pixels there. */
const PAGE = 0.9177;
const BUBBLE = { x: 37.8, y: 66, width: 137.6, height: 137.6 };
const DEVICE = { ...BUBBLE, x: 190.8 };
const COMPASS = { x: 391.7, y: 143.4, width: 182.9, height: 182.9 };
const HEADING = { x: 588, y: 190, width: 115.5, height: 92 };
/** The facts, each a row below the one before. */
const FACT = { x: 270, y: 246, width: 60, height: 26 };
const ROW = 40.1;

/** The pose of the device in the still, in degrees (W3C), and how far it sways from it. */
const POSE = { alpha: 48.4, beta: 12.7, gamma: 3.07 };
const SWAY = { alpha: 26, beta: 11, gamma: 17 };

/** The pose of a device that is held in a hand; it starts out as in the still. */
function poseAt(seconds: number): Matrix {
  const sway = (degrees: number, pace: number) => degrees * Math.sin(seconds * pace);
  return matrixOf(POSE.alpha + sway(SWAY.alpha, 0.7), POSE.beta + sway(SWAY.beta, 1.1), POSE.gamma + sway(SWAY.gamma, 0.9));
}

/** The page's own colors in the two schemes: `sensor-dashboard.module.css`. */
const OWN = { light: { north: '#d6246a', disc: '#ff8a1f' }, dark: { north: '#ff7aa5', disc: '#b85c08' } };

function paletteOf({ token, scheme }: AliveOptions): Palette {
  const { north, disc } = OWN[scheme];
  return {
    ink: token('--ink'),
    soft: token('--ink-soft'),
    line: token('--hairline'),
    series: [north, north, north],
    disc,
    bubble: token('--sky'),
    blend: token('--circle-blend') === 'screen' ? 'screen' : 'multiply',
    font: `600 11px ${token('--font-text')}`,
  };
}

/** Level and compass of the still, for a device that sways: the page's drawings and measures with a simulated pose. */
export const start: AliveModule['start'] = (canvas, options) => {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no 2D canvas');
  const { token } = options;
  const palette = paletteOf(options);
  const pixels = canvas.width / 720;
  let ticks = 0;

  /** Covers a part of the still with the card's own background. */
  function cover({ x, y, width, height }: typeof BUBBLE): void {
    context!.setTransform(pixels, 0, 0, pixels, 0, 0);
    for (const fill of ['--ground', '--plate']) {
      context!.fillStyle = token(fill);
      context!.fillRect(x, y, width, height);
    }
  }
  function drawAt(place: typeof BUBBLE, draw: (area: CanvasArea) => void): void {
    cover(place);
    context!.setTransform(pixels * PAGE, 0, 0, pixels * PAGE, pixels * place.x, pixels * place.y);
    context!.font = palette.font;
    draw({ width: place.width / PAGE, height: place.height / PAGE, palette });
  }
  function fact(row: number, value: number): void {
    cover({ ...FACT, y: FACT.y + row * ROW });
    context!.textAlign = 'right';
    context!.textBaseline = 'alphabetic';
    context!.fillStyle = palette.ink;
    context!.font = `600 15.37px ${token('--font-text')}`;
    context!.fillText(measured(value, '°', 1), 328.4, 264.4 + row * ROW);
  }
  function heading(degrees: number): void {
    cover(HEADING);
    context!.textAlign = 'left';
    context!.textBaseline = 'alphabetic';
    context!.fillStyle = palette.ink;
    context!.font = `800 41.09px ${token('--font-display')}`;
    context!.fillText(measured(degrees, '°', 0), 589.9, 230.6);
    context!.fillStyle = palette.soft;
    context!.font = `800 25.9px ${token('--font-display')}`;
    context!.fillText(compassPointOf(degrees), 589.9, 271.2);
  }

  return {
    step() {
      ticks += 1;
    },
    draw(ahead) {
      const pose = poseAt((ticks + ahead - 1) / 60);
      const { roll, pitch, slope } = tiltOf(pose);
      const degrees = headingOf(pose, 0);
      context.resetTransform();
      context.clearRect(0, 0, canvas.width, canvas.height);
      drawAt(BUBBLE, (area) => drawBubble(context, area, pose));
      drawAt(DEVICE, (area) => drawDevice(context, area, pose));
      drawAt(COMPASS, (area) => drawCompass(context, area, degrees));
      for (const [row, value] of [roll, pitch, slope].entries()) fact(row, value);
      heading(degrees);
    },
  };
};
