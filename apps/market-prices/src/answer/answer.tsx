import { useContext, useMemo, useRef, useState } from 'react';
import {
  calendarDate,
  dollars,
  inStores,
  leadSentence,
  percentTick,
  type PageLead,
  type Place,
  placeWords,
  type WeeklyReport,
  type WeekPrice,
  weekPrices,
  yearChange,
} from '@site/contracts';
import { useQuery } from '@site/query';
import { Button, LeadPicture, LeadPlate, LeadSentence } from '@site/ui';
import { ChartSelectionContext } from '../history/chart-selection.ts';
import { priceHistoryQuery, type RegionHistory } from '../history/get-price-history.ts';
import { dateOf, percentOfFirst, readHistory } from '../history/history-model.ts';
import { LineChart } from '../history/line-chart.tsx';
import { palette } from '../history/palette.ts';
import { FeedLink } from '../history/feed-link.tsx';
import { historyNotes } from '../history/history-notes.ts';
import { TakePicture } from '../history/take-picture.tsx';
import { fullName, type PriceKind } from '../prices/price-kind.ts';
import { nextReportWords } from './answer-words.ts';

interface AnswerProps {
  readonly kind: PriceKind;
  readonly report: WeeklyReport;
  /** The chart shows percent change. */
  readonly percent: boolean;
  /** What the document already said; undefined if it was for another choice. */
  readonly said: PageLead | undefined;
}

interface YearChartProps extends Pick<AnswerProps, 'kind' | 'percent' | 'said'> {
  readonly price: WeekPrice;
  readonly item: string;
}

const noChartWords = (history: RegionHistory | undefined, error: Error | null): string => {
  if (history) return history.awaitsWeeks ? 'Earlier weeks are still being fetched.' : 'No earlier weeks are stored yet.';
  return error ? 'The past year’s prices could not be loaded.' : 'The past year’s prices are loading.';
};

/** The item's past year, drawn without a click; the large chart replaces it once items are selected. */
function YearChart({ kind, percent, said, price, item }: YearChartProps) {
  const { toggle, zoom } = useContext(ChartSelectionContext);
  const { data: history, error, refetch } = useQuery(priceHistoryQuery(kind, price.place, price.record.report_date));
  const model = useMemo(() => {
    const series = history?.byItem.get(item);
    return series ? { ...readHistory(kind, new Map([[item, series]]), [item]), mean: [] } : null;
  }, [history, item, kind]);
  const drawn = useMemo(() => (model && percent ? percentOfFirst(model) : model), [model, percent]);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = (model?.weeks.length ?? 0) - 1;
  const week = Math.min(pointed ?? last, last);
  const readings = model?.lines[0]?.readings.filter((reading) => reading !== null) ?? [];
  const reading = model?.lines[0]?.readings[week];
  const averages = readings.map((one) => one.price);
  const box = useRef<HTMLElement>(null);
  const newest = price.record.report_date;
  return (
    <figure ref={box}>
      {model && last >= 0 ? (
        <div
          role="img"
          aria-label={`Average price ${price.unit} in ${readings.length} of ${model.weeks.length} weeks: from ${dollars(
            Math.min(...averages),
          )} to ${dollars(Math.max(...averages))}, newest ${dollars(averages.at(-1) ?? 0)}. The band spans the lowest and highest prices.`}
        >
          <LineChart
            model={drawn ?? model}
            week={week}
            range={null}
            tick={percent ? percentTick : dollars}
            size="small"
            onPoint={setPointed}
          />
        </div>
      ) : (
        <LeadPicture chart={said?.chart ?? null} />
      )}
      <figcaption className="row between gap-2-3 note">
        <span>
          {model && last >= 0
            ? `Week of ${calendarDate(dateOf(model.weeks[week] ?? 0))}: ${
                reading ? `${dollars(reading.price)}${inStores(reading.stores)}` : 'not advertised'
              }`
            : noChartWords(history, error)}
        </span>
        <div className="row gap-2-3 screen-only">
          {error && (
            <Button
              look="quiet"
              onClick={() => {
                // This button disappears.
                zoom.current?.focus();
                void refetch();
              }}
            >
              Retry
            </Button>
          )}
          <Button ref={zoom} look="quiet" onClick={() => toggle(item, price.place)}>
            Zoom and compare
          </Button>
          <TakePicture
            box={box}
            isReady={last >= 0}
            words={{
              title: `${fullName(kind, price.record)}, ${price.place}: ${dollars(price.range.average)} ${price.unit}${inStores(price.stores)}`,
              lines: [],
              notes: [
                `The past year to the week of ${calendarDate(newest)}${percent ? ', percent change since its first week' : ''}. The band spans the lowest and highest prices.`,
                ...(history ? historyNotes(history) : []),
              ],
              fileName: `${kind.commodity}-prices-${newest}`,
            }}
          />
          <FeedLink kind={kind} place={price.place} item={item} />
        </div>
      </figcaption>
    </figure>
  );
}

interface FoundAnswerProps extends AnswerProps {
  readonly price: WeekPrice;
  readonly item: string;
}

/** Says which place the figures are for if the selected one has none. */
const elsewhereWords = (place: Place, found: Place): string =>
  `Not advertised ${placeWords(place)} this week. These are the figures ${found === 'NATIONAL' ? 'for the whole country' : placeWords(found)}.`;

function FoundAnswer({ kind, report, percent, said, price, item }: FoundAnswerProps) {
  const { items, place } = useContext(ChartSelectionContext);
  const [openedAt] = useState(() => Date.now());
  const date = price.record.report_date;
  const { data: history, error } = useQuery(priceHistoryQuery(kind, price.place, date));
  const change = history && yearChange(kind, price, history.byItem.get(item));
  const unknown = error && !history ? 'failed' : undefined;
  const year = change ?? (history && !history.awaitsWeeks ? null : unknown);
  const dates = report.historicalData.map((record) => record.report_date);
  const kicker = `Week of ${calendarDate(date)}`;
  const words = leadSentence(kind, price, year);
  // The document may come from an older copy of the report, in which another item was first.
  const isSame = said?.kicker === kicker && JSON.stringify(said.words[0]) === JSON.stringify(words[0]);
  const known = isSame ? said : undefined;
  return (
    <LeadPlate kicker={kicker} caution={report.source === 'sample' ? 'sample figures' : ''} className={palette}>
      {price.place !== place && <p className="note">{elsewhereWords(place, price.place)}</p>}
      <LeadSentence words={history ? words : (known?.words ?? words)} />
      {items.length === 0 && <YearChart kind={kind} percent={percent} said={known} price={price} item={item} />}
      <p className="note">Advertised feature prices, nominal: not adjusted for inflation.</p>
      {report.source === 'live' && <p className="note">{nextReportWords(date, dates, openedAt)}</p>}
    </LeadPlate>
  );
}

/** What most visitors come for, shown before the filters and tables: one figure, its changes, and its past year. */
export function Answer(props: AnswerProps) {
  const { lead, place } = useContext(ChartSelectionContext);
  const { kind, report } = props;
  const price = useMemo(() => {
    if (lead === null) return null;
    const prices = weekPrices(kind, report.currentWeekData, lead);
    const at = (where: Place) => prices.find((one) => one.place === where);
    return at(place) ?? at('NATIONAL') ?? prices[0] ?? null;
  }, [kind, report, lead, place]);
  return price && lead !== null && <FoundAnswer {...props} price={price} item={lead} />;
}
