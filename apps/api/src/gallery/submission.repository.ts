import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Exhibit, GalleryStatistics } from '@site/contracts';
import { Between, In, LessThan, MoreThan, Not, Repository } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { JobRepository } from '../jobs/job.repository.ts';
import { BannedPictureEntity } from './banned-picture.entity.ts';
import { PictureReportEntity } from './picture-report.entity.ts';
import type { KnownHashes } from './initial-status.ts';
import { SubmissionEntity, type SubmissionStatus } from './submission.entity.ts';

export interface ListQuery {
  readonly exhibit: Exhibit | null;
  readonly flowerCount: number | null;
  /** Only pictures that came before this one. */
  readonly beforeSequence: number | null;
  readonly limit: number;
}

/** What visitors can see of a picture, and its position in the list. */
const LISTED = ['sequence', 'id', 'exhibit', 'flowerCount', 'width', 'height', 'createdAt'] as const;
export type ListedRow = Pick<SubmissionEntity, (typeof LISTED)[number]>;

/** States in which a picture should have its files. */
const KEPT: readonly SubmissionStatus[] = ['listed', 'held', 'hidden', 'missing', 'trashed'];

/** Kind of the jobs that remove a deleted picture's files; their payload is the id. */
export const REMOVE_FILES = 'remove the files of a picture';
/** Deleting a picture removes its files immediately; the job is for the cases where that fails. */
const REMOVAL_DELAY_MS = 5_000;
const removalOf = (id: string): string => `remove the files of ${id}`;

export type NewRow = Omit<SubmissionEntity, 'sequence' | 'isReviewed'>;

const REPORTS_THAT_HIDE = 3;

@Injectable()
export class SubmissionRepository {
  constructor(
    @InjectRepository(SubmissionEntity) private readonly submissions: Repository<SubmissionEntity>,
    @InjectRepository(PictureReportEntity) private readonly reports: Repository<PictureReportEntity>,
    @InjectRepository(BannedPictureEntity) private readonly banned: Repository<BannedPictureEntity>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
    @Inject(JobRepository) private readonly jobs: Pick<JobRepository, 'enqueue' | 'cancel'>,
  ) {}

  /**
   * Adds a picture's row in the state determined by the current pictures and bans: a ban during the upload is not missed, and a
   * flood of simultaneous uploads lists no more pictures than the same uploads in sequence would.
   * @param judge returns null for a picture that must not be added
   * @returns null if it was not added
   */
  add(
    row: Omit<NewRow, 'status'>,
    judge: (known: KnownHashes) => SubmissionStatus | null,
    recentSince: Date,
  ): Promise<NewRow | null> {
    return this.units.run(async () => {
      const status = judge({ banned: await this.bannedHashes(), recent: await this.hashesSince(recentSince) });
      if (status === null) return null;
      const added = { ...row, status };
      await this.submissions.insert({ ...added, isReviewed: false });
      return added;
    });
  }

  find(id: string): Promise<SubmissionEntity | null> {
    return this.submissions.findOneBy({ id });
  }

  findByKey(idempotencyKey: string): Promise<SubmissionEntity | null> {
    return this.submissions.findOneBy({ idempotencyKey });
  }

  /** The same content from the same visitor since the given time. */
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

  /** Positions of the newest visible pictures, without their data: the data of a listed row never changes. */
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

  /** Totals of the gallery, visible or not. */
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

  private async hashesSince(since: Date): Promise<string[]> {
    const rows = await this.submissions.find({
      select: { differenceHash: true },
      where: { createdAt: MoreThan(since.toISOString()), status: Not('deleted') },
    });
    return rows.map((row) => row.differenceHash);
  }

  private async bannedHashes(): Promise<string[]> {
    return (await this.banned.find()).map((row) => row.differenceHash);
  }

  /** Bans similar pictures and deletes this one, or does neither. */
  async ban({ id, differenceHash }: Pick<SubmissionEntity, 'id' | 'differenceHash'>, at: Date): Promise<void> {
    await this.units.run(async () => {
      await this.banned.upsert({ differenceHash, createdAt: at.toISOString() }, ['differenceHash']);
      await this.markDeleted(id);
    });
  }

  /** Returns false if it was not banned. */
  async unban(differenceHash: string): Promise<boolean> {
    const { affected } = await this.banned.delete({ differenceHash });
    return (affected ?? 0) > 0;
  }

  /** Changes the state of a picture that is in one of the states `from`. Returns false if there is no such picture. */
  async setStatus(id: string, status: SubmissionStatus, from: readonly SubmissionStatus[]): Promise<boolean> {
    const { affected } = await this.submissions.update({ id, status: In(from) }, { status });
    return (affected ?? 0) > 0;
  }

  /** The row is marked first, and a job removes the files, whatever happens to this process. */
  async markDeleted(id: string): Promise<void> {
    await this.units.run(async () => {
      await this.setStatus(id, 'deleted', KEPT);
      await this.jobs.enqueue({ name: removalOf(id), kind: REMOVE_FILES, payload: id, delayMs: REMOVAL_DELAY_MS });
    });
  }

  /** Marks the removal of a deleted picture's files as done. */
  async filesAreGone(id: string): Promise<void> {
    await this.jobs.cancel(removalOf(id));
  }

  /** Lists a picture whose files are back; one that was hidden or deleted in the meantime stays as it is. */
  async listAgain(id: string, imageHash: string): Promise<void> {
    await this.submissions.update({ id, status: In(['listed', 'missing']) }, { status: 'listed', imageHash });
  }

  /** Shows it again, regardless of earlier or later reports. */
  async restore(id: string): Promise<boolean> {
    const { affected } = await this.submissions.update(
      { id, status: In(['hidden', 'held', 'missing', 'trashed']) },
      { status: 'listed', isReviewed: true },
    );
    return (affected ?? 0) > 0;
  }

  /** Each reporter counts once; the third report hides the picture until the owner has reviewed it. */
  async report(id: string, visitor: string, reason: string, at: Date): Promise<void> {
    const createdAt = at.toISOString();
    await this.units.run(async () => {
      await this.reports.upsert({ submissionId: id, visitor, reason, createdAt }, ['submissionId', 'visitor']);
      if ((await this.reports.countBy({ submissionId: id })) < REPORTS_THAT_HIDE) return;
      await this.submissions.update({ id, status: 'listed', isReviewed: false }, { status: 'hidden' });
    });
  }

  /** Visitors are promised that after a week nothing identifies who sent a picture. */
  async forgetVisitors(before: Date): Promise<void> {
    const createdAt = LessThan(before.toISOString());
    await this.units.run(async () => {
      await this.submissions.update({ createdAt, visitor: Not('') }, { visitor: '' });
      await this.reports.delete({ createdAt });
    });
  }

  /** Rows of pictures that should have a file, in batches, oldest first. */
  async *eachWithFile(batch = 500): AsyncIterable<SubmissionEntity> {
    for (let after = 0; ;) {
      const rows = await this.submissions.find({
        where: { sequence: MoreThan(after), status: Not('deleted') },
        order: { sequence: 'ASC' },
        take: batch,
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

  /** For the owner: pictures that wait for a decision, newest first. */
  waiting(): Promise<SubmissionEntity[]> {
    return this.submissions.find({
      where: { status: In(['held', 'hidden', 'missing']) },
      order: { sequence: 'DESC' },
      take: 200,
    });
  }
}
