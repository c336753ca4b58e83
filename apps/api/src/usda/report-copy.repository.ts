import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { parseWeeklyReport, type WeeklyReport } from '@site/contracts';
import { Repository } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';
import { ReportCopyEntity } from './report-copy.entity.ts';

function readPayload(payload: string): WeeklyReport | null {
  try {
    return parseWeeklyReport(JSON.parse(payload));
  } catch {
    // A copy in the shape of another version of this server: it is fetched anew, and overwritten.
    return null;
  }
}

@Injectable()
export class ReportCopyRepository {
  constructor(@InjectRepository(ReportCopyEntity) private readonly copies: Repository<ReportCopyEntity>) {}

  /** The copy of a report, if one of this very source is stored. */
  async find(slug: number, source: UsdaSource): Promise<WeeklyReport | null> {
    const copy = await this.copies.findOneBy({ slug, source });
    return copy && readPayload(copy.payload);
  }

  async save(slug: number, report: WeeklyReport): Promise<void> {
    await this.copies.upsert(
      { slug, source: report.source, fetchedAt: report.fetchedAt, payload: JSON.stringify(report) },
      { conflictPaths: ['slug'] },
    );
  }
}
