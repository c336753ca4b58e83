import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../ops/metrics.ts';
import { GalleryMaintenance } from './gallery-maintenance.ts';

/** What the owner should be woken for. */
@Injectable()
export class GalleryMetrics {
  constructor(metrics: Metrics, maintenance: GalleryMaintenance) {
    const heldBack = new Gauge({
      name: 'gallery_sweep_held_back_pictures',
      help: 'Pictures that the last sweep would have removed and did not, because they are too many at once',
      collect(): void {
        this.set(maintenance.heldBack);
      },
      registers: [],
    });
    metrics.registry.registerMetric(heldBack);
  }
}
