import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useMotionPaused } from '@site/host';
import { plate, saveFile } from '@site/ui';
import { createAutoScale, type Range } from '../measures/chart-scale.ts';
import { SensorCanvas, type Drawing } from '../drawings/sensor-canvas.tsx';
import type { SensorController } from '../sensor-controller.ts';
import { chartCsv, type ShownChart } from '../measures/chart-csv.ts';
import { chartPng } from '../drawings/chart-png.ts';
import type { SignalId } from '../measures/signals.ts';
import { summarize } from '../measures/statistics.ts';
import { drawStrip } from '../drawings/strip-chart.draw.ts';
import { WINDOW_MILLISECONDS } from '../sensor-store.ts';
import type { Trace } from '../measures/trace.ts';
import styles from './strip-chart.module.css';

interface StripChartProps {
  readonly controller: SensorController;
  readonly signal: SignalId;
  readonly title: string;
  readonly unit: string;
  /** Number of columns drawn, starting with the first. */
  readonly columns: number;
  /** The automatic scale never spans less than this, so that a flat line looks flat. */
  readonly minSpan: number;
  /** Subtracted from each column. */
  readonly zero?: readonly number[] | undefined;
  /** The lowest possible value: the scale does not extend below it. */
  readonly floor?: number;
  /** Additional tools for this sensor. */
  readonly children?: ReactNode;
  readonly scales: readonly { readonly name: string; readonly range: Range }[];
}

const AUTO = 'Auto';

/** Minimum and maximum of all drawn columns, zeroed. */
function extent(trace: Trace, columns: number, from: number, zero: readonly number[] | undefined): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (let column = 0; column < columns; column += 1) {
    const summary = summarize(trace, column, from);
    if (!summary) continue;
    min = Math.min(min, summary.min - (zero?.[column] ?? 0));
    max = Math.max(max, summary.max - (zero?.[column] ?? 0));
  }
  return min <= max ? [min, max] : [0, 0];
}

/** The last 30 seconds of a sensor. A paused chart does not change while the sensor continues. */
export function StripChart(props: StripChartProps) {
  const { controller, signal, title, unit, columns, minSpan, zero, floor, scales, children } = props;
  const [held, setHeld] = useState<ShownChart>();
  const [scale, setScale] = useState(AUTO);
  const [auto, setAuto] = useState(() => createAutoScale(minSpan, floor));
  const isStill = useMotionPaused();
  const chosen = scales.find(({ name }) => name === scale)?.range;
  const box = useRef<HTMLDivElement>(null);
  /** The chart as it was last drawn: with motion paused, the drawing does not change although samples still arrive. */
  const drawn = useRef<ShownChart>(undefined);
  const draw = useCallback<Drawing>(
    (context, area) => {
      const { store } = controller;
      const live = store.trace(signal);
      const shown = held ?? {
        // Drawn once, and saved later.
        trace: isStill ? live.copy() : live,
        columns,
        now: controller.now(),
        zero,
        marks: store.recorder.marks,
      };
      const from = shown.now - WINDOW_MILLISECONDS;
      const range = chosen ?? auto.follow(...extent(shown.trace, columns, from, shown.zero), controller.now());
      drawStrip(context, area, { ...shown, range });
      drawn.current = shown;
    },
    [held, controller, signal, chosen, columns, zero, auto, isStill],
  );
  const pause = () => setHeld(held || !drawn.current ? undefined : { ...drawn.current, trace: drawn.current.trace.copy() });
  const clear = () => {
    controller.store.trace(signal).clear();
    // A new scale also repaints the chart.
    setAuto(createAutoScale(minSpan, floor));
    setHeld(undefined);
  };
  const saveCsv = () => {
    if (!drawn.current) return;
    const csv = chartCsv(signal, drawn.current, drawn.current.now - WINDOW_MILLISECONDS);
    saveFile(new File([csv], `${signal}-chart.csv`, { type: 'text/csv;charset=utf-8' }));
  };
  const savePng = async () => {
    const canvas = box.current?.querySelector('canvas');
    const png = canvas && (await chartPng(canvas));
    if (png) saveFile(new File([png], `${signal}-chart.png`, { type: png.type }));
  };
  return (
    <div ref={box} className="stack gap-2">
      <SensorCanvas label={`${title} over the last 30 seconds, in ${unit}`} shape="strip" draw={draw} />
      <div className="screen-only row gap-2 small">
        <label className={`line gap-2 strong ${styles.scale}`}>
          Scale
          <select
            className={plate('pill')}
            value={scale}
            aria-label={`Scale of the ${title} chart`}
            onChange={(event) => setScale(event.target.value)}
          >
            {[AUTO, ...scales.map(({ name }) => name)].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="button" className={plate('pill', styles.tool)} aria-pressed={held !== undefined} onClick={pause}>
          Pause <span className="visually-hidden">the {title} chart</span>
        </button>
        <button type="button" className={plate('pill', styles.tool)} onClick={clear}>
          Clear <span className="visually-hidden">the {title} chart</span>
        </button>
        <button type="button" className={plate('pill', styles.tool)} onClick={saveCsv}>
          Save CSV <span className="visually-hidden">of the {title} chart</span>
        </button>
        <button type="button" className={plate('pill', styles.tool)} onClick={() => void savePng()}>
          Save PNG <span className="visually-hidden">of the {title} chart</span>
        </button>
        {children}
      </div>
    </div>
  );
}
