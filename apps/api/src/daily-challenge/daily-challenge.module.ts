import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { DailyChallengeController } from './daily-challenge.controller.ts';
import { DailyChallengeService } from './daily-challenge.service.ts';
import { DailyEntryEntity } from './daily-entry.entity.ts';
import { DailyEntryRepository } from './daily-entry.repository.ts';
import { EntryLimits } from './entry-limits.ts';
import { RunChecker } from './run-checker.ts';

@Module({
  imports: [TypeOrmModule.forFeature([DailyEntryEntity]), RateLimitModule, SecretsModule],
  controllers: [DailyChallengeController],
  providers: [DailyChallengeService, DailyEntryRepository, EntryLimits, RunChecker],
})
export class DailyChallengeModule {}
