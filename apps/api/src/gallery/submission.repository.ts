import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Exhibit, GalleryStatistics } from '@site/contracts';
import { Between, In, LessThan, MoreThan, Not, Repository } from 'typeorm';
import { BannedPictureEntity } from './banned-picture.entity.ts';
import { PictureReportEntity } from './picture-report.entity.ts';
import { SubmissionEntity, type SubmissionStatus } from './submission.entity.ts';

export interface ListQuery {
  readonly exhibit: Exhibit | null;
  readonly flowerCount: number | null;
  /** Only pictures that came before this one. */
  readonly beforeSequence: number | null;
  readonly limit: number;
}

/** What visitors are told of a picture, and its place in the list. */
const LISTED = ['sequence', 'id', 'exhibit', 'flowerCount', 'width', 'height', 'createdAt'] as const;
export type ListedRow = Pick<SubmissionEntity, (typeof LISTED)[number]>;

export type NewRow = Omit<SubmissionEntity, 'sequence' | 'isReviewed'>;

const REPORTS_THAT_HIDE = 3;

@Injectable()
export class SubmissionRepository {
  constructor(
    @InjectRepository(SubmissionEntity) private readonly submissions: Repository<SubmissionEntity>,
    @InjectRepository(PictureReportEntity) private readonly reports: Repository<PictureReportEntity>,
    @InjectRepository(BannedPictureEntity) private readonly banned: Repository<BannedPictureEntity>,
  ) {}

  async add(row: NewRow): Promise<void> {
    await this.submissions.insert({ ...row, isReviewed: false });
  }

  find(id: string): Promise<SubmissionEntity | null> {
    return this.submissions.findOneBy({ id });
  }

  findByKey(idempotencyKey: string): Promise<SubmissionEntity | null> {
    return this.submissions.findOneBy({ idempotencyKey });
  }

  /** The same content from the same visitor, not longer ago than that. */
  findSame(visitor: string, contentHash: string, since: Date): Promise<SubmissionEntity | null> {
    return this.submissions.findOneBy({
      visitor,
      contentHash,
      createdAt: MoreThan(since.toISOString()),
      status: Not('deleted'),
    });
  }

  /** Newest first. */
  list({ exhibit, flowerCount, beforeSequence, limit }: ListQuery): Promise<ListedRow[]> {
    return this.submissions.find({
      select: [...LISTED],
      where: {
        status: 'listed',
        ...(exhibit !== null && { exhibit }),
        ...(flowerCount !== null && { flowerCount }),
        ...(beforeSequence !== null && { sequence: LessThan(beforeSequence) }),
      },
      order: { sequence: 'DESC' },
      take: limit,
    });
  }

  /** Places of the newest pictures that are shown, without the pictures: what a listed row says of itself never changes. */
  async listedSequences(limit: number): Promise<number[]> {
    const rows = await this.submissions
      .createQueryBuilder('submission')
      .select('submission.sequence', 'sequence')
      .where({ status: 'listed' })
      .orderBy('submission.sequence', 'DESC')
      .limit(limit)
      .getRawMany<{ sequence: string | number }>();
    return rows.map(({ sequence }) => Number(sequence));
  }

  async statistics(): Promise<GalleryStatistics> {
    const row = await this.submissions
      .createQueryBuilder('submission')
      .select('COUNT(*)', 'pictures')
      .addSelect('COALESCE(SUM(submission.flower_count), 0)', 'photos')
      .where({ status: 'listed' })
      .getRawOne<{ pictures: string | number; photos: string | number }>();
    const [pictures, photos] = [Number(row?.pictures ?? 0), Number(row?.photos ?? 0)];
    return { pictures, photos, averagePhotos: pictures === 0 ? 0 : Math.round((photos / pictures) * 10) / 10 };
  }

