import { useCallback, useMemo } from 'react';
import { isRegion, MAX_CHART_ITEMS, type Place, type Region } from '@site/contracts';
import { useAddressView } from '../controls/use-address-view.ts';
import { readSorting, writeSorting } from '../table/sorting-address.ts';
import type { Sorting } from '../table/use-sorted-rows.ts';
import type { PriceKind } from './price-kind.ts';
import { readZip, type ZipReading } from './zip-region.ts';

export interface PriceView {
  /** The page's own filter: a beef cut or an egg type; empty for all. */
  readonly choice: string;
  /** Beef only: match full names instead of any word. */
  readonly exact: boolean;
  readonly zip: string;
  readonly region: Region | null;
  /** Keys of the items in the chart. */
  readonly items: readonly string[];
  /** The chart's region; null follows the filter. Without a chart it has no meaning: see `placeOf`. */
  readonly place: Place | null;
  /** True if the page shows the chart alone. */
  readonly chartAlone: boolean;
  /** The unit of prices: one of the kind's units, the specified one unless the address names another. */
  readonly unit: string;
  /** True if charts show the percent change since their first week. */
  readonly percent: boolean;
  readonly rows: RowsView;
  readonly order: ItemOrder;
  /** The order of all rows; null is the report's own. */
  readonly sort: Sorting | null;
}

/** One line for each item, one for each row of the report, or a small chart for each item. */
export const ROWS_VIEWS = ['items', 'all', 'small'] as const;
export type RowsView = (typeof ROWS_VIEWS)[number];

export const ITEM_ORDERS = ['stores', 'cheapest', 'most-expensive', 'rise', 'fall', 'spread'] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

/** Links that were shared earlier use this name for the order `most-expensive`. */
const FORMER_MOST_EXPENSIVE = 'dearest';

const oneOf = <const T extends string>(names: readonly [T, ...T[]], text: string | null): T =>
  names.find((name) => name === text) ?? names[0];

function regionOf(zip: string): Region | null {
  const reading = readZip(zip);
  return reading.kind === 'region' ? reading.region : null;
}

const isPlace = (text: string): text is Place => text === 'NATIONAL' || isRegion(text);

/** The parts of a price kind that the address depends on. */
type Choices = Pick<PriceKind, 'choiceParam' | 'isChoice' | 'hasExactMatch' | 'units'>;

export function readView(params: URLSearchParams, kind: Choices): PriceView {
  const zip = (params.get('zip') ?? '').slice(0, 5);
  const choice = params.get(kind.choiceParam) ?? '';
  const region = params.get('region') ?? '';
  const place = params.get('chart-region') ?? '';
  const order = params.get('order');
  return {
    zip,
    choice: kind.isChoice(choice) ? choice : '',
    exact: kind.hasExactMatch && params.get('match') === 'exact',
    region: isRegion(region) ? region : regionOf(zip),
    items: [...new Set(params.getAll('item').filter(Boolean))].slice(0, MAX_CHART_ITEMS),
    place: isPlace(place) ? place : null,
    chartAlone: params.get('view') === 'chart',
    unit: kind.units.find((unit) => unit === params.get('unit')) ?? kind.units[0] ?? '',
    percent: params.get('show') === 'percent',
    rows: oneOf(ROWS_VIEWS, params.get('rows')),
    order: order === FORMER_MOST_EXPENSIVE ? 'most-expensive' : oneOf(ITEM_ORDERS, order),
    sort: readSorting(params.get('sort')),
  };
}

export function writeView(view: PriceView, kind: Choices): URLSearchParams {
  const params = new URLSearchParams();
  if (view.zip) params.set('zip', view.zip);
  if (view.choice) params.set(kind.choiceParam, view.choice);
  if (view.exact) params.set('match', 'exact');
  if (view.region && view.region !== regionOf(view.zip)) params.set('region', view.region);
  for (const item of view.items) params.append('item', item);
  if (view.place) params.set('chart-region', view.place);
  if (view.chartAlone) params.set('view', 'chart');
  if (view.unit !== kind.units[0]) params.set('unit', view.unit);
  if (view.percent) params.set('show', 'percent');
  if (view.rows !== ROWS_VIEWS[0]) params.set('rows', view.rows);
  if (view.order !== ITEM_ORDERS[0]) params.set('order', view.order);
  if (view.sort) params.set('sort', writeSorting(view.sort));
  return params;
}

/** True if the view's answer differs from that of the page's bare address. */
export function differsFromBareAddress(view: PriceView, { units }: Choices): boolean {
  const { choice, region, items, place, chartAlone, unit, percent } = view;
  return choice !== '' || region !== null || items.length > 0 || place !== null || chartAlone || unit !== units[0] || percent;
}

/** The region of the answer, the chart and the map. An address may name a chart's region without an item: then there is no chart. */
export function placeOf({ items, chartAlone, place, region }: PriceView): Place {
  const hasChart = items.length > 0 || chartAlone;
  return (hasChart ? place : null) ?? region ?? 'NATIONAL';
}

/** The view after a choice. Choosing a region or removing the last item ends the chart's own region. */
export function changeView(view: PriceView, part: Partial<PriceView>): PriceView {
  const followsFilter = part.region !== undefined || part.items?.length === 0;
  return { ...view, ...part, ...(followsFilter && { place: null }) };
}

/** Adds an item to the chart, or removes it; a fifth one replaces the first. */
export function toggleItem(view: PriceView, item: string, place: Place): Pick<PriceView, 'items' | 'place'> {
  const isShown = view.items.includes(item) && placeOf(view) === place;
  if (isShown) return { items: view.items.filter((other) => other !== item), place: view.place };
  const others = view.items.filter((other) => other !== item).slice(1 - MAX_CHART_ITEMS);
  return { items: [...others, item], place: place === (view.region ?? 'NATIONAL') ? null : place };
}

export interface PriceViewControl extends PriceView {
  /** True if the page is framed by another site. */
  readonly isEmbedded?: boolean;
  readonly zipReading: ZipReading;
  change(next: Partial<PriceView>): void;
  setZip(zip: string): void;
  /** Selects a region by name and clears a ZIP code that was typed before. */
  chooseRegion(region: Region | null): void;
  toggleItem(item: string, place: Place): void;
}

/** The visitor's choices, also kept in the address. */
export function usePriceView(kind: PriceKind): PriceViewControl {
  const format = useMemo(
    () => ({
      read: (params: URLSearchParams) => readView(params, kind),
      write: (view: PriceView) => writeView(view, kind),
    }),
    [kind],
  );
  const [view, replace] = useAddressView(format);
  // Stable, so that rows do not render again on every keystroke.
  const change = useCallback((part: Partial<PriceView>) => replace((latest) => changeView(latest, part)), [replace]);
  const toggle = useCallback(
    (item: string, place: Place) => replace((latest) => changeView(latest, toggleItem(latest, item, place))),
    [replace],
  );
  return {
    ...view,
    zipReading: readZip(view.zip),
    change,
    setZip: (zip) => change({ zip, region: regionOf(zip) }),
    chooseRegion: (region) => change({ zip: '', region }),
    toggleItem: toggle,
  };
}
