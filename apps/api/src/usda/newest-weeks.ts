import { Inject, Injectable } from '@nestjs/common';
import type { Commodity } from '@site/contracts';
import { StoredWeeksRepository } from './stored-weeks.repository.ts';
import { UsdaConnection } from './usda-connection.ts';
import { BEEF, EGGS } from './usda-requests.ts';

export interface NewestWeek {
  readonly commodity: Commodity;
  /** Calendar date `YYYY-MM-DD`, the Monday of the week. */
  readonly week: string;
}

/** Finds the newest week with stored prices. */
@Injectable()
export class NewestWeeks {
  constructor(
    @Inject(StoredWeeksRepository) private readonly stored: Pick<StoredWeeksRepository, 'weeks'>,
    @Inject(UsdaConnection) private readonly connection: Pick<UsdaConnection, 'source'>,
  ) {}

  /** One week per report; none for a report without stored prices. */
  async all(): Promise<NewestWeek[]> {
    const reports = await Promise.all(
      [EGGS, BEEF].map(async ({ commodity }) => {
        const week = (await this.stored.weeks(this.connection.source, commodity)).sort().at(-1);
        return week === undefined ? [] : [{ commodity, week }];
      }),
    );
    return reports.flat();
  }
}
