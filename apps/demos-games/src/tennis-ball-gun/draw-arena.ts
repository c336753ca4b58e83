import { createRandom } from '@site/sim';
import { PIVOT_HEIGHT } from '@site/sim/tennis-ball-gun';
import type { Size } from './field-view.ts';
import { HALL, LIGHT } from './palette.ts';

type Context = CanvasRenderingContext2D;

/** The hall behind the game, drawn once per size: roof, lamps, spectators, court. */
export function drawArena(context: Context, { width, height }: Size): void {
  const floor = height - PIVOT_HEIGHT - 34;
  const wall = context.createLinearGradient(0, 0, 0, height);
  wall.addColorStop(0, HALL.roof);
  wall.addColorStop(0.55, HALL.back);
  wall.addColorStop(1, HALL.floorGlow);
  context.fillStyle = wall;
  context.fillRect(0, 0, width, height);
  drawRings(context, width, floor);
  drawSpectators(context, width, floor);
  drawLamps(context, width, height);
  drawCourt(context, width, height, floor);
}

function drawRings(context: Context, width: number, floor: number): void {
  context.lineWidth = 2;
  for (let ring = 1; ring <= 5; ring += 1) {
    context.strokeStyle = `rgb(255 255 255 / ${0.075 - ring * 0.01})`;
    context.beginPath();
    context.arc(width / 2, floor, (ring * Math.max(width, floor)) / 7, Math.PI, 2 * Math.PI);
    context.stroke();
  }
}

/** Heads along the back wall, each one disc, the nearer rows larger. */
function drawSpectators(context: Context, width: number, floor: number): void {
  const random = createRandom(1989);
  for (let row = 0; row < 4; row += 1) {
    const y = floor - 74 + row * 20;
    const radius = 6.5 + row * 1.6;
    context.fillStyle = ['#20155c', '#251867', '#1c1250', '#150d40'][row] ?? '#150d40';
    context.beginPath();
    for (let x = (row % 2) * radius; x < width + radius; x += radius * (2.1 + random() * 0.5)) {
      const up = y + random() * 7;
      context.moveTo(x + radius, up);
      context.arc(x, up, radius, 0, 2 * Math.PI);
      context.rect(x - radius * 1.3, up + radius * 0.9, radius * 2.6, 30);
    }
    context.fill();
  }
}

function drawLamps(context: Context, width: number, height: number): void {
  const lamps = [LIGHT.orange, LIGHT.sky, LIGHT.rose, LIGHT.green];
  context.globalCompositeOperation = 'screen';
  for (const [index, color] of lamps.entries()) {
    const x = (width * (index + 0.5)) / lamps.length;
    const aim = x + (index % 2 === 0 ? 1 : -1) * width * 0.05;
    const beam = context.createLinearGradient(x, 0, aim, height);
    beam.addColorStop(0, `${color}52`);
    beam.addColorStop(0.9, `${color}00`);
    context.fillStyle = beam;
    context.beginPath();
    context.moveTo(x - 10, 0);
    context.lineTo(x + 10, 0);
    context.lineTo(aim + width * 0.1, height);
    context.lineTo(aim - width * 0.1, height);
    context.fill();
    const pool = context.createRadialGradient(x, 0, 0, x, 0, 110);
    pool.addColorStop(0, `${color}aa`);
    pool.addColorStop(1, `${color}00`);
    context.fillStyle = pool;
    context.fillRect(x - 110, 0, 220, 110);
  }
  context.globalCompositeOperation = 'source-over';
}

function drawCourt(context: Context, width: number, height: number, floor: number): void {
  const court = context.createLinearGradient(0, floor, 0, height);
  court.addColorStop(0, HALL.courtDark);
  court.addColorStop(1, HALL.court);
  context.fillStyle = court;
  context.fillRect(0, floor, width, height - floor);
  context.strokeStyle = HALL.line;
  context.globalAlpha = 0.85;
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(0, floor + 1.5);
  context.lineTo(width, floor + 1.5);
  for (let line = -4; line <= 4; line += 1) {
    context.moveTo(width / 2 + line * width * 0.14, floor);
    context.lineTo(width / 2 + line * width * 0.2, height);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.fillStyle = HALL.line;
  context.fillRect(0, height - 5, width, 5);
}
