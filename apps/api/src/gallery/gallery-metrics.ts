import { Injectable } from '@nestjs/common';
import { addGauge } from '../ops/add-gauge.ts';
import { Metrics } from '../ops/metrics.ts';
import { GalleryMaintenance } from './gallery-maintenance.ts';
import { SubmissionRepository } from './submission.repository.ts';

/** Metrics to alert on, and how full the gallery is. */
@Injectable()
export class GalleryMetrics {
  constructor(metrics: Metrics, maintenance: GalleryMaintenance, submissions: SubmissionRepository) {
    addGauge(
      metrics,
      'gallery_sweep_held_back_pictures',
      'Pictures that the last sweep did not remove because there were too many of them at once',
      { read: () => maintenance.heldBack },
    );
    addGauge(metrics, 'gallery_pictures', 'Pictures that count toward GALLERY_MAX_PICTURES', {
      read: async () => (await submissions.usage()).pictures,
    });
    addGauge(metrics, 'gallery_bytes', 'Bytes that count toward GALLERY_MAX_BYTES', {
      read: async () => (await submissions.usage()).bytes,
    });
  }
}
