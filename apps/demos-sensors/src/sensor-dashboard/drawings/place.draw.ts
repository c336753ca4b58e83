import type { CanvasArea } from './sensor-canvas.tsx';

const RADIANS = Math.PI / 180;
/** Rings of 1 m to 10 km, each ten times the one inside; the accuracy of phones spans this range. */
const RINGS = ['1 m', '10 m', '100 m', '1 km', '10 km'];

/** The disc shows where the device may be. Without a map, because a map server would learn the position. */
export function drawPlace(
  context: CanvasRenderingContext2D,
  { width, height, palette }: CanvasArea,
  accuracy: number | undefined,
  heading: number | undefined,
): void {
  const radius = Math.min(width, height) / 2 - 8;
  const ring = (index: number) => (radius * (index + 1)) / RINGS.length;
  context.save();
  context.translate(width / 2, height / 2);
  context.lineWidth = 1;
  context.setLineDash([]);
  if (accuracy !== undefined) {
    const decades = Math.min(RINGS.length - 1, Math.max(-0.5, Math.log10(Math.max(accuracy, 0.1))));
    context.globalAlpha = 0.55;
    context.fillStyle = palette.disc;
    context.beginPath();
    context.arc(0, 0, ring(decades), 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
  }
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  RINGS.forEach((name, index) => {
    context.strokeStyle = index === RINGS.length - 1 ? palette.soft : palette.line;
    context.beginPath();
    context.arc(0, 0, ring(index), 0, 2 * Math.PI);
    context.stroke();
    context.fillStyle = palette.ink;
    context.fillText(name, 0, ring(index) - 9);
  });
  if (heading !== undefined) {
    context.rotate(heading * RADIANS);
    context.fillStyle = palette.ink;
    context.beginPath();
    context.moveTo(0, -radius + 2);
    context.lineTo(7, -radius + 18);
    context.lineTo(-7, -radius + 18);
    context.closePath();
    context.fill();
  }
  context.restore();
}
