import { escapeHtml } from '../http/escape-html.ts';
import { alertSection, type OwnerAlert } from '../owner-area/owner-alerts.ts';
import type { OwnerPage } from '../owner-area/owner-document.ts';
import { scrollTable } from '../owner-area/owner-words.ts';
import type { SignedOrigin } from '@site/releases';
import { rateText } from './canary-judge.ts';
import type { Health, ReleaseHealthRow } from './release-health.ts';
import { canaryForm, logSection, resultSection, retiredSections, rollbackForm, type SwitchView } from './switch-forms.ts';

/** A release of one app that is live or was seen in the last 24 hours, and its health. */
export interface OwnerRow {
  readonly app: string;
  readonly release: string;
  /** For example "live", "canary for 5% of the visitors", "withdrawn by the site: …", "canary that ended" or "replaced". */
  readonly role: string;
  readonly isBad: boolean;
  /** Null if nobody has opened any of its pages in the last 24 hours. */
  readonly health: ReleaseHealthRow | null;
}

/** A row with its release's statement; null if there is none. */
export interface OwnerRowWithOrigin extends OwnerRow {
  readonly origin: SignedOrigin | null;
}

const ms = (value: number | null): string => (value === null ? '–' : `${value} ms`);

function cells(name: string, health: Health): string {
  const rate = `<span class="${health.failures > 0 ? 'bad' : 'good'}">${rateText(health.errorRate)}</span>`;
  const values = [String(health.views), rate, ms(health.medianMs), ms(health.p75Ms), ms(health.p95Ms)];
  return `<tr><th scope="row">${escapeHtml(name)}</th>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;
}

function originText({ commit, isDirty, repository, builder, signedBy, message }: SignedOrigin): string {
  const source = commit === null ? 'no commit' : `commit ${commit.slice(0, 12)}${isDirty ? ' with changes' : ''}`;
  const from = repository === null ? source : `${source} of ${repository}`;
  const why = message === null ? '' : `: ${message}`;
  return `<p>From ${escapeHtml(from)} (build: ${escapeHtml(builder)}), signed by ${escapeHtml(signedBy ?? 'a key that is no longer trusted')}${escapeHtml(why)}</p>`;
}

const COLUMNS = ['Page', 'Views', 'Failed', 'Median', '75th percentile', '95th percentile'];

/** @param forms what the owner can do with it */
function section({ app, release, role, isBad, health, origin }: OwnerRowWithOrigin, forms: string): string {
  const from = origin === null ? '' : originText(origin);
  const head = `<h2>${escapeHtml(app)} <code>${escapeHtml(release)}</code></h2><p class="role${isBad ? ' bad' : ''}">${escapeHtml(role)}</p>${from}`;
  if (!health) return `<section>${head}<p>Nobody has opened any of its pages in the last 24 hours.</p>${forms}</section>`;
  const failure = health.lastFailure === null ? '' : `<p>Last failure: <code>${escapeHtml(health.lastFailure)}</code></p>`;
  const rows = [cells('All pages', health), ...health.pages.map((page) => cells(page.path, page))];
  const table = scrollTable(`Pages of ${app} ${release}`, COLUMNS, rows);
  return `<section>${head}${failure}${table}${forms}</section>`;
}

/** A release's forms are in its own section. */
function formsOf({ app, release, role, isBad }: OwnerRow, view: SwitchView): string {
  const choices = view.choices.apps.find((one) => one.app === app);
  if (!choices) return '';
  if (role === 'live') return rollbackForm(choices, view);
  const isOnTrial = release === choices.canary && (isBad || role.startsWith('canary for '));
  return isOnTrial ? canaryForm(choices, view, isBad) : '';
}

export interface OwnerPageData {
  /** Of the live registry. */
  readonly serial: number;
  readonly alerts: readonly OwnerAlert[];
  readonly rows: readonly OwnerRowWithOrigin[];
  readonly view: SwitchView;
}

/**
 * The owner's page: alerts, the health of every release, and what can be done with it. Without scripts, and without data about
 * individual visitors.
 */
export function ownerPage({ serial, alerts, rows, view }: OwnerPageData): OwnerPage {
  const intro = `<p>Registry ${serial}. Page views in the last 24 hours, by requested release; a view failed when another release had to take over, the error card appeared, or an error was not caught. Visitors who object to being counted are not included.</p>`;
  const closed = view.closed === null ? '' : `<p>${escapeHtml(view.closed)}</p>`;
  return {
    title: 'Releases',
    parts: [
      resultSection(view),
      intro,
      closed,
      alertSection(alerts),
      ...rows.map((row) => section(row, formsOf(row, view))),
      ...retiredSections(view),
      logSection(view),
    ],
  };
}
