import { DataSource } from 'typeorm';
import { WATCH } from '../alerts/alert-watch.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import type { TestApi } from './an-api.ts';

/** Runs the checks until nothing is left to send. */
export async function sendAlerts(api: TestApi): Promise<void> {
  const jobs = api.get(JobRunner);
  await jobs.runNow(WATCH);
  const rows = api.get(DataSource).getRepository(JobEntity);
  for (;;) {
    const messages = (await rows.find()).filter(({ kind }) => kind.startsWith('alert by'));
    if (messages.length === 0) return;
    for (const { name } of messages) await jobs.runNow(name);
    const [failed] = (await rows.find()).filter(({ kind, lastError }) => kind.startsWith('alert by') && lastError !== null);
    if (failed) throw new Error(`${failed.name}: ${failed.lastError}`);
  }
}
