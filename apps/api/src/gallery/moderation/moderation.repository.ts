import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Repository } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work.ts';
import { JobRepository } from '../../jobs/job.repository.ts';
import { BannedPictureEntity } from '../banned-picture.entity.ts';
import { SubmissionEntity, type SubmissionStatus } from '../submission.entity.ts';
import { ModerationEntity, type Decision } from './moderation.entity.ts';

/** Kind of the jobs that delete pictures in the trash for good; their payload is the id. */
export const EMPTY_TRASH = 'delete a picture in the trash';
/** How long a decision can be undone, and a deleted picture stays in the trash. */
const UNDO_MS = 24 * 3_600_000;
const deletionJobOf = (id: string): string => `delete ${id} in the trash`;

/** The state that a decision leads to, and the states in which it changes anything. */
const EFFECTS: Readonly<Record<Decision, { readonly status: SubmissionStatus; readonly from: readonly SubmissionStatus[] }>> = {
  approve: { status: 'listed', from: ['held', 'hidden', 'missing', 'trashed'] },
  hide: { status: 'hidden', from: ['listed', 'held', 'missing'] },
  delete: { status: 'trashed', from: ['listed', 'held', 'hidden', 'missing'] },
  ban: { status: 'trashed', from: ['listed', 'held', 'hidden', 'missing', 'trashed'] },
};

/** A decision on one or more pictures. */
export interface Batch {
  readonly batch: string;
  readonly decision: Decision;
  readonly pictures: number;
  /** ISO 8601 timestamp, UTC. */
  readonly createdAt: string;
}

/** The owner's decisions, each with what it takes to undo it. */
@Injectable()
export class ModerationRepository {
  constructor(
    @InjectRepository(ModerationEntity) private readonly moderations: Repository<ModerationEntity>,
    @InjectRepository(SubmissionEntity) private readonly submissions: Repository<SubmissionEntity>,
    @InjectRepository(BannedPictureEntity) private readonly banned: Repository<BannedPictureEntity>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
    @Inject(JobRepository) private readonly jobs: Pick<JobRepository, 'enqueue' | 'cancel'>,
  ) {}

  /** Applies a decision to these pictures, except those that it would not change. @returns the number changed */
  decide(decision: Decision, ids: readonly string[], by: string, at: Date): Promise<number> {
    const { status, from } = EFFECTS[decision];
    return this.units.run(async () => {
      const rows = await this.submissions.findBy({ id: In([...ids]), status: In(from) });
      const [batch, createdAt] = [randomUUID(), at.toISOString()];
      for (const { id, status: statusBefore, isReviewed: reviewedBefore, differenceHash } of rows) {
        await this.submissions.update({ id }, decision === 'approve' ? { status, isReviewed: true } : { status });
        await this.moveJob(id, statusBefore, status);
        const bannedHash = decision === 'ban' && (await this.ban(differenceHash, createdAt)) ? differenceHash : null;
        const before = { statusBefore, reviewedBefore, bannedHash, undoneAt: null };
        await this.moderations.insert({ batch, createdAt, by, decision, submissionId: id, ...before });
      }
      return rows.length;
    });
  }

  /** The latest decision, if it can still be undone. */
  async last(now: Date): Promise<Batch | null> {
    const since = new Date(now.getTime() - UNDO_MS).toISOString();
    const row = await this.moderations.findOne({
      where: { undoneAt: IsNull(), createdAt: MoreThan(since) },
      order: { sequence: 'DESC' },
    });
    if (row === null) return null;
    const { batch, decision, createdAt } = row;
    return { batch, decision, createdAt, pictures: await this.moderations.countBy({ batch }) };
  }

  /** Reverts a decision; a picture that has changed since stays as it is. @returns the number reverted */
  undo(batch: string, now: Date): Promise<number> {
    return this.units.run(async () => {
      const rows = await this.moderations.findBy({ batch, undoneAt: IsNull() });
      let count = 0;
      for (const { submissionId: id, decision, statusBefore, reviewedBefore, bannedHash } of rows) {
        const { status } = EFFECTS[decision];
        const { affected } = await this.submissions.update({ id, status }, { status: statusBefore, isReviewed: reviewedBefore });
        // The ban ends even if the picture itself is gone or has changed.
        if (bannedHash !== null) await this.banned.delete({ differenceHash: bannedHash });
        if ((affected ?? 0) === 0) continue;
        count += 1;
        await this.moveJob(id, status, statusBefore);
      }
      await this.moderations.update({ batch }, { undoneAt: now.toISOString() });
      return count;
    });
  }

  /** A picture that enters the trash, or stays in it after another decision, is deleted a day later; one that leaves it is not. */
  private async moveJob(id: string, from: SubmissionStatus, to: SubmissionStatus): Promise<void> {
    // `site gallery restore` does not cancel the deletion job of a picture that was in the trash.
    if (from === 'trashed' || to === 'trashed') await this.jobs.cancel(deletionJobOf(id));
    if (to === 'trashed') await this.jobs.enqueue({ name: deletionJobOf(id), kind: EMPTY_TRASH, payload: id, delayMs: UNDO_MS });
  }

  /** Returns false if it was already banned. */
  private async ban(differenceHash: string, createdAt: string): Promise<boolean> {
    if (await this.banned.existsBy({ differenceHash })) return false;
    await this.banned.insert({ differenceHash, createdAt });
    return true;
  }
}
