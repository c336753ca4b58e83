import {
  bandPath,
  calendarDate,
  comparedUnit,
  dollars,
  inStores,
  itemName,
  LINE_DASHES,
  linePath,
  ownUnit,
  percentTick,
  priceScale,
  secondsOf,
  weekScale,
  type ChartArea,
  type Commodity,
  type PriceSeries,
} from '@site/contracts';
import { writeText, wrapText, type TextOptions } from './picture-text.ts';
import { TITLES } from './price-feed.ts';

/** The size that sites expect for link previews. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

export interface PictureContent {
  readonly commodity: Commodity;
  readonly region: string;
  /** At least one, at most four. */
  readonly series: readonly PriceSeries[];
  readonly isPercent: boolean;
  readonly attribution: string;
  readonly licence: string;
}

/** The page's light scheme: a picture has only one. */
const INK = { strong: '#14151a', soft: '#4c505c', hairline: '#dcdcdf', ground: '#ffffff', band: '#ff8a1f' } as const;
const COLORS = ['#c24700', '#005fa8', '#b3155a', '#14692f'] as const;
const MARGIN = 48;
const INNER = PICTURE_SIZE.width - 2 * MARGIN;
/** The chart is drawn as on the page, and enlarged. */
const SCALE = 1.8;
const TICK_SIZE = 12;
const HALF_LABEL = 22;
/** Weeks farther apart than this have a week without a price between them. */
const GAP_SECONDS = 10 * 86_400;

interface Reading {
  readonly at: number;
  readonly price: number;
  readonly low: number;
  readonly high: number;
}

/** Prices in the unit in which items are compared, or as change since the first one. */
function readingsOf({ commodity, isPercent }: PictureContent, series: PriceSeries): Reading[] {
  const factor = comparedUnit(commodity, series)?.factor ?? 1;
  const first = series.points.find(({ price_avg: price }) => price !== null && price > 0)?.price_avg ?? null;
  const value = (price: number) => (isPercent ? (first === null ? 0 : 100 * (price / first - 1)) : price * factor);
  return series.points.flatMap(({ date, price_avg: price, price_min: low, price_max: high }) =>
    price === null ? [] : [{ at: secondsOf(date), price: value(price), low: value(low ?? price), high: value(high ?? price) }],
  );
}

/** Inserts null between two readings that have weeks without a price between them. */
const withGaps = (readings: readonly Reading[]): (Reading | null)[] =>
  readings.flatMap((reading, index) => {
    const before = readings[index - 1];
    return before && reading.at - before.at > GAP_SECONDS ? [null, reading] : [reading];
  });

