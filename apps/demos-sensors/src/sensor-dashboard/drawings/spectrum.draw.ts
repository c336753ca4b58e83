import type { CanvasArea } from './sensor-canvas.tsx';

const BOTTOM = 18;
/** Speed at which a peak mark falls, relative to the height, per frame. */
const PEAK_DECAY = 0.006;

/** Bars from low to high frequency, with peak-hold marks. `peaks` is changed in place. */
export function drawSpectrum(
  context: CanvasRenderingContext2D,
  { width, height, palette }: CanvasArea,
  bins: Uint8Array | undefined,
  peaks: Float32Array,
  highest: number | undefined,
): void {
  const plot = height - BOTTOM;
  const bar = width / peaks.length;
  context.setLineDash([]);
  context.lineWidth = 1;
  context.strokeStyle = palette.line;
  context.beginPath();
  context.moveTo(0, plot + 0.5);
  context.lineTo(width, plot + 0.5);
  context.stroke();
  if (!bins || highest === undefined) {
    peaks.fill(0);
    return;
  }
  for (let index = 0; index < peaks.length; index += 1) {
    const share = (bins[index] ?? 0) / 255;
    const peak = Math.max(share, (peaks[index] ?? 0) - PEAK_DECAY);
    peaks[index] = peak;
    context.fillStyle = palette.series[0];
    context.fillRect(index * bar, plot - share * plot, Math.max(1, bar - 1), share * plot);
    context.fillStyle = palette.soft;
    if (peak > 0.005) context.fillRect(index * bar, plot - peak * plot, Math.max(1, bar - 1), 1.5);
  }
  context.fillStyle = palette.soft;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.fillText('0', 0, height - 4);
  context.textAlign = 'center';
  context.fillText(`${(highest / 2000).toFixed(0)} kHz`, width / 2, height - 4);
  context.textAlign = 'right';
  context.fillText(`${(highest / 1000).toFixed(0)} kHz`, width, height - 4);
}
