import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { AuthGateController } from './auth-gate.controller.ts';
import { AuthGateService } from './auth-gate.service.ts';
import { DraftSessionEntity } from './draft-session.entity.ts';
import { DraftSessionRepository } from './draft-session.repository.ts';
import { PasswordAttempts } from './password-attempts.ts';
import { PasswordChecker } from './password-checker.ts';

@Module({
  imports: [TypeOrmModule.forFeature([DraftSessionEntity]), SiteSnapshotModule],
  controllers: [AuthGateController],
  providers: [AuthGateService, DraftSessionRepository, PasswordAttempts, PasswordChecker],
})
export class AuthGateModule {}
