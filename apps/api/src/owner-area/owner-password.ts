import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/config.ts';
import { PasswordGate, type NewSession } from '../passwords/password-gate.ts';
import { clientOf, type Client } from '../passwords/realm-client.ts';

const MAX_PASSWORD_BYTES = 256;
const isPossible = (password: string): boolean => password !== '' && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;

/** The password of the owner's area. */
@Injectable()
export class OwnerPassword {
  constructor(
    @Inject(PasswordGate) private readonly gate: Pick<PasswordGate, 'tryPassword' | 'isRight'>,
    @Inject(Config) private readonly config: Pick<Config, 'isSecure'>,
  ) {}

  /** Begins a session; null for a wrong password. @throws AppError RATE_LIMITED or OVERLOADED */
  async open(request: Request, password: string): Promise<NewSession | null> {
    return isPossible(password) ? this.gate.tryPassword(password, this.clientOf(request)) : null;
  }

  /** True for the right password. @throws AppError RATE_LIMITED or OVERLOADED */
  async isRight(request: Request, password: string): Promise<boolean> {
    return isPossible(password) && this.gate.isRight(password, this.clientOf(request));
  }

  private clientOf(request: Request): Client {
    return clientOf(request, 'owner', this.config.isSecure);
  }
}
