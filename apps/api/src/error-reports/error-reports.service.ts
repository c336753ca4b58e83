import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ErrorReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { CountBatch } from '../count-batch.ts';
import { LOGGER } from '../http/logger.ts';
import { WorkQueue } from '../http/work-queue.ts';
import type { BrowserFamily } from '../browser-family.ts';
import { groupOf } from './error-group.ts';
import { DAY_MS, ErrorGroupsRepository, MAX_COUNTS, type CountedError } from './error-groups.repository.ts';
import { FrameResolver } from './frame-resolver.ts';

/** Forged reports must not fill the database. */
const MAX_GROUPS = 500;
/** Reports waiting for their stacks to be resolved. More arrive only in a flood, and these show enough of it. */
const MAX_WAITING = 200;

/** Groups reported errors by where they come from in the sources, and counts them. */
@Injectable()
export class ErrorReportsService extends CountBatch<CountedError> {
  private readonly queue = new WorkQueue(1, MAX_WAITING);
  private readonly pending = new Set<Promise<void>>();

  constructor(
    repository: ErrorGroupsRepository,
    private readonly resolver: FrameResolver,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    super(
      MAX_COUNTS,
      (known, row) => ({ ...row, errors: known.errors + row.errors }),
      (errors) => repository.add(errors, MAX_GROUPS),
      (rows, error) => logger.warn({ event: 'errors-lost', rows, error: String(error) }),
    );
  }

  /** Returns at once: the stack is resolved after the response. */
  receive(report: ErrorReport, browser: BrowserFamily): void {
    if (this.queue.isFull) return;
    const work = this.queue
      .run(() => this.count(report, browser))
      // If the release store cannot be read, pages fail too, and that is logged.
      .catch(() => undefined)
      .finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  /** Writes what has been received. */
  async settle(): Promise<void> {
    await Promise.all(this.pending);
    await this.flush();
  }

  override async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pending);
    await super.onModuleDestroy();
  }

  private async count(report: ErrorReport, browser: BrowserFamily): Promise<void> {
    const group = groupOf(report, await this.resolver.resolve(report.frames));
    const { release } = report;
    const seenAt = this.clock.now().getTime();
    const day = Math.floor(seenAt / DAY_MS);
    this.add([group.id, release, browser, day], { group, day, release, browser, errors: 1, seenAt });
  }
}
