import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { calendarDate, dollars, inStores, percentTick, type Place, type PriceSeries, type Reading } from '@site/contracts';
import { Button, EmptyState } from '@site/ui';
import { fullName, type PriceKind } from '../prices/price-kind.ts';
import type { PriceViewControl } from '../prices/use-price-view.ts';
import type { RegionHistory } from './get-price-history.ts';
import { historyNotes } from './history-notes.ts';
import { HistoryTable } from './history-table.tsx';
import { dateOf, percentOfFirst, readHistory, type HistoryModel } from './history-model.ts';
import { LineChart } from './line-chart.tsx';
import { TakePicture } from './take-picture.tsx';
import { newestWeeks, rangeOf, reveal, spanOf, zoomIn, zoomOut, type WeekRange, type WeekSpan } from './week-span.ts';
import styles from './history.module.css';

const SPANS = [
  ['3 months', 13],
  ['6 months', 26],
  ['All weeks', null],
] as const;

const LETTERS = ['A', 'B', 'C', 'D'] as const;

const readingText = (reading: Reading | null | undefined): string =>
  reading ? `${dollars(reading.price)}${inStores(reading.stores)}` : 'not advertised';

const meanText = (mean: number | null | undefined): string => (mean == null ? '-' : dollars(mean));

interface NamedLine {
  readonly item: string;
  readonly letter: string;
  readonly name: string;
}

/** An item that cannot be converted to the page's unit shows its own. */
function nameOf(kind: PriceKind, series: PriceSeries): string {
  const newest = series.points.at(-1);
  const name = fullName(kind, series);
  if (!newest || kind.range({ ...series, ...newest })) return name;
  const { unit } = kind.read({ ...series, ...newest });
  return unit ? `${name} (${unit})` : name;
}

function nameLines(kind: PriceKind, history: RegionHistory, items: readonly string[]): NamedLine[] {
  return items.map((item, index) => {
    const series = history.byItem.get(item);
    return { item, letter: LETTERS[index] ?? '', name: series ? nameOf(kind, series) : (item.split('|')[2] ?? item) };
  });
}

/** Describes one week of the chart in a sentence. */
function weekText(model: HistoryModel, lines: readonly NamedLine[], week: number): string {
  const prices = lines.map(({ name }, index) => `${name}: ${readingText(model.lines[index]?.readings[week])}`);
  const mean = model.mean[week];
  return `Week of ${calendarDate(dateOf(model.weeks[week] ?? 0))}. ${prices.join('; ')}${mean ? `; mean ${dollars(mean)}` : ''}`;
}

interface HistoryFigureProps {
  readonly kind: PriceKind;
  readonly history: RegionHistory;
  readonly view: PriceViewControl;
  readonly place: Place;
  /** The weeks shown; null means all of them. */
  readonly range: WeekRange | null;
  readonly onRange: (range: WeekRange | null) => void;
}

