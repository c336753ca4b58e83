import { countOf, dayOf } from '@site/contracts';
import { groupBy } from '../group-by.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { OwnerPage } from '../owner-area/owner-document.ts';
import { scrollTable } from '../owner-area/owner-words.ts';
import type { Frame } from './error-group.ts';
import type { ErrorCount, StoredErrors } from './error-groups.repository.ts';

const WEEK_DAYS = 7;
/** Nobody reads more, and the rarest are last. */
const MAX_SHOWN = 100;

const sumOf = (counts: readonly ErrorCount[]): number => counts.reduce((sum, { errors }) => sum + errors, 0);
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function frameItem({ file, line, isResolved }: Frame): string {
  const note = isResolved ? '' : ' (no source map)';
  return `<li><code>${escapeHtml(`${file}:${line}`)}</code>${note}</li>`;
}

function releaseRow(release: string, counts: readonly ErrorCount[], firstDayOfWeek: number): string {
  const browsers = [...groupBy(counts, ({ browser }) => browser)]
    .toSorted(([, a], [, b]) => sumOf(b) - sumOf(a))
    .map(([browser, ofBrowser]) => `${escapeHtml(browser)} ${sumOf(ofBrowser)}`);
  const week = sumOf(counts.filter(({ day }) => day >= firstDayOfWeek));
  return `<tr><th scope="row"><code>${escapeHtml(release)}</code></th><td>${week}</td><td>${sumOf(counts)}</td><td>${browsers.join(', ')}</td></tr>`;
}

function section(group: StoredErrors, firstDayOfWeek: number, dayCount: number): string {
  const { app, name, message, place, frames, counts, firstSeen, lastSeen } = group;
  const title = message === '' ? name : `${name}: ${message}`;
  const week = sumOf(counts.filter(({ day }) => day >= firstDayOfWeek));
  const where = place === '' ? '' : ` in <code>${escapeHtml(place)}</code>`;
  const seen = `<p>${times(week)} in the last ${WEEK_DAYS} days, ${times(sumOf(counts))} in ${dayCount}; first seen ${dayOf(firstSeen)}, last seen ${dayOf(lastSeen)}</p>`;
  const stack =
    frames.length === 0
      ? '<p>Its stack contains no scripts from this site.</p>'
      : `<details><summary>Stack of the latest error (${countOf(frames.length, 'frame')})</summary><ol>${frames.map(frameItem).join('')}</ol></details>`;
  const columns = ['Release', `${WEEK_DAYS} days`, `${dayCount} days`, 'Browsers'];
  const rows = [...groupBy(counts, ({ release }) => release)]
    .toSorted(([, a], [, b]) => sumOf(b) - sumOf(a))
    .map(([release, ofRelease]) => releaseRow(release, ofRelease, firstDayOfWeek));
  const table = scrollTable(`Releases with ${title}`, columns, rows);
  return `<section><h2>${escapeHtml(title)}</h2><p class="role">${escapeHtml(app)}${where}</p>${seen}${stack}${table}</section>`;
}

/**
 * The errors of the last `dayCount` days, those of the last week first. Without scripts, and without data about individual visitors.
 * @param today days since 1970, UTC
 */
export function errorsPage(groups: readonly StoredErrors[], today: number, dayCount: number): OwnerPage {
  const firstDayOfWeek = today - WEEK_DAYS + 1;
  const ordered = groups
    .map((group) => ({ group, week: sumOf(group.counts.filter(({ day }) => day >= firstDayOfWeek)) }))
    .toSorted((a, b) => b.week - a.week || b.group.lastSeen - a.group.lastSeen)
    .map(({ group }) => group);
  const intro = `<p>Uncaught errors, and errors that kept a page from being shown, in the last ${dayCount} days. Errors with the same class on the same line of the same app are one entry. At most five count for each document, and visitors who object to being counted are not included.</p>`;
  if (ordered.length === 0)
    return {
      title: 'Errors',
      parts: [intro, `<section><p>No errors have been reported in the last ${dayCount} days.</p></section>`],
    };
  const more = ordered.length - MAX_SHOWN;
  const rest = more > 0 ? [`<p>${countOf(more, 'other error')} seen less often ${more === 1 ? 'is' : 'are'} not shown.</p>`] : [];
  return {
    title: 'Errors',
    parts: [intro, ...ordered.slice(0, MAX_SHOWN).map((group) => section(group, firstDayOfWeek, dayCount)), ...rest],
  };
}
