import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { AuthGateController } from './auth-gate.controller.ts';
import { AuthGateService } from './auth-gate.service.ts';
import { DraftSessionEntity } from './draft-session.entity.ts';
import { DraftSessionRepository } from './draft-session.repository.ts';
import { PasswordAttempts } from './password-attempts.ts';
import { PasswordChecker } from './password-checker.ts';

@Module({
  imports: [TypeOrmModule.forFeature([DraftSessionEntity]), RateLimitModule, SecretsModule, SiteSnapshotModule],
  controllers: [AuthGateController],
  providers: [AuthGateService, DraftSessionRepository, PasswordAttempts, PasswordChecker],
})
export class AuthGateModule {}
