import { Injectable } from '@nestjs/common';
import { addGauge } from '../ops/add-gauge.ts';
import { Metrics } from '../ops/metrics.ts';
import { LiveRegistry } from '../site/live-registry.ts';

const MS_PER_SECOND = 1_000;

@Injectable()
export class RegistryMetrics {
  constructor(metrics: Metrics, live: LiveRegistry) {
    addGauge(metrics, 'registry_serial', 'Number of the registry that this process serves', {
      read: async () => (await live.current()).registry.serial,
    });
    addGauge(metrics, 'registry_issued_timestamp_seconds', 'When the registry that this process serves was signed', {
      read: async () => Date.parse((await live.current()).registry.issuedAt) / MS_PER_SECOND,
    });
  }
}
