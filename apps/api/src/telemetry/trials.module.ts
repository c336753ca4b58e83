import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TelemetryRepository } from './telemetry.repository.ts';
import { ViewCountEntity } from './view-count.entity.ts';
import { WithdrawalEntity } from './withdrawal.entity.ts';
import { WithdrawnTrials } from './withdrawn-trials.ts';

/** What the pages need to know of the trials: which ones were ended. */
@Module({
  imports: [TypeOrmModule.forFeature([ViewCountEntity, WithdrawalEntity])],
  providers: [TelemetryRepository, WithdrawnTrials],
  exports: [TelemetryRepository, WithdrawnTrials],
})
export class TrialsModule {}