function chart(content: PictureContent, top: number, bottom: number): string {
  const [width, height] = [INNER / SCALE, (bottom - top) / SCALE];
  const area: ChartArea = { left: 52, right: width - 4, top: 10, bottom: height - 24 };
  const lines = content.series.map((series) => readingsOf(content, series));
  const all = lines.flat();
  const band = lines.length === 1 ? all : [];
  const price = priceScale([...all.map((reading) => reading.price), ...band.flatMap(({ low, high }) => [low, high])], area);
  const dates = [...new Set(all.map(({ at }) => at))].toSorted((a, b) => a - b);
  const weeks = weekScale(dates[0] ?? 0, dates.at(-1) ?? 0, area, dates);
  const tick: Omit<TextOptions, 'x' | 'y'> = { size: TICK_SIZE, fill: INK.soft };
  const write = content.isPercent ? percentTick : dollars;
  return [
    `<g transform="translate(${MARGIN} ${top}) scale(${SCALE})" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    ...price.ticks.map(
      (value) =>
        `<path d="M${area.left} ${price.y(value)}H${area.right}" stroke="${INK.hairline}"/>` +
        writeText(write(value, price.decimals), { ...tick, x: area.left - 6, y: price.y(value) + 4, anchor: 'end' }),
    ),
    ...weeks.ticks.map(({ at, label }) =>
      writeText(label, { ...tick, x: Math.min(weeks.x(at), width - HALF_LABEL), y: height - 6, anchor: 'middle' }),
    ),
    `<path d="${bandPath(withGaps(band), weeks.x, price.y)}" fill="${INK.band}" opacity="0.22"/>`,
    ...lines.map((readings, index) => {
      const points = withGaps(readings).map((reading) => reading ?? { at: 0, price: null });
      return `<path d="${linePath(points, weeks.x, price.y)}" ${strokeOf(index)} stroke-width="2.5"/>`;
    }),
    '</g>',
  ].join('');
}

function strokeOf(index: number): string {
  const line = index % COLORS.length;
  return `stroke="${COLORS[line]}" stroke-dasharray="${LINE_DASHES[line]}"`;
}

interface Newest {
  readonly figure: string;
  readonly unit: string;
  readonly date: string;
  readonly stores: number | null;
}

function newestOf(commodity: Commodity, series: PriceSeries): Newest | null {
  const point = series.points.findLast(({ price_avg: price }) => price !== null);
  const compared = comparedUnit(commodity, series);
  return (
    (point && {
      figure: dollars((point.price_avg ?? 0) * (compared?.factor ?? 1)),
      unit: compared ? `per ${compared.unit}` : ownUnit(series),
      date: point.date,
      stores: point.store_count,
    }) ??
    null
  );
}

/** Writes the lines of a picture's header, one below the other; `y` is the baseline of the last one. */
function lettering(y: number) {
  const parts: string[] = [];
  return {
    parts,
    get y() {
      return y;
    },
    add(text: string, maxLines: number, style: Pick<TextOptions, 'size' | 'fill' | 'isBold'>, left = 0) {
      for (const line of wrapText(text, style.size, INNER - left, maxLines)) {
        y += style.size * 1.3;
        parts.push(writeText(line, { ...style, x: MARGIN + left, y }));
      }
    },
  };
}

/** One item: its newest figure, large, as at the top of the page. */
function headOfOne(content: PictureContent, series: PriceSeries) {
  const head = lettering(MARGIN - 12);
  const newest = newestOf(content.commodity, series);
  if (newest) head.add(`${newest.figure} ${newest.unit}`, 1, { size: 60, fill: INK.strong, isBold: true });
  head.add(itemName(content.commodity, series), 2, { size: 34, fill: INK.strong });
  const stores = newest?.stores ?? null;
  const count = stores === null ? '' : `,${inStores(stores)}`;
  head.add(`${content.region}${newest ? `, week of ${calendarDate(newest.date)}` : ''}${count}`, 1, { size: 26, fill: INK.soft });
  return head;
}

/** Several items: their names, each with its line. */
function headOfSeveral(content: PictureContent) {
  const head = lettering(MARGIN - 12);
  head.add(`${TITLES[content.commodity]}, ${content.region}`, 1, { size: 44, fill: INK.strong, isBold: true });
  for (const [index, series] of content.series.entries()) {
    const newest = newestOf(content.commodity, series);
    const name = itemName(content.commodity, series);
    head.add(`${newest ? `${newest.figure} ${newest.unit}: ` : ''}${name}`, 1, { size: 26, fill: INK.strong }, 84);
    head.parts.push(`<path d="M${MARGIN} ${head.y - 9}h64" ${strokeOf(index)} stroke-width="5"/>`);
  }
  return head;
}

/** @returns an SVG of the chart for the preview of a shared link, with title, newest figure, source and license */
export function pricePicture(content: PictureContent): string {
  const { width, height } = PICTURE_SIZE;
  const [only, ...others] = content.series;
  const head = only && others.length === 0 ? headOfOne(content, only) : headOfSeveral(content);
  const source = wrapText(
    `Advertised prices${content.isPercent ? ', percent change' : ''}, nominal. Source: ${content.attribution}. ${content.licence}.`,
    20,
    INNER,
    2,
  );
  const foot = height - MARGIN + 16 - (source.length - 1) * 25;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${INK.ground}"/>`,
    ...head.parts,
    chart(content, head.y + 16, foot - 34),
    ...source.map((line, index) => writeText(line, { x: MARGIN, y: foot + index * 25, size: 20, fill: INK.soft })),
    '</svg>',
  ].join('');
}
