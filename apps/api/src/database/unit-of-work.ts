import { Inject, Injectable } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { SiteDatabase } from './site-database.ts';

/** What a repository needs if its statements only make sense together. */
@Injectable()
export class UnitOfWork {
  constructor(@Inject(getDataSourceToken()) private readonly database: Pick<SiteDatabase, 'unitOfWork'>) {}

  /** See `SiteDatabase.unitOfWork`. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.database.unitOfWork(work);
  }
}
