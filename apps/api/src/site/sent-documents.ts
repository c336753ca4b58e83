import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LiveTrials, type ShellDuringTrial } from './live-trials.ts';

type Listener = (request: Request, shell: ShellDuringTrial) => void;

/** Tells subscribers which documents visitors get while a shell is on trial. */
@Injectable()
export class SentDocuments {
  private readonly listeners: Listener[] = [];

  constructor(private readonly trials: LiveTrials) {}

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** @param bucket null for a visitor who has none */
  async report(request: Request, bucket: number | null): Promise<void> {
    const shell = await this.trials.shellOf(bucket);
    if (shell) for (const listener of this.listeners) listener(request, shell);
  }
}
