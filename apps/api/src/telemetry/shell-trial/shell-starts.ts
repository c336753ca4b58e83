import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { Clock } from '../../clock.ts';
import { CountBatch } from '../../count-batch.ts';
import { DailyTally } from '../../daily-tally.ts';
import { LOGGER } from '../../http/logger.ts';
import { isPrivateNetwork, truncatedNetwork } from '../../rate-limit/client-address.ts';
import type { ShellDuringTrial } from '../../site/live-trials.ts';
import { SentDocuments } from '../../site/sent-documents.ts';
import { JudgedCounts } from '../judged-counts.ts';
import { MAX_COUNTS, StartCountRepository, type StartCount } from './start-count.repository.ts';

const HOUR_MS = 3_600_000;
/** A younger document that has not reported proves nothing: even on a slow network, the first report is sent within this time. */
const REPORTS_WITHIN_MS = 60_000;
/** All visitors to a small site may be in one private network, and nobody on the internet can send from it. */
const MAX_PRIVATE = 60;

/** Only visitors who are counted can report: documents of those who object must not make a shell look as if it does not start. */
function isCounted(request: Request): boolean {
  const isNavigation = request.get('Sec-Fetch-Dest') === 'document' && request.method === 'GET';
  const isSpeculative = /prefetch|prerender/.test(request.get('Sec-Purpose') ?? '');
  return isNavigation && !isSpeculative && request.get('DNT') !== '1' && request.get('Sec-GPC') !== '1';
}

/**
 * While a shell is on trial, counts its documents and those of the stable shell, and how many of them report a page view: a shell
 * that does not start reports nothing. Each network counts once a day for each release, so that nobody can make a shell look
 * broken, or working.
 */
@Injectable()
export class ShellStarts extends CountBatch<StartCount> implements OnModuleInit {
  private readonly tally: DailyTally;
  /** Documents that may still report, oldest first. */
  private young: { readonly at: number; readonly shell: ShellDuringTrial }[] = [];

  constructor(
    repository: StartCountRepository,
    judged: JudgedCounts,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
    private readonly sent: SentDocuments,
  ) {
    super(
      MAX_COUNTS,
      (known, row) => ({ ...row, documents: known.documents + row.documents, starts: known.starts + row.starts }),
      (counts) => judged.store(() => repository.add(counts)),
      (rows, error) => logger.warn({ event: 'shell-starts-lost', rows, error: String(error) }),
    );
    this.tally = new DailyTally(clock);
  }

  onModuleInit(): void {
    this.sent.subscribe((request, shell) => this.served(request, shell));
  }

  /** A visitor with this shell has reported a page view, whatever its outcome. */
  reported(network: string, shell: ShellDuringTrial): void {
    if (this.take('start', network, shell)) this.count(shell, { documents: 0, starts: 1 });
  }

  override flush(): Promise<void> {
    const before = this.now() - REPORTS_WITHIN_MS;
    while (this.young[0] && this.young[0].at <= before) {
      const { shell } = this.young.shift() ?? {};
      if (shell) this.count(shell, { documents: 1, starts: 0 });
    }
    return super.flush();
  }

  private served(request: Request, shell: ShellDuringTrial): void {
    if (isCounted(request) && this.take('document', truncatedNetwork(request), shell)) this.young.push({ at: this.now(), shell });
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private count({ release, trial }: ShellDuringTrial, counts: Pick<StartCount, 'documents' | 'starts'>): void {
    const hour = Math.floor(this.now() / HOUR_MS) * HOUR_MS;
    this.add([hour, release, trial], { hour, release, trial, ...counts });
  }

  /** Returns false if the network has reached its limit for today. */
  private take(what: 'document' | 'start', network: string, { release, trial }: ShellDuringTrial): boolean {
    const sum = this.tally.take(`${what} ${network} ${release} ${trial}`);
    return sum <= (isPrivateNetwork(network) ? MAX_PRIVATE : 1);
  }
}
