import { Global, Module } from '@nestjs/common';
import { OwnerSessions } from '../ops/owner.guard.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { LoginController } from './login.controller.ts';
import { OwnerPassword } from './owner-password.ts';
import { RealmSessions } from './realm-sessions.ts';

/** The login. The pages of the owner's area belong to the modules whose data they show; global, because each of them needs the guard. */
@Global()
@Module({
  imports: [PasswordsModule],
  controllers: [LoginController],
  providers: [OwnerPassword, { provide: OwnerSessions, useClass: RealmSessions }],
  exports: [OwnerPassword, OwnerSessions],
})
export class OwnerAreaModule {}
