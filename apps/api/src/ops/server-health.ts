import { Injectable } from '@nestjs/common';

/** What a process found out about itself that only a restart mends. */
@Injectable()
export class ServerHealth {
  /** Why it should get no more requests; null: nothing is wrong. */
  brokenBy: string | null = null;
}
