import type {
  HistoryFormat,
  HistoryScope,
  ItemHead,
  PriceHistoryRepository,
  StoredWeek,
  WeekSize,
} from './price-history.repository.ts';

export type HistorySource = Pick<PriceHistoryRepository, 'weekSizes' | 'points' | 'heads'>;

/** What stands between two points. */
export const SEPARATORS = { json: ',', csv: '\r\n' } as const satisfies Record<HistoryFormat, string>;

/** About 40 MB. A year of the country's beef has 10,000 points. */
const MAX_POINTS = 300_000;
/** Five years of one region and no more: whoever asks for other years has them read instead of these. */
const MAX_POINTS_OF_SCOPE = 60_000;
/** Half a year. */
const WEEKS_AHEAD = 26;
/** Regions are named by whoever asks. */
const MAX_SCOPES = 64;

/** One item, and its points of some weeks as they are sent. */
export interface WrittenSeries {
  readonly head: ItemHead;
  readonly points: string;
}

/** All points of an item in one text, so that those of any weeks are cut out at once. */
interface ItemText {
  readonly head: ItemHead;
  readonly text: string;
  /** The weeks of the points, the oldest first. */
  readonly weeks: readonly string[];
  /** Where each point ends in the text. */
  readonly ends: readonly number[];
}

/** The points of all items in the weeks from the first to the last. */
interface Shelf {
  readonly first: string;
  readonly last: string;
  readonly points: number;
  readonly items: readonly ItemText[];
}

interface Scope {
  readonly sizes: Promise<WeekSize[]>;
  readonly shelves: Map<HistoryFormat, Promise<Shelf>>;
  points: number;
}

/** @param weeks the oldest first */
export async function writeSeries(
  source: Pick<HistorySource, 'heads'>,
  scope: HistoryScope,
  weeks: readonly StoredWeek[],
  separator: string,
): Promise<ItemText[]> {
  const byItem = new Map<string, { weeks: string[]; points: string[] }>();
  for (const { week, items, points } of weeks) {
    // Two lists in step: no callback for each of ten thousand points.
    for (let place = 0; place < items.length; place += 1) {
      const [item, point] = [items[place], points[place]];
      if (item === undefined || point === undefined) throw new Error(`the lists of ${week} are not in step`);
      const known = byItem.get(item);
      if (!known) byItem.set(item, { weeks: [week], points: [point] });
      else {
        known.weeks.push(week);
        known.points.push(point);
      }
    }
  }
  const heads = await source.heads(scope, new Map(Array.from(byItem, ([item, known]) => [item, known.weeks.at(-1) ?? ''])));
  return heads
    .toSorted((one, other) => (one.item < other.item ? -1 : 1))
    .map((head) => {
      const { weeks: ofItem = [], points = [] } = byItem.get(head.item) ?? {};
      let end = -separator.length;
      const ends = points.map((point) => (end += separator.length + point.length));
      return { head, text: points.join(separator), weeks: ofItem, ends };
    });
}

/** The points of the weeks from the first to the last; null: the item has none. */
export function cut({ head, text, weeks, ends }: ItemText, first: string, last: string, separator: string): WrittenSeries | null {
  const from = weeks.findIndex((week) => week >= first);
  const to = weeks.findLastIndex((week) => week <= last);
  if (from < 0 || to < from) return null;
  const start = from === 0 ? 0 : (ends[from - 1] ?? 0) + separator.length;
  return { head, points: text.slice(start, ends[to]) };
}

/** The stored weeks as they were at one revision, read from the database once as long as they are used. */
export class RememberedHistory {
  /** The least recently used first. */
  private readonly scopes = new Map<string, Scope>();

  constructor(private readonly source: HistorySource) {}

  sizes(scope: HistoryScope): Promise<WeekSize[]> {
    return this.of(scope).sizes;
  }

  /** Every item of the stored weeks from the first to the last, in the order of their keys. */
  async series(scope: HistoryScope, format: HistoryFormat, first: string, last: string): Promise<WrittenSeries[]> {
    const known = this.of(scope);
    const before = await known.shelves.get(format)?.catch(() => undefined);
    let shelf = before;
    if (!shelf || first < shelf.first || last > shelf.last) {
      const reading = this.read(scope, format, await this.rangeFor(known, before, first, last));
      known.shelves.set(format, reading);
      shelf = await reading;
      known.points += shelf.points - (before?.points ?? 0);
      this.forget(known);
    }
    return shelf.items.flatMap((item) => cut(item, first, last, SEPARATORS[format]) ?? []);
  }

  private of(scope: HistoryScope): Scope {
    const name = JSON.stringify([scope.source, scope.commodity, scope.region]);
    const known = this.scopes.get(name) ?? this.begin(name, scope);
    this.scopes.delete(name);
    this.scopes.set(name, known);
    return known;
  }

  private begin(name: string, scope: HistoryScope): Scope {
    const begun: Scope = { sizes: this.source.weekSizes(scope), shelves: new Map(), points: 0 };
    begun.sizes.catch(() => {
      if (this.scopes.get(name) === begun) this.scopes.delete(name);
    });
    return begun;
  }

  /**
   * The weeks that were read before stay, unless they would be too many with the new ones. Some more weeks are read than asked for: days
   * that move a week with each call must not have everything read again each time.
   */
  private async rangeFor(
    known: Scope,
    before: Shelf | undefined,
    first: string,
    last: string,
  ): Promise<readonly [string, string]> {
    if (!before) return [first, last];
    const sizes = await known.sizes;
    const at = (week: string) => sizes.findIndex((size) => size.week === week);
    const from = first < before.first ? Math.max(at(first) - WEEKS_AHEAD, 0) : at(before.first);
    const to = last > before.last ? Math.min(at(last) + WEEKS_AHEAD, sizes.length - 1) : at(before.last);
    const wider = sizes.slice(from, to + 1);
    const points = wider.reduce((sum, { rows }) => sum + rows, 0);
    return points <= MAX_POINTS_OF_SCOPE ? [wider[0]?.week ?? first, wider.at(-1)?.week ?? last] : [first, last];
  }

  private async read(scope: HistoryScope, format: HistoryFormat, [first, last]: readonly [string, string]): Promise<Shelf> {
    const weeks = await this.source.points(scope, format, null, first, last);
    const items = await writeSeries(this.source, scope, weeks, SEPARATORS[format]);
    return { first, last, items, points: weeks.reduce((sum, week) => sum + week.items.length, 0) };
  }

  private forget(used: Scope): void {
    let points = [...this.scopes.values()].reduce((sum, scope) => sum + scope.points, 0);
    for (const [name, scope] of this.scopes) {
      if (points <= MAX_POINTS && this.scopes.size <= MAX_SCOPES) return;
      if (scope === used) continue;
      this.scopes.delete(name);
      points -= scope.points;
    }
  }
}
