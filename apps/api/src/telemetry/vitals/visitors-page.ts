import { DEVICES, type Device } from '@site/contracts';
import { groupBy } from '../../group-by.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import type { OwnerPage } from '../../owner-area/owner-document.ts';
import { scrollTable } from '../../owner-area/owner-words.ts';
import { SCALES, textOf, verdictOn, VITALS, type Vital } from './vital.ts';
import type { DayCount } from './vitals.repository.ts';

const [WIDTH, HEIGHT] = [300, 90];
const DAY_MS = 24 * 3_600_000;
/** At the 75th percentile, three out of four visits were at least as fast. */
const PART = 0.75;

export interface VisitorsData {
  readonly counts: readonly DayCount[];
  /** Undefined for all devices together. */
  readonly device: Device | undefined;
  /** Days since 1970, UTC; the last one shown. */
  readonly today: number;
  readonly dayCount: number;
  /** Why a release was made, by `<app> <release>`, for those that state it. */
  readonly reasons: ReadonlyMap<string, string>;
}

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function p75(vital: Vital, counts: readonly DayCount[]): number | null {
  const classes = new Map<number, number>();
  for (const count of counts) {
    if (count.vital === vital) classes.set(count.valueClass, (classes.get(count.valueClass) ?? 0) + count.views);
  }
  return SCALES[vital].classes.quantile(classes, PART);
}

/** Every visit reports at least one metric; browsers differ in which. */
const visitsOf = (counts: readonly DayCount[]): number =>
  Math.max(...VITALS.map((vital) => counts.reduce((sum, count) => sum + (count.vital === vital ? count.views : 0), 0)));

/** A chart of a page: a point for each day, the thresholds, and a line where a release began. */
function chart(vital: Vital, counts: readonly DayCount[], { today, dayCount }: VisitorsData): string {
  const { name, title, good, poor } = SCALES[vital];
  const firstDay = today - dayCount + 1;
  const days = [...groupBy(counts, ({ day }) => day)].flatMap(([day, ofDay]) => {
    const value = p75(vital, ofDay);
    return value === null ? [] : [{ day, value }];
  });
  const whole = p75(vital, counts);
  const label = `<figcaption>${title} (${name})${whole === null ? '' : ` <strong>${textOf(vital, whole)}</strong>`}</figcaption>`;
  if (whole === null)
    return `<figure>${label}<p>Not measured yet: nobody has clicked, tapped or typed anything, or visitors’ browsers cannot measure it.</p></figure>`;
  const top = Math.max(poor * 1.2, ...days.map(({ value }) => value));
  const x = (day: number): string => (((day - firstDay + 0.5) / dayCount) * WIDTH).toFixed(1);
  const y = (value: number): string => ((1 - value / top) * HEIGHT).toFixed(1);
  const points = days.map(
    ({ day, value }) => `<circle class="${verdictOn(vital, value)}" cx="${x(day)}" cy="${y(value)}" r="3"/>`,
  );
  const starts = [...groupBy(counts, ({ release }) => release).values()].map((ofRelease) =>
    Math.min(...ofRelease.map(({ day }) => day)),
  );
  const lines = starts
    .filter((day) => day > firstDay)
    .map((day) => `<line class="start" x1="${x(day - 0.5)}" x2="${x(day - 0.5)}" y1="0" y2="${HEIGHT}"/>`);
  const bounds = [good, poor].map(
    (value) =>
      `<line x1="0" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/><text x="0" y="${y(value)}" dy="-2">${textOf(vital, value)}</text>`,
  );
  const dates = `<text x="0" y="${HEIGHT + 12}">${dateOf(firstDay)}</text><text x="${WIDTH}" y="${HEIGHT + 12}" text-anchor="end">${dateOf(today)}</text>`;
  const text = `${title}, 75th percentile, ${dayCount} days: ${textOf(vital, whole)} overall; good up to ${textOf(vital, good)}, poor above ${textOf(vital, poor)}`;
  const svg = [...bounds, ...lines, ...points, dates].join('');
  return `<figure>${label}<svg role="img" aria-label="${text}" viewBox="0 0 ${WIDTH} ${HEIGHT + 16}">${svg}</svg></figure>`;
}

function releaseRow(name: string, counts: readonly DayCount[], reason: string | undefined): string {
  const [release = ''] = name.split(' ').slice(1);
  const first = Math.min(...counts.map(({ day }) => day));
  const values = VITALS.map((vital) => {
    const value = p75(vital, counts);
    return value === null ? '<td>–</td>' : `<td class="${verdictOn(vital, value)}">${textOf(vital, value)}</td>`;
  });
  return `<tr><th scope="row"><code>${escapeHtml(release)}</code></th><td>${dateOf(first)}</td><td>${visitsOf(counts)}</td>${values.join('')}<td class="why">${escapeHtml(reason ?? '')}</td></tr>`;
}

function pageSection(counts: readonly DayCount[], data: VisitorsData): string {
  const [{ app, path } = { app: '', path: '' }] = counts;
  const releases = [...groupBy(counts, (count) => `${count.app} ${count.release}`)].toSorted(
    ([, a], [, b]) => Math.max(...b.map(({ day }) => day)) - Math.max(...a.map(({ day }) => day)),
  );
  const columns = ['Release', 'First seen', 'Visits', ...VITALS.map((vital) => SCALES[vital].name), 'Why'];
  const rows = releases.map(([name, ofRelease]) => releaseRow(name, ofRelease, data.reasons.get(name)));
  const charts = VITALS.map((vital) => chart(vital, counts, data));
  const table = scrollTable(`Releases of ${path}`, columns, rows, ['Why']);
  return `<section><h2>${escapeHtml(path)}</h2><p class="role">${escapeHtml(app)}</p><div class="charts">${charts.join('')}</div>${table}</section>`;
}

/**
 * How fast the site is for its visitors: each page, most visited first. Without scripts, and without data about individual
 * visitors.
 */
export function visitorsPage(data: VisitorsData): OwnerPage {
  const pages = [...groupBy(data.counts, ({ app, path }) => `${app} ${path}`).values()].toSorted(
    (a, b) => visitsOf(b) - visitsOf(a),
  );
  const words = `<p>Each point is one day, at its 75th percentile: three out of four visits were at least as good. The horizontal lines are the thresholds of the Core Web Vitals for good and poor, and a vertical line marks the day on which a release was first seen. A visit counts toward the page on which it began; for each release, at most five visits a day from one network are counted. Visitors who object to being counted are not included.</p>`;
  const views = [undefined, ...DEVICES].map((device) => {
    const name = device === undefined ? 'all devices' : `${device}s`;
    const address = device === undefined ? '' : `?device=${device}`;
    return `<a href="/owner/visitors${address}"${device === data.device ? ' aria-current="page"' : ''}>${name}</a>`;
  });
  const intro = `${words}<nav aria-label="Devices"><p>The last ${data.dayCount} days on ${views.join(' · ')}</p></nav>`;
  const none = `<section><p>No visits${data.device === undefined ? '' : ` on ${data.device}s`} have been measured in the last ${data.dayCount} days.</p></section>`;
  return {
    title: 'Visitors',
    parts: [intro, ...(pages.length === 0 ? [none] : pages.map((counts) => pageSection(counts, data)))],
  };
}