  /** What the gallery holds, shown or not. */
  async usage(): Promise<{ readonly pictures: number; readonly bytes: number }> {
    const row = await this.submissions
      .createQueryBuilder('submission')
      .select('COUNT(*)', 'pictures')
      .addSelect('COALESCE(SUM(submission.bytes), 0)', 'bytes')
      .where({ status: Not(In(['deleted', 'missing'])) })
      .getRawOne<{ pictures: string | number; bytes: string | number }>();
    return { pictures: Number(row?.pictures ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  /** Pictures that should have a file. */
  countKept(): Promise<number> {
    return this.submissions.countBy({ status: Not('deleted') });
  }

  async hashesSince(since: Date): Promise<string[]> {
    const rows = await this.submissions.find({
      select: { differenceHash: true },
      where: { createdAt: MoreThan(since.toISOString()), status: Not('deleted') },
    });
    return rows.map((row) => row.differenceHash);
  }

  async bannedHashes(): Promise<string[]> {
    return (await this.banned.find()).map((row) => row.differenceHash);
  }

  async ban(differenceHash: string, at: Date): Promise<void> {
    await this.banned.upsert({ differenceHash, createdAt: at.toISOString() }, ['differenceHash']);
  }

  /** Returns false if it was not banned. */
  async unban(differenceHash: string): Promise<boolean> {
    const { affected } = await this.banned.delete({ differenceHash });
    return (affected ?? 0) > 0;
  }

  /** Returns false if the picture is not there, or in that state already. */
  async setStatus(id: string, status: SubmissionStatus, from: readonly SubmissionStatus[]): Promise<boolean> {
    const { affected } = await this.submissions.update({ id, status: In(from) }, { status });
    return (affected ?? 0) > 0;
  }

  /** A picture whose files are there again; one that was hidden or taken back meanwhile stays as it is. */
  async listAgain(id: string, imageHash: string): Promise<void> {
    await this.submissions.update({ id, status: In(['listed', 'missing']) }, { status: 'listed', imageHash });
  }

  /** Shown again, whatever was reported before or will be. */
  async restore(id: string): Promise<boolean> {
    const { affected } = await this.submissions.update(
      { id, status: In(['hidden', 'held', 'missing']) },
      { status: 'listed', isReviewed: true },
    );
    return (affected ?? 0) > 0;
  }

  /** Each visitor counts once; with the third one the picture is hidden until the owner has looked at it. */
  async report(id: string, visitor: string, reason: string, at: Date): Promise<void> {
    await this.reports.upsert({ submissionId: id, visitor, reason, createdAt: at.toISOString() }, ['submissionId', 'visitor']);
    if ((await this.reports.countBy({ submissionId: id })) < REPORTS_THAT_HIDE) return;
    await this.submissions.update({ id, status: 'listed', isReviewed: false }, { status: 'hidden' });
  }

  /** The week's promise: after it nothing tells who sent a picture. */
  async forgetVisitors(before: Date): Promise<void> {
    await this.submissions.update({ createdAt: LessThan(before.toISOString()), visitor: Not('') }, { visitor: '' });
    await this.reports.delete({ createdAt: LessThan(before.toISOString()) });
  }

  /** Rows of pictures that should have a file, in steps, oldest first. */
  async *eachWithFile(step = 500): AsyncIterable<SubmissionEntity> {
    for (let after = 0; ;) {
      const rows = await this.submissions.find({
        where: { sequence: MoreThan(after), status: Not('deleted') },
        order: { sequence: 'ASC' },
        take: step,
      });
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.sequence;
    }
  }

  async idsBefore(moment: Date): Promise<string[]> {
    const rows = await this.submissions.find({
      select: { id: true },
      where: { createdAt: Between('', moment.toISOString()), status: Not('deleted') },
    });
    return rows.map((row) => row.id);
  }

  /** For the owner: what waits for a decision, newest first. */
  waiting(): Promise<SubmissionEntity[]> {
    return this.submissions.find({
      where: { status: In(['held', 'hidden', 'missing']) },
      order: { sequence: 'DESC' },
      take: 200,
    });
  }
}
