import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AlertChecks } from '../alerts/alert-checks.ts';
import { FILLING, percentOf } from '../alerts/share.ts';
import type { Finding } from '../alerts/next-alert.ts';
import { Config } from '../config/config.ts';
import { SubmissionRepository } from './submission.repository.ts';

/** Alerts the operator before uploads are refused. */
@Injectable()
export class GalleryAlerts implements OnModuleInit {
  constructor(
    private readonly checks: AlertChecks,
    private readonly submissions: SubmissionRepository,
    @Inject(Config) private readonly config: Pick<Config, 'gallery'>,
  ) {}

  onModuleInit(): void {
    this.checks.add('gallery-filling', () => this.checkQuota());
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
}