export function HistoryFigure({ kind, history, view, place, range, onRange }: HistoryFigureProps) {
  const { items } = view;
  const model = useMemo(() => readHistory(kind, history.byItem, items), [kind, history, items]);
  const drawn = useMemo(() => (view.percent ? percentOfFirst(model) : model), [model, view.percent]);
  const lines = useMemo(() => nameLines(kind, history, items), [kind, history, items]);
  const [pointed, setPointed] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const last = model.weeks.length - 1;
  if (last < 0) {
    return <EmptyState title="No stored weeks yet">The price history for {place} grows with every weekly report.</EmptyState>;
  }
  const span = spanOf(model.weeks, range);
  const { first: from, final: to } = span;
  // The week of the readout is always in view.
  const week = Math.min(Math.max(pointed ?? to, from), to);
  const show = (next: WeekSpan) => onRange(rangeOf(model.weeks, next));
  const moveTo = (next: number) => {
    const target = Math.min(Math.max(next, 0), last);
    setPointed(target);
    show(reveal(span, target, last));
  };
  const zoom = { in: () => show(zoomIn(span, week, last)), out: () => show(zoomOut(span, week, last)) };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => moveTo(week - 1),
    ArrowRight: () => moveTo(week + 1),
    ArrowDown: () => moveTo(week - 1),
    ArrowUp: () => moveTo(week + 1),
    PageDown: () => moveTo(week - 4),
    PageUp: () => moveTo(week + 4),
    Home: () => moveTo(0),
    End: () => moveTo(last),
    '+': zoom.in,
    // The same key without Shift on most keyboards.
    '=': zoom.in,
    '-': zoom.out,
    '0': () => onRange(null),
    Escape: () => setPointed(null),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const meanName = `${place === 'NATIONAL' ? 'National' : place} mean of positive prices, each item counted once`;
  const isShown = (steps: number | null) =>
    steps === null ? from === 0 && to === last : to === last && from > 0 && to - from === steps;
  return (
    <div className="stack" ref={box}>
      <div className="row gap-2-3 screen-only" role="group" aria-label="Weeks shown">
        {SPANS.filter(([, steps]) => steps === null || steps < last).map(([name, steps]) => (
          <Button
            key={name}
            look="choice"
            aria-pressed={isShown(steps)}
            onClick={() => (steps === null ? onRange(null) : show(newestWeeks(steps, last)))}
          >
            {name}
          </Button>
        ))}
        <Button look="quiet" className={styles.span} aria-disabled={to - from <= 1} onClick={zoom.in}>
          Zoom in
        </Button>
        <Button look="quiet" className={styles.span} aria-disabled={isShown(null)} onClick={zoom.out}>
          Zoom out
        </Button>
        <span className="note">Arrow keys change the week, + and - zoom, 0 shows all; drag with a mouse to zoom in.</span>
      </div>
      <div
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label="Week in the chart"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={week}
        aria-valuetext={weekText(model, lines, week)}
        onKeyDown={onKeyDown}
      >
        <LineChart
          model={drawn}
          tick={view.percent ? percentTick : dollars}
          week={week}
          range={rangeOf(model.weeks, span)}
          size="large"
          onPoint={setPointed}
          onRange={(dragged) => show(spanOf(model.weeks, dragged))}
        />
      </div>
      <div>
        <p className={styles.week}>Week of {calendarDate(dateOf(model.weeks[week] ?? 0))}</p>
        <ul className="bare-list">
          {lines.map(({ item, letter, name }, index) => (
            <li key={item} className={styles.entry}>
              <span className={styles.swatch} data-line={index} aria-hidden="true">
                {letter}
              </span>
              <span className={styles.name}>{name}</span>
              <span className={`digits ${styles.reading}`}>{readingText(model.lines[index]?.readings[week])}</span>
              <a
                className={`screen-only touch strong ${styles.whole}`}
                href={`/api/price-history.csv?${new URLSearchParams({ commodity: kind.commodity, region: place, item }).toString()}`}
                download
                aria-label={`CSV of ${name}`}
              >
                CSV
              </a>
              {!(view.chartAlone && items.length === 1) && (
                <Button
                  look="quiet"
                  className="screen-only"
                  aria-label={`Remove ${name} from the chart`}
                  onClick={() => view.change({ items: items.filter((other) => other !== item) })}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
          <li className={styles.entry}>
            <span className={styles.swatch} data-line="mean" aria-hidden="true" />
            <span className={styles.name}>{meanName}</span>
            <span className={`digits ${styles.reading}`}>{meanText(model.mean[week])}</span>
          </li>
        </ul>
      </div>
      <div className="row gap-2-3 screen-only">
        <TakePicture
          box={box}
          words={{
            title: `${kind.reportTitle}, ${place}, US dollars per ${kind.unit}`,
            lines: [
              ...lines.map(({ name }, index) => `${name}: ${readingText(model.lines[index]?.readings[to])}`),
              ...(drawn.mean.length > 0 ? [`${meanName}: ${meanText(model.mean[to])}`] : []),
            ],
            notes: [
              `Weeks of ${calendarDate(dateOf(model.weeks[from] ?? 0))} to ${calendarDate(dateOf(model.weeks[to] ?? 0))}; the figures are for the last one${view.percent ? '; the lines show percent change' : ''}.`,
              ...historyNotes(history),
            ],
            fileName: `${kind.commodity}-prices-${dateOf(model.weeks[to] ?? 0)}`,
          }}
        />
      </div>
      <HistoryTable model={model} names={lines.map(({ name }) => name)} from={from} to={to} />
    </div>
  );
}
