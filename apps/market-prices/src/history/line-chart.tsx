import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import type { HistoryModel } from './history-model.ts';
import type { WeekRange } from './week-span.ts';
import styles from './history.module.css';

interface LineChartProps {
  readonly model: HistoryModel;
  /** Index of the week that the cursor stands on. */
  readonly week: number;
  /** Null shows every week. */
  readonly range: WeekRange | null;
  readonly onPoint: (week: number | null) => void;
  /** Where a drag began and ended, between weeks as well. */
  readonly onRange: (range: WeekRange) => void;
}

/** Told apart without color as well. */
const DASHES = [undefined, [10, 5], [3, 4], [12, 4, 3, 4]];
const HEIGHT_PX = 320;

function dataOf(model: HistoryModel): uPlot.AlignedData {
  const [only] = model.lines;
  const lines = model.lines.map(({ readings }) => readings.map((reading) => reading?.price ?? null));
  // One line alone shows its range as well.
  const edges =
    model.lines.length === 1 && only
      ? [only.readings.map((reading) => reading?.high ?? null), only.readings.map((reading) => reading?.low ?? null)]
      : [];
  return [[...model.weeks], [...model.mean], ...lines, ...edges];
}

function seriesOf(model: HistoryModel, color: (name: string) => string): uPlot.Series[] {
  const lines = model.lines.map((_, index): uPlot.Series => ({
    stroke: color(`--line-${index}`),
    width: 2.5,
    ...(DASHES[index] ? { dash: DASHES[index] } : {}),
    points: { show: true, size: 6, fill: color(`--line-${index}`) },
  }));
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
  const mean: uPlot.Series = { stroke: color('--ink-soft'), width: 1.5, dash: [2, 4], points: { show: false } };
  return [{}, mean, ...lines, ...(lines.length === 1 ? [edge, edge] : [])];
}

const axisText = (size: number) => `${size}px "Hanken Grotesk Variable", sans-serif`;

function showWeek(plot: uPlot, weeks: readonly number[], week: number): void {
  const at = weeks[week];
  if (at !== undefined) plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 }, false);
}

function showRange(plot: uPlot, weeks: readonly number[], range: WeekRange | null): void {
  const from = range?.from ?? weeks[0];
  const to = range?.to ?? weeks.at(-1);
  if (from === undefined || to === undefined) return;
  // A single week still needs a width.
  const margin = from === to ? 86_400 : 0;
  plot.setScale('x', { min: from - margin, max: to + margin });
}

/** The one place that knows the chart library: lines over weeks, a cursor, and a range. */
export function LineChart({ model, week, range, onPoint, onRange }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const pointAt = useEffectEvent((next: number | null) => {
    if (next !== null && next !== week) onPoint(next);
  });
  const zoomTo = useEffectEvent(onRange);
  const restore = useEffectEvent((plot: uPlot) => {
    showRange(plot, model.weeks, range);
    showWeek(plot, model.weeks, week);
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const draw = () => {
      chart.current?.destroy();
      const style = getComputedStyle(element);
      const color = (name: string) => style.getPropertyValue(name).trim();
      const axis: uPlot.Axis = {
        stroke: color('--ink-soft'),
        font: axisText(13),
        grid: { stroke: color('--hairline'), width: 1 },
        ticks: { stroke: color('--hairline'), width: 1 },
      };
      const plot = new uPlot(
        {
          width: Math.max(element.clientWidth, 200),
          height: HEIGHT_PX,
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
          legend: { show: false },
          cursor: { y: false, drag: { x: true, y: false, setScale: false }, points: { size: 10 } },
          series: seriesOf(model, color),
          ...(model.lines.length === 1 ? { bands: [{ series: [3, 4], fill: color('--band') }] } : {}),
          axes: [
            { ...axis, space: 70 },
            { ...axis, size: 64, values: (_, prices) => prices.map((price) => `$${price.toFixed(2)}`) },
          ],
          hooks: {
            setCursor: [(self) => pointAt(self.cursor.event ? (self.cursor.idx ?? null) : null)],
            setSelect: [
              (self) => {
                if (self.select.width < 8) return;
                zoomTo({
                  from: self.posToVal(self.select.left, 'x'),
                  to: self.posToVal(self.select.left + self.select.width, 'x'),
                });
                self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              },
            ],
          },
        },
        dataOf(model),
        element,
      );
      chart.current = plot;
      restore(plot);
    };
    draw();
    const observer = new ResizeObserver(() => {
      chart.current?.setSize({ width: Math.max(element.clientWidth, 200), height: HEIGHT_PX });
    });
    observer.observe(element);
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', draw);
      chart.current?.destroy();
      chart.current = null;
    };
  }, [model]);

  useEffect(() => {
    if (!chart.current) return;
    showRange(chart.current, model.weeks, range);
    showWeek(chart.current, model.weeks, week);
  }, [model, week, range]);

  return <div ref={box} className={styles.canvas} />;
}
