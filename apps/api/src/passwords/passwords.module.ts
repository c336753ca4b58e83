import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { PasswordAttempts } from './password-attempts.ts';
import { PasswordChecker } from './password-checker.ts';
import { PasswordGate } from './password-gate.ts';
import { SessionEntity } from './session.entity.ts';
import { SessionRepository } from './session.repository.ts';

@Module({
  imports: [TypeOrmModule.forFeature([SessionEntity]), RateLimitModule, SecretsModule],
  providers: [PasswordGate, SessionRepository, PasswordAttempts, PasswordChecker],
  exports: [PasswordGate],
})
export class PasswordsModule {}
