import {
  bandPath,
  calendarDate,
  comparedPrices,
  dollars,
  LEAD_CHART,
  leadSentence,
  linePath,
  mostAdvertised,
  placeNamed,
  priceItemKey,
  priceScale,
  readPoint,
  secondsOf,
  weekPrice,
  weekScale,
  yearChange,
  type Commodity,
  type LeadChart,
  type PageLead,
  type PriceReader,
  type PriceSeries,
  type WeeklyReport,
  type WeekPrice,
} from '@site/contracts';
import { PAGES } from './price-feed.ts';

/** The same as in the page's own small chart, so that nothing moves when that chart replaces this one. */
const AREA = { left: 0, right: LEAD_CHART.width, top: 10, bottom: LEAD_CHART.height - 26 };
/** The axis is labeled as on the narrowest phone: the server does not know the width. */
const NARROWEST = { ...AREA, right: 260 };
/** Weeks farther apart than this have a week without a price between them. */
const GAP_SECONDS = 10 * 86_400;

/** The national price that a price page begins with; null if no item has one. */
export function leadPrice(commodity: Commodity, { currentWeekData: records }: WeeklyReport): WeekPrice | null {
  const most = mostAdvertised(records, ({ region }) => placeNamed(region) === 'NATIONAL');
  return most ? weekPrice(comparedPrices(commodity), records, priceItemKey(commodity, most), 'NATIONAL') : null;
}

function chartOf(reader: PriceReader, price: WeekPrice, series: PriceSeries): LeadChart | null {
  const readings = series.points.flatMap((point) => {
    const reading = readPoint(reader, series, point);
    return reading ? [{ at: secondsOf(point.date), ...reading }] : [];
  });
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return null;
  const scale = priceScale(
    readings.flatMap(({ low, high, price: mean }) => [low, high, mean]),
    AREA,
  );
  const dates = readings.map(({ at }) => at);
  const weeks = weekScale(first.at, last.at, AREA, dates);
  const withGaps = readings.flatMap((reading, index) => {
    const before = readings[index - 1];
    return before && reading.at - before.at > GAP_SECONDS ? [null, reading] : [reading];
  });
  const means = readings.map((reading) => reading.price);
  return {
    label: `Average price ${price.unit} over the past year: from ${dollars(Math.min(...means))} to ${dollars(Math.max(...means))}, newest ${dollars(last.price)}. The band spans the lowest and highest prices.`,
    line: linePath(
      withGaps.map((reading) => reading ?? { at: 0, price: null }),
      weeks.x,
      scale.y,
    ),
    band: bandPath(withGaps, weeks.x, scale.y),
    prices: scale.ticks.map((tick) => ({ label: dollars(tick), at: scale.y(tick) })),
    weeks: weekScale(first.at, last.at, NARROWEST, dates).ticks.map(({ at, label }) => ({
      label,
      at: Math.round((1_000 * weeks.x(at)) / LEAD_CHART.width) / 10,
    })),
  };
}

/**
 * @param series the stored year of the price's item; undefined if there is none
 * @param isComplete false while weeks of that year are still being stored
 */
export function priceLead(
  commodity: Commodity,
  { source }: WeeklyReport,
  price: WeekPrice,
  series: PriceSeries | undefined,
  isComplete: boolean,
): PageLead {
  const reader = comparedPrices(commodity);
  const year = yearChange(reader, price, series) ?? (isComplete ? null : undefined);
  return {
    path: PAGES[commodity],
    kicker: `Week of ${calendarDate(price.record.report_date)}`,
    caution: source === 'sample' ? 'sample figures' : '',
    words: leadSentence(reader, price, year),
    chart: series ? chartOf(reader, price, series) : null,
  };
}
