import { apply, bubbleOf, type Matrix, type Vector } from '../measures/attitude.ts';
import type { CanvasArea } from './sensor-canvas.tsx';

/** The bubble reaches the rim at this angle in degrees: sensitive enough for hanging a picture. */
export const LEVEL_DEGREES = 45;
/** Half the width, height and depth of a typical phone. */
const HALF: Vector = [0.47, 0.98, 0.06];
/** The camera looks from the south and from above, as one looks at a phone on a table. */
const EYE_RADIANS = (38 * Math.PI) / 180;
const DISTANCE = 4.2;

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits): Vector => [
  HALF[0] * (bits & 1 ? 1 : -1),
  HALF[1] * (bits & 2 ? 1 : -1),
  HALF[2] * (bits & 4 ? 1 : -1),
]);
/** Corners of each face, in order around it, and its outward normal. The fifth is the screen, the sixth the back. */
const SIDES: readonly (readonly [readonly number[], Vector])[] = [
  [
    [0, 2, 6, 4],
    [-1, 0, 0],
  ],
  [
    [1, 5, 7, 3],
    [1, 0, 0],
  ],
  [
    [0, 4, 5, 1],
    [0, -1, 0],
  ],
  [
    [2, 3, 7, 6],
    [0, 1, 0],
  ],
  [
    [4, 6, 7, 5],
    [0, 0, 1],
  ],
  [
    [0, 1, 3, 2],
    [0, 0, -1],
  ],
];
const SCREEN = 4;

interface Seen {
  readonly x: number;
  readonly y: number;
}

/** The device in its current pose; without one, a flat dashed outline. */
export function drawDevice(
  context: CanvasRenderingContext2D,
  { width, height, palette }: CanvasArea,
  pose: Matrix | undefined,
): void {
  const size = Math.min(width, height) * 0.36;
  const turn = ([x, y, z]: Vector): Vector => [
    x,
    y * Math.sin(EYE_RADIANS) + z * Math.cos(EYE_RADIANS),
    -y * Math.cos(EYE_RADIANS) + z * Math.sin(EYE_RADIANS),
  ];
  const toEye = (point: Vector) => turn(pose ? apply(pose, point) : point);
  const see = (point: Vector): Seen => {
    const [x, y, z] = toEye(point);
    const near = DISTANCE / (DISTANCE - z);
    return { x: width / 2 + x * size * near, y: height / 2 - y * size * near };
  };
  const path = (points: readonly Vector[]) => {
    context.beginPath();
    points.forEach((point, index) => {
      const { x, y } = see(point);
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  };
  context.lineJoin = 'round';
  if (!pose) {
    context.setLineDash([4, 4]);
    context.lineWidth = 1.5;
    context.strokeStyle = palette.soft;
    path([4, 6, 7, 5].map((corner) => CORNERS[corner] ?? HALF));
    context.stroke();
    return;
  }
  context.setLineDash([]);
  context.lineWidth = 1.5;
  SIDES.forEach(([corners, outward], side) => {
    const middle = toEye([outward[0] * HALF[0], outward[1] * HALF[1], outward[2] * HALF[2]]);
    const normal = toEye(outward);
    const towardEye = normal[2] * (DISTANCE - middle[2]) - normal[0] * middle[0] - normal[1] * middle[1];
    if (towardEye <= 0) return;
    path(corners.map((corner) => CORNERS[corner] ?? HALF));
    context.fillStyle = side === SCREEN ? palette.bubble : side === 5 ? palette.disc : palette.soft;
    context.globalAlpha = side === SCREEN || side === 5 ? 0.9 : 1;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = palette.ink;
    context.stroke();
    if (side !== SCREEN) return;
    // A bar marks the top of the screen.
    const bar: readonly Vector[] = [
      [-0.14, 0.86, HALF[2]],
      [0.14, 0.86, HALF[2]],
    ];
    path(bar);
    context.lineWidth = 3;
    context.stroke();
    context.lineWidth = 1.5;
  });
}

/** Two discs of light, a fixed and a floating one, which coincide when the device is level. */
export function drawBubble(
  context: CanvasRenderingContext2D,
  { width, height, palette }: CanvasArea,
  pose: Matrix | undefined,
): void {
  const radius = Math.min(width, height) / 2 - 6;
  const disc = radius * 0.26;
  const circle = (x: number, y: number, r: number) => {
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
  };
  context.save();
  context.translate(width / 2, height / 2);
  context.lineWidth = 1.5;
  context.strokeStyle = palette.soft;
  context.setLineDash([]);
  circle(0, 0, radius);
  context.stroke();
  context.strokeStyle = palette.line;
  for (const share of [1 / 3, 2 / 3]) {
    circle(0, 0, radius * share);
    context.stroke();
  }
  for (let tick = 0; tick < 72; tick += 1) {
    const angle = (tick * Math.PI) / 36;
    const inner = radius - (tick % 6 === 0 ? 11 : 5);
    context.strokeStyle = tick % 6 === 0 ? palette.soft : palette.line;
    context.beginPath();
    context.moveTo(Math.cos(angle) * inner, Math.sin(angle) * inner);
    context.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius);
    context.stroke();
  }
  context.strokeStyle = palette.soft;
  context.setLineDash(pose ? [] : [4, 4]);
  circle(0, 0, disc);
  context.stroke();
  if (pose) {
    const bubble = bubbleOf(pose, LEVEL_DEGREES);
    context.globalCompositeOperation = palette.blend;
    context.fillStyle = palette.disc;
    circle(0, 0, disc);
    context.fill();
    context.fillStyle = palette.bubble;
    circle(bubble.x * (radius - disc), bubble.y * (radius - disc), disc);
    context.fill();
  }
  context.restore();
}
