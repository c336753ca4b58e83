import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AlertChecks } from '../alerts/alert-checks.ts';
import { FILLING, percentOf } from '../alerts/share.ts';
import type { Finding } from '../alerts/next-alert.ts';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { findExpired } from './expired-pictures.ts';
import { SubmissionRepository } from './submission.repository.ts';

/** Alerts the operator before uploads are refused, and when a sweep leaves a decision to them. */
@Injectable()
export class GalleryAlerts implements OnModuleInit {
  constructor(
    private readonly checks: AlertChecks,
    private readonly submissions: SubmissionRepository,
    @Inject(Config) private readonly config: Pick<Config, 'gallery'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  onModuleInit(): void {
    this.checks.add('gallery-filling', () => this.checkQuota());
    this.checks.add('gallery-held-back', () => this.checkExpired());
  }

  private async checkQuota(): Promise<Finding[]> {
    const { maxPictures, maxBytes } = this.config.gallery;
    const { pictures, bytes } = await this.submissions.usage();
    // A quota of 0 closes the gallery deliberately.
    const isFilling = (used: number, max: number): boolean => max > 0 && used > FILLING * max;
    const findings: Finding[] = [];
    if (isFilling(pictures, maxPictures))
      findings.push({
        subject: 'pictures',
        what: `it has ${pictures} pictures, ${percentOf(pictures / maxPictures)} of GALLERY_MAX_PICTURES`,
      });
    if (isFilling(bytes, maxBytes))
      findings.push({ subject: 'bytes', what: `it has ${bytes} bytes, ${percentOf(bytes / maxBytes)} of GALLERY_MAX_BYTES` });
    return findings;
  }

  /** Only the owner can tell whether all of them have expired, or the clock is wrong: it may be wrong for days too. */
  private async checkExpired(): Promise<Finding[]> {
    const { ids, of, why, areTooMany } = await findExpired(this.submissions, this.config.gallery, this.clock.now().getTime());
    return areTooMany ? [{ subject: '', what: `${ids.length} of ${of} pictures ${why}` }] : [];
  }
}
