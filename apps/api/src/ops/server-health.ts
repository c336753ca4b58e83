import { Injectable } from '@nestjs/common';

/** What a process knows about its own health. */
@Injectable()
export class ServerHealth {
  /** Why it should get no more requests until it is restarted; null if nothing is wrong. */
  brokenBy: string | null = null;
  /** True while it finishes requests in flight before it ends. */
  isDraining = false;
}
