import { useEffect, useMemo, useRef, useState } from 'react';
import { MAX_CHART_ITEMS, PLACES, type WeeklyReport } from '@site/contracts';
import { useHost } from '@site/host';
import { useQuery } from '@site/query';
import { Button, Choice, FailedState, focusHeading, plate } from '@site/ui';
import { DataAge } from '../connection/data-age.tsx';
import { errorText } from '../connection/error-text.ts';
import { errorBodyText } from '../connection/error-body.ts';
import { useReset } from '../connection/use-reset.ts';
import { fullName, type PriceKind } from '../prices/price-kind.ts';
import { placeOf, writeView, type PriceViewControl } from '../prices/use-price-view.ts';
import { priceHistoryQuery, type RegionHistory } from './get-price-history.ts';
import { ChartPlaceholder } from './chart-placeholder.tsx';
import { embedCode } from './embed-code.ts';
import { FeedLink } from './feed-link.tsx';
import { HistoryFigure } from './history-figure.tsx';
import { palette } from './palette.ts';
import type { WeekRange } from './week-span.ts';
import styles from './history.module.css';

export interface HistoryPanelProps {
  readonly kind: PriceKind;
  readonly report: WeeklyReport;
  readonly view: PriceViewControl;
  /** Increases when a row is clicked, which scrolls the chart into view. */
  readonly presses: number;
}

/** The region's items by name, for adding one. */
function itemChoices(kind: PriceKind, history: RegionHistory | undefined, shown: readonly string[]) {
  return [...(history?.byItem.values() ?? [])]
    .filter((series) => !shown.includes(series.item))
    .map((series) => ({ item: series.item, name: fullName(kind, series) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

function Chosen({
  kind,
  view,
  history,
}: Pick<HistoryPanelProps, 'kind' | 'view'> & { readonly history: RegionHistory | undefined }) {
  const choices = useMemo(() => itemChoices(kind, history, view.items), [kind, history, view.items]);
  const isFull = view.items.length >= MAX_CHART_ITEMS;
  return (
    <div className={`columns screen-only ${styles.choices}`}>
      <Choice
        label="Chart region"
        value={placeOf(view)}
        onChange={({ target }) => view.change({ place: PLACES.find((place) => place === target.value) ?? null })}
      >
        {PLACES.map((place) => (
          <option key={place} value={place}>
            {place}
          </option>
        ))}
      </Choice>
      <Choice
        label={isFull ? 'Compare (up to four items)' : 'Compare with'}
        value=""
        disabled={isFull}
        onChange={({ target }) => target.value && view.change({ items: [...view.items, target.value] })}
      >
        <option value="">Choose an item</option>
        {choices.map(({ item, name }) => (
          <option key={item} value={item}>
            {name}
          </option>
        ))}
      </Choice>
    </div>
  );
}

export function HistoryPanel({ kind, report, view, presses }: HistoryPanelProps) {
  const place = placeOf(view);
  const host = useHost();
  const title = useRef<HTMLHeadingElement>(null);
  // Kept outside the figure, which unmounts while another region's history is loading.
  const [range, setRange] = useState<WeekRange | null>(null);
  const query = priceHistoryQuery(kind, place, report.currentWeekData[0]?.report_date ?? '');
  const { data: history, error, isFetching, refetch } = useQuery(query);
  const reset = useReset(query.queryKey);
  useEffect(() => {
    if (presses === 0 || !title.current) return;
    title.current.focus({ preventScroll: true });
    title.current.scrollIntoView({ block: 'start' });
  }, [presses]);
  const change: PriceViewControl['change'] = (next) => {
    view.change(next);
    // The clicked control disappears. When the last line is removed, so does the chart, and the rows get the focus.
    if (next.chartAlone === false) focusHeading();
    else if (next.items?.length !== 0) title.current?.focus({ preventScroll: true });
  };
  const copy = async (text: string, done: string, description: string) => {
    try {
      await navigator.clipboard.writeText(text);
      host.toast({ title: done, description });
    } catch {
      host.toast({ title: 'The browser did not allow copying', description: text });
    }
  };
  const addressAt = (path: string, chartAlone: boolean) => {
    const address = new URL(path, window.location.href);
    address.search = writeView({ ...view, chartAlone }, kind).toString();
    return address.href;
  };
  const copyLink = () => copy(addressAt(window.location.pathname, true), 'Link copied', 'It shows this chart alone.');
  const copyEmbed = () => {
    const code = embedCode(addressAt(kind.embedPath, false), `${kind.reportTitle}: price history`);
    return copy(code, 'Embed code copied', 'Paste it into your own page.');
  };
  const wholePage = () => addressAt(kind.pagePath, false);
  return (
    <section className={plate('solid', `stack gap-4 ${styles.panel} ${palette}`)} aria-labelledby="price-history">
      <div className="row gap-2-3">
        <h2 id="price-history" ref={title} tabIndex={-1} className={styles.title}>
          Price history
        </h2>
        <p className="note">
          US dollars per {kind.unit}, {place}
        </p>
      </div>
      {view.chartAlone && <DataAge origin={report} />}
      <Chosen kind={kind} view={view} history={history} />
      {history ? (
        <HistoryFigure kind={kind} history={history} view={{ ...view, change }} place={place} range={range} onRange={setRange} />
      ) : isFetching || error === null ? (
        <ChartPlaceholder label="Loading price history..." lines={view.items.length} onRetry={reset} />
      ) : (
        <FailedState
          title="The price history could not be loaded"
          onRetry={() => {
            title.current?.focus({ preventScroll: true });
            void refetch();
          }}
        >
          <p className="note">{errorBodyText(error) ?? errorText(error)}</p>
          <p>The rows below still show this week’s prices.</p>
        </FailedState>
      )}
      <p className="note">
        Advertised feature prices, not shelf prices. {history && `Source: ${history.attribution}. ${history.licence}.`}
      </p>
      <div className="row gap-2-3 screen-only">
        <a
          className={styles.whole}
          href={`/api/price-history.csv-metadata.json?${new URLSearchParams({ commodity: kind.commodity, region: place }).toString()}`}
          download
        >
          What the CSV files hold
        </a>
        {view.items.slice(0, 1).map((item) => (
          <FeedLink key={item} kind={kind} place={place} item={item} />
        ))}
        {view.isEmbedded ? (
          <a className={`touch strong ${styles.whole}`} href={wholePage()} target="_blank" rel="noopener">
            Open the whole page<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ) : (
          <>
            <Button look="quiet" onClick={() => void copyLink()}>
              Copy link to this chart
            </Button>
            <Button look="quiet" onClick={() => void copyEmbed()}>
              Copy embed code
            </Button>
          </>
        )}
        {view.isEmbedded ? null : view.chartAlone ? (
          <Button look="quiet" onClick={() => change({ chartAlone: false, items: view.items })}>
            Show the whole page
          </Button>
        ) : (
          <Button look="quiet" onClick={() => change({ items: [] })}>
            Close the chart
          </Button>
        )}
      </div>
    </section>
  );
}
