import { groupBy } from '../../group-by.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import type { OwnerPage } from '../../owner-area/owner-document.ts';
import { scrollTable } from '../../owner-area/owner-words.ts';
import { REPORT_KINDS, type ReportKind } from './browser-report.ts';
import type { BrowserReportCount } from './browser-reports.repository.ts';
import { OTHER } from './browser-reports.service.ts';

const WEEKS = 4;
export const SHOWN_DAYS = WEEKS * 7;

const KINDS: Readonly<Record<ReportKind, readonly [title: string, meaning: string]>> = {
  csp: ['Blocked by the content security policy', 'A page tried to load, run or send something that its policy does not allow.'],
  integrity: ['Blocked by the integrity policy', 'A page tried to run a script without a hash.'],
  coop: [
    'Windows that were separated',
    'A page was opened by another site’s window, or opened one, and the two cannot access each other.',
  ],
  deprecation: ['Deprecated features', 'Browsers will remove what this code uses.'],
  intervention: ['Interventions', 'To protect the visitor, the browser did not do what this code requested.'],
  crash: ['Crashes', 'The browser’s process ended while it was showing a page, or did not respond for a long time.'],
};

const LISTS = ['Pages', 'Releases', 'Browsers'];

const sum = (counts: readonly BrowserReportCount[]): number => counts.reduce((total, { reports }) => total + reports, 0);
/** Lets a long identifier wrap at its capitals. */
const wrapped = (text: string): string => escapeHtml(text).replace(/([a-z])(?=[A-Z])/g, '$1<wbr>');

/** Distinct values, most frequently reported first. */
function valuesOf(counts: readonly BrowserReportCount[], of: (count: BrowserReportCount) => string): string {
  const groups = [...groupBy(counts, of)].toSorted(([, a], [, b]) => sum(b) - sum(a));
  return groups.map(([value]) => escapeHtml(value)).join(', ');
}

const releaseOf = ({ app, release }: BrowserReportCount): string => (release === OTHER ? OTHER : `${app} ${release}`);

function row(what: string, counts: readonly BrowserReportCount[], firstDays: readonly number[]): string {
  const weeks = firstDays.map((first) => sum(counts.filter(({ day }) => day >= first && day < first + 7)));
  const lists = [({ path }: BrowserReportCount) => path, releaseOf, ({ browser }: BrowserReportCount) => browser];
  const texts = lists.map((of) => `<td class="why">${valuesOf(counts, of)}</td>`);
  const name = what === OTHER ? 'Other reports, beyond the daily limit of distinct ones' : what;
  return `<tr><th scope="row" class="why">${wrapped(name)}</th><td>${weeks.join(' · ')}</td>${texts.join('')}</tr>`;
}

function section(kind: ReportKind, counts: readonly BrowserReportCount[], firstDays: readonly number[]): string {
  const [title, meaning] = KINDS[kind];
  const groups = [...groupBy(counts, ({ what }) => what)].toSorted(([, a], [, b]) => sum(b) - sum(a));
  const rows = groups.map(([what, ofWhat]) => row(what, ofWhat, firstDays));
  const table = scrollTable(title, ['What', 'By week', ...LISTS], rows, LISTS);
  return `<section><h2>${title}</h2><p class="role">${meaning}</p>${table}</section>`;
}

/**
 * What browsers reported in the last four weeks, by kind, most frequent first. Without scripts, and without data about
 * individual visitors.
 * @param today days since 1970, UTC
 */
export function reportsPage(counts: readonly BrowserReportCount[], today: number): OwnerPage {
  const firstDays = Array.from({ length: WEEKS }, (_, week) => today - 7 * (week + 1) + 1);
  const intro = `<p>What browsers reported about this site’s pages in the last four weeks, with the number of reports in each week, most recent first. A report belongs to the release of the file that caused it or, if the browser does not name one, to that of the page. Reports about browser extensions are left out, one network adds at most five a day to a row, and visitors who object to being counted report nothing.</p>`;
  const kinds = REPORT_KINDS.flatMap((kind) => {
    const ofKind = counts.filter((count) => count.kind === kind);
    return ofKind.length === 0 ? [] : [section(kind, ofKind, firstDays)];
  });
  const none = '<section><p>Browsers have reported nothing in the last four weeks.</p></section>';
  return { title: 'Reports', parts: [intro, ...(kinds.length === 0 ? [none] : kinds)] };
}
