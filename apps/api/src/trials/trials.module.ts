import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WithdrawalEntity } from './withdrawal.entity.ts';
import { WithdrawalRepository } from './withdrawal.repository.ts';
import { WithdrawnTrials } from './withdrawn-trials.ts';

/** Which trials the site itself ended. Used by both the pages, which read this, and telemetry, which decides. */
@Module({
  imports: [TypeOrmModule.forFeature([WithdrawalEntity])],
  providers: [WithdrawalRepository, WithdrawnTrials],
  exports: [WithdrawalRepository, WithdrawnTrials],
})
export class TrialsModule {}
