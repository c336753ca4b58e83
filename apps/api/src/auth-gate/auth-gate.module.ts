import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { AuthGateController } from './auth-gate.controller.ts';

@Module({ imports: [PasswordsModule, SiteSnapshotModule], controllers: [AuthGateController] })
export class AuthGateModule {}
