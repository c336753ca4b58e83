import { useLayoutEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { bandPath, LINE_DASHES, linePath, marksPath, priceScale, weekScale, type ChartArea } from '@site/contracts';
import type { HistoryModel } from './history-model.ts';
import { spanOf, type WeekRange } from './week-span.ts';
import styles from './line-chart.module.css';

interface LineChartProps {
  readonly model: HistoryModel;
  /** Index of the week under the cursor. */
  readonly week: number;
  /** Null means every week. */
  readonly range: WeekRange | null;
  /** Formats a number for the axis; `decimals` distinguish it from its neighbors. */
  readonly tick: (price: number, decimals: number) => string;
  /** One for each line, at its end. */
  readonly letters?: string;
  readonly size: 'small' | 'large';
  readonly onPoint: (week: number | null) => void;
  /** Called with the start and end of a drag, which may lie between weeks. Without it, dragging does nothing. */
  readonly onRange?: (range: WeekRange) => void;
}

const HEIGHT_PX = { small: 210, large: 320 };
/** Keeps the last label of the axis inside the picture. */
const HALF_LABEL_PX = 22;
/** From the middle of a line's last dot to its letter, and from there to the edge of the picture. */
const LETTER_PX = { before: 9, after: 11 };
/** Used until the box has been measured. */
const INITIAL_WIDTH_PX = 640;
const MIN_DRAG_PX = 8;
const PX_PER_MARK = 36;

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(INITIAL_WIDTH_PX);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.max(element.clientWidth, 200));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

/** The paths of the weeks shown; a single line includes its range. */
function drawingOf(model: HistoryModel, range: WeekRange | null, area: ChartArea) {
  const { first, final } = spanOf(model.weeks, range);
  const weeks = model.weeks.slice(first, final + 1);
  const lines = model.lines.map(({ readings }) => readings.slice(first, final + 1));
  const mean = model.mean.slice(first, final + 1);
  const [only] = lines;
  const band = lines.length === 1 && only ? only : [];
  const prices = lines.flatMap((readings) => readings.flatMap((reading) => (reading ? [reading.price] : [])));
  const edges = band.flatMap((reading) => (reading ? [reading.low, reading.high] : []));
  const means = mean.filter((price) => price !== null);
  const price = priceScale([...prices, ...edges, ...means], area);
  const scale = weekScale(range?.from ?? weeks[0] ?? 0, range?.to ?? weeks.at(-1) ?? 0, area, weeks);
  const at = (index: number) => weeks[index] ?? 0;
  return {
    price,
    scale,
    band: bandPath(
      band.map((reading, index) => reading && { at: at(index), low: reading.low, high: reading.high }),
      scale.x,
      price.y,
    ),
    mean: linePath(
      mean.map((value, index) => ({ at: at(index), price: value })),
      scale.x,
      price.y,
    ),
    lines: lines.map((readings, line) => {
      const points = readings.map((reading, index) => ({ at: at(index), price: reading?.price ?? null }));
      return {
        path: linePath(points, scale.x, price.y),
        marks: line < COLORS ? null : marksPath(points, scale.x, price.y, PX_PER_MARK),
      };
    }),
  };
}

/** The number of colors; later lines reuse the colors and dashes of earlier ones, with square markers. */
export const COLORS = LINE_DASHES.length;

const nearest = (weeks: readonly number[], seconds: number): number =>
  weeks.reduce((best, week, index) => (Math.abs(week - seconds) < Math.abs((weeks[best] ?? 0) - seconds) ? index : best), 0);

/** Lines over weeks, a cursor, and a range selected by dragging. Text next to it describes what it shows. */
export function LineChart({ model, week, range, tick: write, letters, size, onPoint, onRange }: LineChartProps) {
  const [box, width] = useWidth();
  const height = HEIGHT_PX[size];
  const margin = letters ? LETTER_PX.before + LETTER_PX.after : 12;
  const area = useMemo(() => ({ left: 52, right: width - margin, top: 10, bottom: height - 26 }), [width, margin, height]);
  const { price, scale, band, mean, lines } = useMemo(() => drawingOf(model, range, area), [model, range, area]);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const xOf = ({ currentTarget, clientX }: PointerEvent) => clientX - currentTarget.getBoundingClientRect().left;
  const pointAt = (event: PointerEvent) => onPoint(nearest(model.weeks, scale.secondsAt(xOf(event))));
  const cursor = scale.x(model.weeks[week] ?? 0);
  const endDrag = (event: PointerEvent) => {
    setDrag(null);
    // Not `drag.to`: the last movement may not have been rendered yet.
    const to = xOf(event);
    if (!drag || !onRange || Math.abs(to - drag.from) < MIN_DRAG_PX) return;
    const [left, right] = [Math.min(drag.from, to), Math.max(drag.from, to)];
    onRange({ from: scale.secondsAt(left), to: scale.secondsAt(right) });
  };
  return (
    <div ref={box} className={styles.box} style={{ height }}>
      <svg
        data-chart
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerDown={(event) => {
          // A tap without a movement sends no pointermove.
          pointAt(event);
          // A press that opens a context menu may never get a pointerup: the right button, and Ctrl-click on a Mac.
          if (!onRange || event.pointerType === 'touch' || event.button !== 0 || event.ctrlKey) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: xOf(event), to: xOf(event) });
        }}
        onPointerMove={(event) => {
          pointAt(event);
          if (drag) setDrag({ ...drag, to: xOf(event) });
        }}
        onPointerUp={endDrag}
        onLostPointerCapture={() => setDrag(null)}
      >
        {price.ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={area.left} x2={area.right} y1={price.y(tick)} y2={price.y(tick)} />
            <text className={styles.tick} x={area.left - 6} y={price.y(tick) + 4} textAnchor="end">
              {write(tick, price.decimals)}
            </text>
          </g>
        ))}
        {scale.ticks.map(({ at, label }) => (
          <text
            key={at}
            className={styles.tick}
            x={Math.min(scale.x(at), width - HALF_LABEL_PX)}
            y={height - 6}
            textAnchor="middle"
          >
            {label}
          </text>
        ))}
        <path className={styles.band} d={band} />
        <path className={styles.mean} data-mean d={mean} />
        {lines.map(({ path, marks }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no names, only positions
          <g key={index}>
            <path
              className={styles.line}
              data-line={index % COLORS}
              data-series={index}
              strokeDasharray={LINE_DASHES[index % COLORS]}
              d={path}
            />
            {marks && <path className={styles.dot} data-line={index % COLORS} d={marks} />}
          </g>
        ))}
        <line className={styles.cursor} data-cursor x1={cursor} x2={cursor} y1={area.top} y2={area.bottom} />
        {model.lines.map(({ item, readings }, index) => {
          const reading = readings[week];
          return (
            reading && (
              <circle
                key={item}
                className={styles.dot}
                data-cursor
                data-line={index % COLORS}
                cx={cursor}
                cy={price.y(reading.price)}
                r="5"
              />
            )
          );
        })}
        {letters &&
          model.lines.map(({ item, readings }, index) => {
            const end = readings.findLastIndex((reading) => reading !== null);
            return (
              <text
                key={item}
                className={styles.tick}
                x={scale.x(model.weeks[end] ?? 0) + LETTER_PX.before}
                y={price.y(readings[end]?.price ?? 0) + 4}
              >
                {letters[index]}
              </text>
            );
          })}
        {drag && (
          <rect
            className={styles.drag}
            x={Math.min(drag.from, drag.to)}
            width={Math.abs(drag.to - drag.from)}
            y={area.top}
            height={area.bottom - area.top}
          />
        )}
      </svg>
    </div>
  );
}
