import { countOf } from '@site/contracts';
import { escapeHtml } from '../http/escape-html.ts';
import { jobState } from '../jobs/job-state.ts';
import type { ListedJob } from '../jobs/job.repository.ts';
import type { OwnerPage } from '../owner-area/owner-document.ts';
import { scrollTable, timeOf } from '../owner-area/owner-words.ts';

export const JOBS_PATH = '/owner/jobs';

export interface JobsData {
  readonly jobs: readonly ListedJob[];
  readonly now: Date;
  /** Name of the job that the owner has just asked to run again; null if none. */
  readonly again: string | null;
}

function stateText(job: ListedJob, now: Date): string {
  const { isRunning, at, problem } = jobState(job);
  if (isRunning) return 'running';
  if (problem !== null) return '<span class="bad">failed</span>';
  return at <= now.toISOString() ? 'due' : 'waiting';
}

function row(job: ListedJob, now: Date): string {
  const { isRunning, at } = jobState(job);
  return `<tr><th scope="row">${escapeHtml(job.name)}</th><td class="text">${stateText(job, now)}</td><td>${isRunning ? '–' : timeOf(at)}</td></tr>`;
}

/** A failed job, or one that has failed and is running again. */
function failedSection(job: ListedJob, now: Date): string {
  const { isRunning, at, failures, problem } = jobState(job);
  const name = escapeHtml(job.name);
  const next = isRunning ? 'It is running again.' : `The next attempt is at ${timeOf(at)}.`;
  const button = `<form method="post" action="${JOBS_PATH}"><button name="again" value="${name}" aria-label="Run again: ${name}">Run again</button></form>`;
  return `<section><h2>${name}</h2><p class="role">${stateText(job, now)}, ${countOf(failures, 'failed attempt')}</p><p>${escapeHtml(problem ?? '')}</p><p>${next}</p>${isRunning ? '' : button}</section>`;
}

/** The state of the job that was run again. */
function resultText({ jobs, now, again }: JobsData): string {
  if (again === null) return '';
  const job = jobs.find(({ name }) => name === again);
  const words = job
    ? `<strong>${escapeHtml(job.name)}</strong>: ${stateText(job, now)}.`
    : 'The job has ended, and is no longer listed.';
  return `<section role="status"><p>${words} <a href="${JOBS_PATH}">Refresh</a></p></section>`;
}

/** The background jobs of all processes, failed ones first. */
export function jobsPage(data: JobsData): OwnerPage {
  const { jobs, now } = data;
  const hasFailed = (job: ListedJob): boolean => jobState(job).problem !== null;
  const failed = jobs.filter(hasFailed);
  const rows = jobs.filter((job) => !hasFailed(job)).map((job) => row(job, now));
  const summary = failed.length === 0 ? 'No job has failed' : 'The other jobs';
  return {
    title: 'Jobs',
    parts: [
      '<p>Background work of all processes of the site. A failed job is retried automatically, after longer and longer waits of up to an hour; you need not wait for that.</p>',
      resultText(data),
      ...failed.map((job) => failedSection(job, now)),
      jobs.length === 0 ? '<section><h2>No jobs</h2></section>' : '',
      rows.length === 0
        ? ''
        : `<section><h2>${summary}</h2>${scrollTable('Jobs', ['Job', 'State', 'Next run'], rows, ['State'])}</section>`,
    ],
  };
}
