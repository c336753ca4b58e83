import { countOf } from '@site/contracts';
import { escapeHtml } from '../../http/escape-html.ts';
import { jobState } from '../../jobs/job-state.ts';
import type { ListedJob } from '../../jobs/job.repository.ts';
import type { OwnerPage } from '../../owner-area/owner-document.ts';
import { timeOf } from '../../owner-area/owner-words.ts';
import { TITLES } from '../price-feed.ts';
import { EXPECTED_DAYS } from '../usda-alerts.ts';
import { FETCH_NOW, REFRESH } from '../usda-jobs.ts';
import type { CommodityState, PricesData } from './prices-state.ts';

export const PRICES_PATH = '/owner/prices';
const DAY_MS = 86_400_000;

function newestText({ newest, weeks }: CommodityState, { now, source }: PricesData): string {
  if (newest === null) return '<p class="bad">No weeks are stored.</p>';
  const days = Math.floor((now.getTime() - Date.parse(newest)) / DAY_MS);
  // The sample never changes: its age is neither good nor bad.
  const isLate = source === 'live' && days > EXPECTED_DAYS;
  const words = `${countOf(days, 'day')} old`;
  const age = source === 'live' ? `<span class="${isLate ? 'bad' : 'good'}">${words}</span>` : words;
  return `<p>Newest week: ${newest}, ${age}${isLate ? `; the next one was expected within ${EXPECTED_DAYS} days` : ''}. Stored: ${countOf(weeks, 'week')}.</p>`;
}

function holesText({ newest, holes }: CommodityState): string {
  if (newest === null) return '';
  if (holes.length === 0) return '<p>No weeks of the past year are missing.</p>';
  return `<p>${countOf(holes.length, 'week')} of the past year ${holes.length === 1 ? 'is missing (named' : 'are missing (each named'} by its Monday): ${holes.join(', ')}.</p>`;
}

function commoditySection(state: CommodityState, data: PricesData): string {
  const { commodity, fetchedAt } = state;
  const fetched = fetchedAt === null ? 'Never fetched.' : `Last fetched at ${timeOf(fetchedAt)}.`;
  return `<section><h2>${TITLES[commodity]}</h2>${newestText(state, data)}<p>${fetched}</p>${holesText(state)}</section>`;
}

function sourceText({ source, hasKey, keyState }: PricesData): string {
  if (source === 'sample') return '<p>These are sample prices, which never change (USDA_SOURCE is sample).</p>';
  if (!hasKey) return '<p class="bad">USDA_API_KEY is not set: nothing is fetched.</p>';
  if (keyState === 'refused') return '<p class="bad">USDA rejects the key.</p>';
  return '';
}

/** Only the recurring refresh may be listed without being due. */
function isUnderWay(job: ListedJob, now: Date): boolean {
  const { isRunning, at, problem } = jobState(job);
  return isRunning || (problem === null && (job.name !== REFRESH || at <= now.toISOString()));
}

function jobText(job: ListedJob, now: Date): string {
  const { at, failures, problem } = jobState(job);
  const name = escapeHtml(job.name);
  if (isUnderWay(job, now)) return `<li>${name}: running</li>`;
  if (problem === null) return `<li>${name}: next at ${timeOf(at)}</li>`;
  return `<li>${name}: <span class="bad">failed ${countOf(failures, 'time')}</span>, next attempt at ${timeOf(at)}: ${escapeHtml(problem)}</li>`;
}

const BUTTON = `<form method="post" action="${PRICES_PATH}"><button>Fetch now</button></form>`;

function fetchSection({ jobs, now, hasKey }: PricesData): string {
  const isFetching = jobs.some((job) => job.name !== REFRESH && isUnderWay(job, now));
  const listed = jobs.toSorted((one, other) => Number(other.name === FETCH_NOW) - Number(one.name === FETCH_NOW));
  const list = listed.length === 0 ? '<p>No jobs are stored.</p>' : `<ul>${listed.map((job) => jobText(job, now)).join('')}</ul>`;
  const status = isFetching
    ? `<p role="status">Prices are being fetched. <a href="${PRICES_PATH}">Check again</a></p>`
    : hasKey
      ? BUTTON
      : '';
  return `<section><h2>Fetching</h2>${list}${status}</section>`;
}

/** The age of the stored prices, what is missing, and what fetches them. @param problem why the owner's request was refused */
export function pricesPage(data: PricesData, problem: string | null): OwnerPage {
  const alert = problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`;
  return {
    title: 'Prices',
    parts: [
      `<p>Once an hour, copies older than six hours are refreshed. A visitor’s request refreshes a copy that is older than 15 minutes. Each new copy is followed by a request for the weeks of the past year that are missing; those that USDA does not have stay missing.</p>`,
      sourceText(data),
      alert,
      fetchSection(data),
      ...data.commodities.map((state) => commoditySection(state, data)),
    ],
  };
}
