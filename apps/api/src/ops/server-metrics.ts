import { Injectable } from '@nestjs/common';
import { LastBackup } from '../secrets/last-backup.ts';
import { addGauge } from './add-gauge.ts';
import { FreeDisk } from './free-disk.ts';
import { Metrics } from './metrics.ts';

const MS_PER_SECOND = 1_000;

/** Metrics other than request counts, for the operator's alert rules. */
@Injectable()
export class ServerMetrics {
  constructor(metrics: Metrics, disk: FreeDisk, backup: LastBackup) {
    addGauge(metrics, 'data_disk_free_bytes', 'Free disk space for DATA_DIR; absent where nothing is stored there', {
      read: () => disk.bytes(),
    });
    addGauge(metrics, 'backup_timestamp_seconds', 'When `site backup` last made a backup; absent if never', {
      read: async () => {
        const madeAt = await backup.madeAt();
        return madeAt && madeAt.getTime() / MS_PER_SECOND;
      },
    });
  }
}
