import type { Kind } from '@site/sim/tennis-ball-gun';
import { KIND_COLORS, LIGHT } from './palette.ts';

type Context = CanvasRenderingContext2D;

/** A climber on a cable, seen from the front; x from the middle, y from the top of its box. */
export function paintGladiator(context: Context, kind: Kind, frame: number): void {
  const { body, shade, light } = KIND_COLORS[kind];
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const limb = (points: readonly (readonly [number, number])[], width: number, color: string) => {
    for (const [stroke, size] of [
      [LIGHT.ink, width + 4],
      [color, width],
    ] as const) {
      context.strokeStyle = stroke;
      context.lineWidth = size;
      context.beginPath();
      for (const [x, y] of points) context.lineTo(x, y);
      context.stroke();
    }
  };
  const swing = frame === 0 ? 1 : -1;
  limb(
    [
      [-6, 42],
      [-10 - swing, 49],
      [-8 + swing * 3, 56],
    ],
    7,
    shade,
  );
  limb(
    [
      [6, 42],
      [10 - swing, 49],
      [8 + swing * 3, 56],
    ],
    7,
    shade,
  );
  limb(
    [
      [-13, 26],
      [-19, 20 + swing],
      [-14, 8 + swing * 3],
    ],
    6,
    body,
  );
  limb(
    [
      [13, 26],
      [19, 33 - swing],
      [15, 41 - swing * 2],
    ],
    6,
    body,
  );
  context.lineWidth = 3;
  context.strokeStyle = LIGHT.ink;
  const trunk = context.createLinearGradient(-16, 0, 16, 0);
  trunk.addColorStop(0, light);
  trunk.addColorStop(0.35, body);
  trunk.addColorStop(1, shade);
  context.fillStyle = trunk;
  context.beginPath();
  context.moveTo(-16, 24);
  context.quadraticCurveTo(0, 18, 16, 24);
  context.lineTo(11, 44);
  context.quadraticCurveTo(0, 48, -11, 44);
  context.closePath();
  context.stroke();
  context.fill();
  paintEmblem(context, kind);
  paintHead(context, kind, trunk);
}

function paintEmblem(context: Context, kind: Kind): void {
  context.fillStyle = LIGHT.white;
  context.beginPath();
  if (kind === 'red')
    shape(context, [
      [0, 26],
      [7, 38],
      [-7, 38],
    ]);
  else if (kind === 'green')
    shape(context, [
      [2, 25],
      [-6, 34],
      [-1, 34],
      [-3, 41],
      [6, 31],
      [1, 31],
    ]);
  else if (kind === 'yellow')
    shape(context, [
      [0, 26],
      [6, 32],
      [0, 39],
      [-6, 32],
    ]);
  else context.arc(0, 32, 5.5, 0, 2 * Math.PI);
  context.fill();
}

const CRESTS: Readonly<Record<Kind, readonly (readonly [number, number])[]>> = {
  red: [
    [-11, 8],
    [-17, -6],
    [-5, 2],
    [5, 2],
    [17, -6],
    [11, 8],
  ],
  blue: [
    [-11, 8],
    [-9, -3],
    [0, -8],
    [9, -3],
    [11, 8],
  ],
  green: [
    [-4, 4],
    [0, -11],
    [4, 4],
  ],
  yellow: [
    [-11, 6],
    [-12, -7],
    [-5, -1],
    [0, -9],
    [5, -1],
    [12, -7],
    [11, 6],
  ],
};

function paintHead(context: Context, kind: Kind, fill: CanvasGradient): void {
  const { shade } = KIND_COLORS[kind];
  context.lineWidth = 3;
  context.beginPath();
  shape(context, CRESTS[kind]);
  context.fillStyle = shade;
  context.stroke();
  context.fill();
  context.beginPath();
  context.arc(0, 11, 11.5, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.stroke();
  context.fill();
  context.fillStyle = LIGHT.ink;
  context.beginPath();
  context.roundRect(-8.5, 8.5, 17, 7, 3.5);
  context.fill();
  context.fillStyle = LIGHT.white;
  context.beginPath();
  context.arc(-4, 12, 1.9, 0, 2 * Math.PI);
  context.arc(4, 12, 1.9, 0, 2 * Math.PI);
  context.fill();
}

function shape(context: Context, points: readonly (readonly [number, number])[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
}
