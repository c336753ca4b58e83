// Loaded into the server to spoil it: a job leaves its table when it is begun, not when it is done, and lives in memory from then on.
// The campaign must notice.
import { setTimeout as delay } from 'node:timers/promises';
import { JobRunner } from '../dist/jobs/job-runner.js';

/** Nobody waits as long as this before the kill. */
const LATER_MS = 600_000;

const { run } = JobRunner.prototype;
JobRunner.prototype.run = async function runFromMemory(job) {
  const every = this.handlers.get(job.kind)?.every;
  await (every ? this.jobs.finishUntil(job, every.ms) : this.jobs.finish(job));
  await delay(LATER_MS, undefined, { ref: false });
  await run.call(this, job);
};
