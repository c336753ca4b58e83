import { Inject, Injectable } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { SiteDatabase } from './site-database.ts';

/** What a repository asks for whose statements make one fact only together. */
@Injectable()
export class UnitOfWork {
  constructor(@Inject(getDataSourceToken()) private readonly database: Pick<SiteDatabase, 'unitOfWork'>) {}

  /** As `SiteDatabase.unitOfWork`. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.database.unitOfWork(work);
  }
}
