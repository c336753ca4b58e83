import type { CanvasArea } from './sensor-canvas.tsx';

const RADIANS = Math.PI / 180;
const LETTERS = ['N', 'E', 'S', 'W'];

/** A compass card that turns below a fixed needle; without a heading it is empty. */
export function drawCompass(
  context: CanvasRenderingContext2D,
  { width, height, palette }: CanvasArea,
  heading: number | undefined,
): void {
  const radius = Math.min(width, height) / 2 - 6;
  context.save();
  context.translate(width / 2, height / 2);
  context.lineWidth = 1.5;
  context.setLineDash(heading === undefined ? [4, 4] : []);
  context.strokeStyle = palette.soft;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
  if (heading !== undefined) {
    context.rotate(-heading * RADIANS);
    for (let degrees = 0; degrees < 360; degrees += 10) {
      const isMajor = degrees % 30 === 0;
      context.strokeStyle = isMajor ? palette.soft : palette.line;
      context.beginPath();
      context.moveTo(0, -radius + 3);
      context.lineTo(0, -radius + (isMajor ? 13 : 8));
      context.stroke();
      context.rotate(10 * RADIANS);
    }
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    LETTERS.forEach((letter, index) => {
      context.save();
      context.rotate(index * 90 * RADIANS);
      context.fillStyle = index === 0 ? palette.series[0] : palette.ink;
      context.font = context.font.replace('600 11px', '800 16px');
      context.fillText(letter, 0, -radius + 27);
      context.restore();
    });
    context.globalCompositeOperation = palette.blend;
    context.fillStyle = palette.disc;
    context.beginPath();
    context.arc(0, -radius * 0.28, radius * 0.24, 0, 2 * Math.PI);
    context.fill();
    context.globalCompositeOperation = 'source-over';
    context.rotate(heading * RADIANS);
    context.fillStyle = palette.ink;
    context.beginPath();
    context.moveTo(0, -radius * 0.5);
    context.lineTo(radius * 0.09, 0);
    context.lineTo(-radius * 0.09, 0);
    context.closePath();
    context.fill();
  }
  context.restore();
}
