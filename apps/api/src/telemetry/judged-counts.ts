import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { TrialJudge } from './trial-judge.ts';

/** Stores counts and judges the trials by them. */
@Injectable()
export class JudgedCounts {
  constructor(
    private readonly judge: TrialJudge,
    private readonly units: UnitOfWork,
  ) {}

  async store(write: () => Promise<void>): Promise<void> {
    const isTrial = await this.judge.hasTrials();
    // Stored counts are judged even if this process ends in between.
    await this.units.run(async () => {
      await write();
      if (isTrial) await this.judge.enqueue();
    });
    if (isTrial) await this.judge.runNow();
  }
}
