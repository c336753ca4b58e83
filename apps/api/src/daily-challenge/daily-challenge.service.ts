import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { dayOf, startOfDay, type DailyEntryRequest, type DailyPlace } from '@site/contracts';
import { checkBeforeReplay, decodeRun } from '@site/sim/tennis-ball-gun';
import { Clock } from '../clock.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { DailyError, runRefused } from './daily-challenge.errors.ts';
import type { DailyEntryEntity } from './daily-entry.entity.ts';
import { DailyEntryRepository } from './daily-entry.repository.ts';
import { areForbidden } from './forbidden-initials.ts';
import { RunChecker } from './run-checker.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** Entries that a board shows. */
const MAX_SHOWN = 20;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The leaderboard of the daily challenge: every entry was replayed by this server. */
@Injectable()
export class DailyChallengeService implements OnModuleInit {
  constructor(
    @Inject(DailyEntryRepository) private readonly entries: Pick<DailyEntryRepository, 'best' | 'find' | 'add' | 'forgetBefore'>,
    @Inject(RunChecker) private readonly checker: Pick<RunChecker, 'check'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('forget old daily challenges', { run: () => this.forgetOld(), every: { ms: DAY_MS } });
  }

  async board(asked: string | undefined): Promise<{ readonly day: string; readonly entries: readonly DailyEntryEntity[] }> {
    const day = asked ?? dayOf(this.now());
    return { day, entries: await this.entries.best(day, MAX_SHOWN) };
  }

  /** @throws DailyError ENTRY_UNKNOWN */
  async entry(id: string): Promise<DailyEntryEntity> {
    const found = UUID.test(id) ? await this.entries.find(id) : null;
    if (!found) throw new DailyError('ENTRY_UNKNOWN', 'no such entry');
    return found;
  }

  /** @throws DailyError, HttpError OVERLOADED */
  async enter({ day, initials, score, run: text }: DailyEntryRequest): Promise<DailyPlace> {
    if (areForbidden(initials)) throw new DailyError('INITIALS_REFUSED', 'initials');
    const run = decodeRun(text);
    if (!run) throw runRefused('no run');
    const early = checkBeforeReplay(day, run, this.now() - startOfDay(day));
    if (early) throw runRefused(early);
    const result = await this.checker.check({ day, run, score });
    if (typeof result === 'string') throw runRefused(result);
    const { shots } = result;
    const added = await this.entries.add({ day, initials, score, shots, run: text, runHash: run.hash, createdAt: this.now() });
    if (!added) throw new DailyError('RUN_KNOWN', 'the same run');
    return added;
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private forgetOld(): Promise<void> {
    return this.entries.forgetBefore(dayOf(this.now() - KEPT_DAYS * DAY_MS));
  }
}
