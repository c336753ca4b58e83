import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';
import { PriceSnapshotEntity } from './price-snapshot.entity.ts';

@Injectable()
export class StoredWeeksRepository {
  constructor(@InjectRepository(PriceSnapshotEntity) private readonly snapshots: Repository<PriceSnapshotEntity>) {}

  /** Report dates that have stored prices, in no particular order. */
  async weeks(source: UsdaSource, commodity: string): Promise<string[]> {
    const rows = await this.snapshots
      .createQueryBuilder('snapshot')
      .select('DISTINCT snapshot.week', 'week')
      .where({ source, commodity })
      .getRawMany<{ week: string }>();
    return rows.map(({ week }) => week);
  }
}
