import { Injectable } from '@nestjs/common';

/** What a process found out about itself. */
@Injectable()
export class ServerHealth {
  /** Why it should get no more requests until it is restarted; null if nothing is wrong. */
  brokenBy: string | null = null;
  /** It lets requests in flight finish, and ends. */
  isDraining = false;
}
