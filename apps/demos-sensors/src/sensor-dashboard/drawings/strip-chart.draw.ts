import { WINDOW_MILLISECONDS } from '../sensor-store.ts';
import { ticksOf, type Range } from '../measures/chart-scale.ts';
import type { CanvasArea } from './sensor-canvas.tsx';
import type { ShownChart } from '../measures/chart-csv.ts';
import type { Trace } from '../measures/trace.ts';

/** Space on the left for the numbers, and at the bottom for the seconds. */
const LEFT = 38;
const BOTTOM = 18;
const TOP = 6;
/** A longer silence is drawn as a gap in the line. */
const GAP_MILLISECONDS = 1000;
/** Line height of the marks' labels. Labels of marks that are close together are on separate lines. */
const LINE_HEIGHT = 13;
const WORD_GAP = 4;
/** Lines also differ by their dashes, for color-blind visitors and monochrome printers. */
const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3]];

export interface Strip extends ShownChart {
  readonly range: Range;
}

export function drawStrip(context: CanvasRenderingContext2D, { width, height, palette }: CanvasArea, strip: Strip): void {
  const { trace, columns, range, now, zero, marks } = strip;
  const from = now - WINDOW_MILLISECONDS;
  const plotWidth = width - LEFT;
  const plotHeight = height - BOTTOM - TOP;
  const x = (time: number) => LEFT + ((time - from) / WINDOW_MILLISECONDS) * plotWidth;
  const y = (value: number) => TOP + ((range.high - value) / (range.high - range.low)) * plotHeight;

  context.lineWidth = 1;
  context.setLineDash([]);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const tick of ticksOf(range)) {
    context.strokeStyle = tick === 0 ? palette.soft : palette.line;
    context.beginPath();
    context.moveTo(LEFT, y(tick));
    context.lineTo(width, y(tick));
    context.stroke();
    context.fillStyle = palette.soft;
    context.fillText(String(tick).replace('-', '\u2212'), LEFT - 6, y(tick));
  }
  context.textBaseline = 'alphabetic';
  for (const seconds of [30, 20, 10, 0]) {
    context.textAlign = seconds === 30 ? 'left' : seconds === 0 ? 'right' : 'center';
    context.fillText(seconds === 0 ? 'now' : `\u2212${seconds} s`, x(now - seconds * 1000), height - 4);
  }

  context.save();
  context.beginPath();
  context.rect(LEFT, 0, plotWidth, TOP + plotHeight);
  context.clip();
  context.lineWidth = 1.75;
  context.lineJoin = 'round';
  for (let column = 0; column < columns; column += 1) {
    context.strokeStyle = palette.series[column] ?? palette.ink;
    context.setLineDash([...(DASHES[column] ?? [])]);
    drawLine(context, trace, column, zero?.[column] ?? 0, from, x, y);
  }
  context.setLineDash([1, 3]);
  context.strokeStyle = palette.ink;
  context.fillStyle = palette.ink;
  /** The left and right ends of each line of labels, from the top. */
  const taken: (readonly [left: number, right: number])[][] = [];
  for (const { time, text } of marks) {
    const place = x(time);
    if (time < from) continue;
    context.beginPath();
    context.moveTo(place, TOP);
    context.lineTo(place, TOP + plotHeight);
    context.stroke();
    // On the side that has more room.
    const isLate = place > LEFT + plotWidth / 2;
    context.textAlign = isLate ? 'right' : 'left';
    const start = place + (isLate ? -4 : 4);
    const { width: length } = context.measureText(text);
    const [left, right] = isLate ? [start - length, start] : [start, start + length];
    const free = taken.findIndex((words) => words.every((other) => right < other[0] || left > other[1]));
    const line = free < 0 ? taken.length : free;
    taken[line] = [...(taken[line] ?? []), [left - WORD_GAP, right + WORD_GAP]];
    context.fillText(text, start, TOP + 10 + line * LINE_HEIGHT);
  }
  context.restore();
}

/** Samples in the same pixel column become a vertical line from their minimum to their maximum, so that peaks are never lost. */
function drawLine(
  context: CanvasRenderingContext2D,
  trace: Trace,
  column: number,
  zero: number,
  from: number,
  x: (time: number) => number,
  y: (value: number) => number,
): void {
  let isDown = false;
  let lastTime = -Infinity;
  let pixel = -1;
  let low = 0;
  let high = 0;
  const flush = () => {
    if (pixel < 0) return;
    if (isDown) context.lineTo(pixel, y(low));
    else context.moveTo(pixel, y(low));
    if (high !== low) context.lineTo(pixel, y(high));
    else if (!isDown) context.lineTo(pixel + 0.5, y(low));
    isDown = true;
  };
  context.beginPath();
  for (let index = Math.max(0, trace.indexAt(from) - 1); index < trace.length; index += 1) {
    const value = trace.value(index, column) - zero;
    if (Number.isNaN(value)) continue;
    const time = trace.time(index);
    const place = Math.max(0, Math.round(x(time)));
    const isGap = time - lastTime > GAP_MILLISECONDS;
    if (place !== pixel || isGap) {
      flush();
      if (isGap) isDown = false;
      pixel = place;
      low = value;
      high = value;
    } else {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    lastTime = time;
  }
  flush();
  context.stroke();
}
