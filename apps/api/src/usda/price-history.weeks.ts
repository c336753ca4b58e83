import type { HistoryScope, PriceHistoryRepository, StoredWeek, WeekSize } from './price-history.repository.ts';

/** About 40 MB. A year of the country's beef has 10,000 points. */
const MAX_POINTS = 300_000;
/** Regions are named by whoever asks. */
const MAX_SCOPES = 64;

interface Scope {
  readonly sizes: Promise<WeekSize[]>;
  /** By date. */
  readonly weeks: Map<string, StoredWeek>;
  points: number;
}

/** The stored weeks as they were at one revision; each is read from the database once, as long as it is used. */
export class RememberedWeeks {
  /** The least recently used first. */
  private readonly scopes = new Map<string, Scope>();

  constructor(private readonly repository: Pick<PriceHistoryRepository, 'weekSizes' | 'points'>) {}

  sizes(scope: HistoryScope): Promise<WeekSize[]> {
    return this.of(scope).sizes;
  }

  /** @param dates of stored weeks, the oldest first */
  async points(scope: HistoryScope, dates: readonly string[]): Promise<StoredWeek[]> {
    const known = this.of(scope);
    const missing = dates.filter((date) => !known.weeks.has(date));
    const [first, last] = [missing[0], missing.at(-1)];
    if (first !== undefined && last !== undefined) {
      for (const week of await this.repository.points(scope, null, first, last)) {
        known.points += week.items.length - (known.weeks.get(week.week)?.items.length ?? 0);
        known.weeks.set(week.week, week);
      }
    }
    const found = dates.flatMap((date) => known.weeks.get(date) ?? []);
    this.forget(known);
    return found;
  }

  private of(scope: HistoryScope): Scope {
    const name = JSON.stringify([scope.source, scope.commodity, scope.region]);
    const known = this.scopes.get(name) ?? this.begin(name, scope);
    this.scopes.delete(name);
    this.scopes.set(name, known);
    return known;
  }

  private begin(name: string, scope: HistoryScope): Scope {
    const begun: Scope = { sizes: this.repository.weekSizes(scope), weeks: new Map(), points: 0 };
    begun.sizes.catch(() => {
      if (this.scopes.get(name) === begun) this.scopes.delete(name);
    });
    return begun;
  }

  private forget(used: Scope): void {
    let points = [...this.scopes.values()].reduce((sum, scope) => sum + scope.points, 0);
    for (const [name, scope] of this.scopes) {
      if (points <= MAX_POINTS && this.scopes.size <= MAX_SCOPES) return;
      if (scope === used) continue;
      this.scopes.delete(name);
      points -= scope.points;
    }
    // One region alone may be too much when five years are asked for; the next caller reads what it needs again.
    if (points > MAX_POINTS) {
      used.weeks.clear();
      used.points = 0;
    }
  }
}
