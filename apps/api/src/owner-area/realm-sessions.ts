import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/config.ts';
import { OwnerSessions } from '../ops/owner.guard.ts';
import { readGateCookies } from '../passwords/gate-cookies.ts';
import { PasswordGate } from '../passwords/password-gate.ts';

/** The owner's sessions are those of the password gate's realm `owner`. */
@Injectable()
export class RealmSessions extends OwnerSessions {
  constructor(
    @Inject(PasswordGate) private readonly gate: Pick<PasswordGate, 'isOpen'>,
    @Inject(Config) private readonly config: Pick<Config, 'isSecure'>,
  ) {
    super();
  }

  isOpen(request: Request): Promise<boolean> {
    return this.gate.isOpen('owner', readGateCookies(request, this.config.isSecure, 'owner').session);
  }
}
