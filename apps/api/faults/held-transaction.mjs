// Loaded into the server to spoil it: the counts of page views are written in a transaction that stays open. With SQLite there is one
// connection: what else is written joins it, and is acknowledged before it is on the disk. The campaign must notice.
import { TelemetryRepository } from '../dist/telemetry/telemetry.repository.js';
import { TelemetryService } from '../dist/telemetry/telemetry.service.js';

TelemetryRepository.prototype.add = function addAndHold(counts) {
  return counts.length === 0 ? Promise.resolve() : this.counts.query('BEGIN').catch(() => undefined);
};

const { count } = TelemetryService.prototype;
TelemetryService.prototype.count = async function countAndWrite(reports) {
  await count.call(this, reports);
  // At once, and not within half a second.
  await this.flush();
};
