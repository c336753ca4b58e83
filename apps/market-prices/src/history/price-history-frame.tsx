import {
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { mostAdvertised, type Place, priceItemKey, type PriceRecord, type WeeklyReport } from '@site/contracts';
import { Button, FailedState } from '@site/ui';
import { NoActivities } from '../prices/no-activities.tsx';
import type { PriceKind } from '../prices/price-kind.ts';
import { rowsIn } from '../prices/region-filter.ts';
import { placeOf, type PriceViewControl } from '../prices/use-price-view.ts';
import { ChartPlaceholder } from './chart-placeholder.tsx';
import { ChartSelectionContext, openerRow, type ChartSelection } from './chart-selection.ts';
import type { HistoryPanelProps } from './history-panel.tsx';

interface PanelProps extends HistoryPanelProps {
  readonly onRetry: () => void;
}

function PanelFailed({ view, onRetry }: PanelProps) {
  return (
    <FailedState title="The chart could not be loaded" onRetry={onRetry}>
      <p>Its code could not be loaded.{!view.chartAlone && ' The rows below still show this week’s prices.'}</p>
      {/* Some browsers never request a failed module again. The address keeps all choices. */}
      <Button look="quiet" onClick={() => window.location.reload()}>
        Reload the whole page
      </Button>
    </FailedState>
  );
}

/** The code for comparing and zooming is fetched when a chart is opened, not with the page. */
function fetchPanel(): LazyExoticComponent<ComponentType<PanelProps>> {
  return lazy(async () => {
    try {
      return { default: (await import('./history-panel.tsx')).HistoryPanel };
    } catch {
      // React caches the result of a lazy component: Retry, and the next page that opens a chart, need a new one.
      panel = fetchPanel();
      return { default: PanelFailed };
    }
  });
}
let panel = fetchPanel();

const NO_RECORDS: readonly PriceRecord[] = [];

interface PriceHistoryFrameProps {
  readonly kind: PriceKind;
  /** Undefined until it has arrived. */
  readonly report: WeeklyReport | undefined;
  readonly view: PriceViewControl;
  /** The page's own filter. */
  readonly matches: (record: PriceRecord) => boolean;
  /** Content above the chart. */
  readonly answer: ReactNode;
  /** The rows, whose sparklines add items to the chart, and everything else below it. */
  readonly children: ReactNode;
}

/** A report's answer, its chart and its rows, connected by the chart's selection. */
export function PriceHistoryFrame({ kind, report, view, matches, answer, children }: PriceHistoryFrameProps) {
  const place = placeOf(view);
  const records = report?.currentWeekData ?? NO_RECORDS;
  const first = useMemo(() => mostAdvertised(rowsIn(records, place), matches), [records, place, matches]);
  const firstAnywhere = useMemo(
    () => first ?? mostAdvertised(rowsIn(records, 'NATIONAL'), matches) ?? mostAdvertised(records, matches),
    [first, records, matches],
  );
  // A standalone chart is never empty: without an item in the address it keeps the most advertised item from when it opened,
  // whatever region is chosen later.
  const [opening] = useState(() => (firstAnywhere && view.chartAlone ? [priceItemKey(kind.commodity, firstAnywhere)] : []));
  const items = view.items.length === 0 && view.chartAlone ? opening : view.items;
  const lead = items[0] ?? (firstAnywhere ? priceItemKey(kind.commodity, firstAnywhere) : null);
  const { toggleItem } = view;
  const [Panel, setPanel] = useState(() => panel);
  // Clicking in a row scrolls to the chart; an address that names items does not scroll.
  const [presses, setPresses] = useState(0);
  const opener: ChartSelection['opener'] = useRef(null);
  const zoom: ChartSelection['zoom'] = useRef(null);
  const toggle = useCallback(
    (item: string, where: Place, pressed?: Element) => {
      opener.current = pressed ? openerRow(item, where, pressed) : null;
      setPresses((count) => count + 1);
      toggleItem(item, where);
    },
    [toggleItem],
  );
  const claim = useCallback((item: string, where: Place) => {
    if (opener.current?.item !== item || opener.current.place !== where) return false;
    opener.current = null;
    return true;
  }, []);
  const selection = useMemo(
    () => ({ items, place, lead, toggle, opener, claim, zoom, first }),
    [items, place, lead, toggle, claim, first],
  );
  if (view.chartAlone && items.length === 0) return <NoActivities kind={kind} />;
  return (
    <ChartSelectionContext value={selection}>
      {!view.chartAlone && answer}
      {report && items.length > 0 && (
        <Suspense
          fallback={
            <div className={view.chartAlone && !view.isEmbedded ? 'tall' : undefined} data-placeholder>
              <ChartPlaceholder label="Loading the chart..." lines={items.length} />
            </div>
          }
        >
          <Panel kind={kind} report={report} view={{ ...view, items }} presses={presses} onRetry={() => setPanel(() => panel)} />
          {/* A standalone chart's regions wait for it, so that it does not push them down. */}
          {view.chartAlone && children}
        </Suspense>
      )}
      {!view.chartAlone && children}
    </ChartSelectionContext>
  );
}
