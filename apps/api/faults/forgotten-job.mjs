// Loaded into the server to break it: a job is deleted from its table when it starts, not when it is done, and then exists only in memory.
// The campaign must notice.
import { setTimeout as delay } from 'node:timers/promises';
import { JobRunner } from '../dist/jobs/job-runner.js';

/** Longer than any wait before the kill. */
const LATER_MS = 600_000;

const { run } = JobRunner.prototype;
JobRunner.prototype.run = async function runFromMemory(job) {
  const every = this.handlers.get(job.kind)?.every;
  await (every ? this.jobs.finishUntil(job, every.ms) : this.jobs.finish(job));
  await delay(LATER_MS, undefined, { ref: false });
  await run.call(this, job);
};
