import type { Obstacle } from '@site/sim/tennis-ball-gun';
import { LIGHT } from './palette.ts';

const STRIPES: Readonly<Record<Obstacle['type'], readonly [string, string]>> = {
  wall: ['#ff8a1f', '#ffb45e'],
  barrier: ['#f4f7ff', '#ff5f8f'],
  pillar: ['#35b6ff', '#f4f7ff'],
};

/** A striped foam block with a crack for each quarter of its health lost, rounded up; its rubble when no health is left. */
export function drawObstacle(
  context: CanvasRenderingContext2D,
  { x, y, width, height, health, maxHealth, type }: Obstacle,
): void {
  if (health <= 0) {
    context.fillStyle = 'rgb(244 247 255 / 0.16)';
    for (let part = 0; part < 4; part += 1)
      context.fillRect(x + (part * width) / 4, y + height - 4 - (part % 2) * 3, width / 6, 4);
    return;
  }
  const [first, second] = STRIPES[type];
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(9, width / 2, height / 2));
  context.lineWidth = 4;
  context.strokeStyle = LIGHT.ink;
  context.stroke();
  context.clip();
  context.fillStyle = first;
  context.fillRect(x, y, width, height);
  context.fillStyle = second;
  context.beginPath();
  for (let along = -height; along < width + height; along += 28) {
    context.moveTo(x + along, y);
    context.lineTo(x + along + 14, y);
    context.lineTo(x + along + 14 - height, y + height);
    context.lineTo(x + along - height, y + height);
  }
  context.fill();
  context.fillStyle = 'rgb(10 8 32 / 0.22)';
  context.fillRect(x, y + height * 0.7, width, height * 0.3);
  const cracks = Math.ceil((1 - health / maxHealth) * 4);
  context.strokeStyle = LIGHT.ink;
  context.lineWidth = 2;
  context.beginPath();
  for (let crack = 0; crack < cracks; crack += 1) {
    const at = x + ((crack * 2 + 1) / 8) * width;
    context.moveTo(at, y);
    context.lineTo(at + 6, y + height * 0.45);
    context.lineTo(at - 3, y + height * 0.6);
    context.lineTo(at + 4, y + height);
  }
  context.stroke();
  context.restore();
}
