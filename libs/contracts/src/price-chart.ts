/** Scales and SVG path data for price charts, on the page and on the server. */

/** Midnight UTC of a calendar date, seconds since 1970. */
export const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1_000;

/** A chart's drawing area inside its axes, px. */
export interface ChartArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How the lines of a chart differ besides their colors. */
export const LINE_DASHES = ['none', '10 6', '2 5', '12 5 2 5'] as const;

/** Prices from the lowest to the highest tick: dollars, or percent change. */
export interface PriceScale {
  readonly ticks: readonly number[];
  /** The decimals that distinguish the ticks: 1 for a step of 0.5. */
  readonly decimals: number;
  readonly y: (price: number) => number;
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface WeekScale {
  readonly ticks: readonly Tick[];
  readonly x: (seconds: number) => number;
  /** Inverse of `x`, clamped to the weeks shown. */
  readonly secondsAt: (x: number) => number;
}

const PX_PER_PRICE_TICK = 55;
/** Dollars, or percent. */
const MIN_SPAN = 0.2;
const PX_PER_MONTH = 58;
const DAY_SECONDS = 86_400;
const MARK_PX = 7;
/** With fewer months than this the axis is labeled with days. */
const MIN_MONTHS = 3;
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The smallest number, at least `min`, that is 1, 2 or 5 times a power of ten. */
function niceStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min));
  return ([1, 2, 5].find((factor) => factor * power >= min * 0.999) ?? 10) * power;
}

export function priceScale(prices: readonly number[], { top, bottom }: ChartArea): PriceScale {
  const [lowest, highest] = prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : [0, 1];
  // Equal prices still need a range, with the line in its middle.
  const padding = Math.max(MIN_SPAN - (highest - lowest), 0) / 2;
  // No price is negative; a change is, and an unchanged price, 0%, is drawn in the middle.
  const min = lowest >= 0 && highest > 0 ? 0 : Number.NEGATIVE_INFINITY;
  const [low, high] = [Math.max(lowest - padding, min), highest + padding];
  const count = Math.max(Math.floor((bottom - top) / PX_PER_PRICE_TICK), 2);
  const step = niceStep((high - low) / count);
  const first = Math.floor((low + 1e-9) / step);
  const last = Math.max(Math.ceil((high - 1e-9) / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  const [from, to] = [first * step, last * step];
  const decimals = Math.max(-Math.floor(Math.log10(step)), 0);
  return { ticks, decimals, y: (price) => bottom - ((price - from) / (to - from)) * (bottom - top) };
}

/** A change as the axis of a chart names it: `+2.5%`, `−3%`. */
export function percentTick(percent: number, decimals = 0): string {
  const size = Math.abs(percent).toFixed(decimals);
  if (Number(size) === 0) return '0%';
  return `${percent > 0 ? '+' : '−'}${size}%`;
}

/** First days of the months between two times; January's label is the year. */
function monthsBetween(from: number, to: number): Tick[] {
  const start = new Date(from * 1_000);
  const months: Tick[] = [];
  for (let month = start.getUTCMonth(); ; month += 1) {
    const day = new Date(Date.UTC(start.getUTCFullYear(), month, 1));
    const at = secondsOf(day.toISOString().slice(0, 10));
    if (at > to) return months;
    if (at >= from) months.push({ at, label: day.getUTCMonth() === 0 ? String(day.getUTCFullYear()) : MONTH.format(day) });
  }
}

/** Dates at least `PX_PER_MONTH` apart, counted back from the last one. */
function labeledDates(dates: readonly number[], x: WeekScale['x']): Tick[] {
  const ticks: Tick[] = [];
  let next = Number.POSITIVE_INFINITY;
  for (const at of dates.toReversed()) {
    if (next - x(at) < PX_PER_MONTH) continue;
    next = x(at);
    ticks.unshift({ at, label: DAY.format(new Date(at * 1_000)) });
  }
  return ticks;
}

/** @param dates of the prices, in order: over a short time, the axis is labeled with them instead of months */
export function weekScale(from: number, to: number, { left, right }: ChartArea, dates: readonly number[]): WeekScale {
  // A single week still needs a width.
  const margin = from === to ? DAY_SECONDS : 0;
  const [first, last] = [from - margin, to + margin];
  const x = (seconds: number) => left + ((seconds - first) / (last - first)) * (right - left);
  const months = monthsBetween(first, last);
  const maxTicks = Math.max(Math.floor((right - left) / PX_PER_MONTH), 1);
  const every = Math.max(Math.ceil(months.length / maxTicks), 1);
  return {
    ticks:
      months.length < MIN_MONTHS
        ? labeledDates(
            dates.filter((at) => at >= from && at <= to),
            x,
          )
        : months.filter((_, index) => (months.length - 1 - index) % every === 0),
    x,
    secondsAt: (at) => first + Math.min(Math.max((at - left) / (right - left), 0), 1) * (last - first),
  };
}

export interface LinePoint {
  readonly at: number;
  readonly price: number | null;
}

const point = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The path of one line; it breaks at weeks without a price. */
export function linePath(points: readonly LinePoint[], x: WeekScale['x'], y: PriceScale['y']): string {
  let isDown = false;
  const parts: string[] = [];
  for (const { at, price } of points) {
    // A single week between gaps is drawn as a dot.
    if (price !== null) parts.push(isDown ? `L${point(x(at), y(price))}` : `M${point(x(at), y(price))}h0`);
    isDown = price !== null;
  }
  return parts.join('');
}

/** Square markers at least `apart` px from one another: they distinguish lines of the same color. */
export function marksPath(points: readonly LinePoint[], x: WeekScale['x'], y: PriceScale['y'], apart: number): string {
  let last = Number.NEGATIVE_INFINITY;
  const parts: string[] = [];
  for (const { at, price } of points) {
    if (price === null || x(at) - last < apart) continue;
    last = x(at);
    parts.push(`M${point(last - MARK_PX / 2, y(price) - MARK_PX / 2)}h${MARK_PX}v${MARK_PX}h-${MARK_PX}Z`);
  }
  return parts.join('');
}

export interface BandPoint {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** The area between lowest and highest price, one closed shape for each run of weeks; null means no price that week. */
export function bandPath(points: readonly (BandPoint | null)[], x: WeekScale['x'], y: PriceScale['y']): string {
  const shapes: string[] = [];
  let run: BandPoint[] = [];
  for (const next of [...points, null]) {
    if (next) {
      run.push(next);
      continue;
    }
    if (run.length > 1) {
      const upper = run.map(({ at, high }) => point(x(at), y(high)));
      const lower = run.toReversed().map(({ at, low }) => point(x(at), y(low)));
      shapes.push(`M${[...upper, ...lower].join('L')}Z`);
    }
    run = [];
  }
  return shapes.join('');
}
