import { calendarDate } from '@site/contracts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { FiguresTable } from './figures-table.tsx';
import { dateOf, type HistoryModel } from './history-model.ts';
import { COLORS, LineChart } from './line-chart.tsx';
import { palette } from './palette.ts';
import type { PictureWords } from './chart-picture.ts';
import { TakePicture } from './take-picture.tsx';
import styles from './history.module.css';

interface LinesFigureProps {
  readonly model: HistoryModel;
  /** One for each line. */
  readonly names: readonly string[];
  /** Formats a number for the page. */
  readonly text: (value: number) => string;
  /** Header of the date column. */
  readonly dates: string;
  readonly picture: Omit<PictureWords, 'lines'>;
}

const LETTERS = 'ABCDEFGH';

/** A chart of any values by date, with a cursor, a readout of the values at the cursor, and a table of all values. */
export function LinesFigure({ model, names, text, dates, picture }: LinesFigureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = model.weeks.length - 1;
  const week = Math.min(pointed ?? last, last);
  const day = (index: number) => calendarDate(dateOf(model.weeks[index] ?? 0));
  const readingAt = (line: number, index: number) => {
    const reading = model.lines[line]?.readings[index];
    return reading ? text(reading.price) : '-';
  };
  const keys: Record<string, number> = {
    ArrowLeft: week - 1,
    ArrowDown: week - 1,
    ArrowRight: week + 1,
    ArrowUp: week + 1,
    Home: 0,
    End: last,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setPointed(Math.min(Math.max(target, 0), last));
  };
  return (
    <div className={`stack ${palette}`} ref={box}>
      <div
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label={`${dates} in the chart`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={week}
        aria-valuetext={`${day(week)}. ${names.map((name, line) => `${name}: ${readingAt(line, week)}`).join('; ')}`}
        onKeyDown={onKeyDown}
      >
        <LineChart model={model} tick={text} letters={LETTERS} week={week} range={null} size="large" onPoint={setPointed} />
      </div>
      <p className={styles.week}>{day(week)}</p>
      <ul className="bare-list">
        {names.map((name, line) => (
          <li key={name} className={styles.entry}>
            <span className={styles.swatch} data-line={line % COLORS} data-marked={line >= COLORS} aria-hidden="true">
              {LETTERS[line]}
            </span>
            <span className={styles.name}>{name}</span>
            <span className={`digits ${styles.reading}`}>{readingAt(line, week)}</span>
          </li>
        ))}
      </ul>
      <div className="row gap-2-3 screen-only">
        <TakePicture
          box={box}
          words={{ ...picture, lines: names.map((name, line) => `${LETTERS[line] ?? ''} ${name}: ${readingAt(line, last)}`) }}
        />
      </div>
      <FiguresTable
        dates={dates}
        names={names}
        rows={model.weeks.map((at, index) => ({ at, cells: names.map((_, line) => readingAt(line, index)) }))}
      />
    </div>
  );
}
