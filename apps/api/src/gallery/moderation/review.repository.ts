import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { groupBy } from '../../group-by.ts';
import { BannedPictureEntity } from '../banned-picture.entity.ts';
import { PictureReportEntity } from '../picture-report.entity.ts';
import { SubmissionEntity, type SubmissionStatus } from '../submission.entity.ts';

/** The lists of pictures on the owner's page. */
const LISTS = ['waiting', 'listed', 'trash'] as const;
export type List = (typeof LISTS)[number];

const STATES = {
  waiting: ['held', 'hidden', 'missing'],
  listed: ['listed'],
  trash: ['trashed'],
} as const satisfies Readonly<Record<List, readonly SubmissionStatus[]>>;

export const PAGE_SIZE = 60;
const MAX_BANS = 200;

/** A picture as the owner reviews it. */
export interface Reviewed extends SubmissionEntity {
  /** What visitors reported, oldest first; forgotten after a week. */
  readonly reasons: readonly string[];
}

/** Reads what the owner reviews before deciding. */
@Injectable()
export class ReviewRepository {
  constructor(
    @InjectRepository(SubmissionEntity) private readonly submissions: Repository<SubmissionEntity>,
    @InjectRepository(PictureReportEntity) private readonly reports: Repository<PictureReportEntity>,
    @InjectRepository(BannedPictureEntity) private readonly banned: Repository<BannedPictureEntity>,
  ) {}

  async counts(): Promise<Readonly<Record<List, number>>> {
    const [waiting, listed, trash] = await Promise.all(
      LISTS.map((list) => this.submissions.countBy({ status: In(STATES[list]) })),
    );
    return { waiting: waiting ?? 0, listed: listed ?? 0, trash: trash ?? 0 };
  }

  /** Newest first. @param before only pictures that came before this one; null for the newest */
  async page(list: List, before: number | null): Promise<Reviewed[]> {
    const rows = await this.submissions.find({
      where: { status: In(STATES[list]), ...(before !== null && { sequence: LessThan(before) }) },
      order: { sequence: 'DESC' },
      take: PAGE_SIZE,
    });
    const reports = await this.reports.find({
      where: { submissionId: In(rows.map(({ id }) => id)) },
      order: { createdAt: 'ASC' },
    });
    const reasons = groupBy(reports, ({ submissionId }) => submissionId);
    return rows.map((row) => ({ ...row, reasons: (reasons.get(row.id) ?? []).map(({ reason }) => reason) }));
  }

  /** Newest first. */
  bans(): Promise<BannedPictureEntity[]> {
    return this.banned.find({ order: { createdAt: 'DESC' }, take: MAX_BANS });
  }

  async unban(differenceHash: string): Promise<void> {
    await this.banned.delete({ differenceHash });
  }

  /** Returns true for a picture that is on one of the lists. */
  async has(id: string): Promise<boolean> {
    return this.submissions.existsBy({ id, status: In([...STATES.waiting, ...STATES.listed, ...STATES.trash]) });
  }
}
