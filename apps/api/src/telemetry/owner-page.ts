import { createHash } from 'node:crypto';
import { escapeHtml } from '../http/escape-html.ts';
import type { SignedOrigin } from '@site/releases';
import type { Health, ReleaseHealthRow } from './release-health.ts';

/** What is live of one app, and how it does. */
export interface OwnerRow {
  readonly app: string;
  readonly release: string;
  /** "live", "canary for 5 %", "withdrawn: …" or "replaced". */
  readonly role: string;
  readonly isBad: boolean;
  /** Null: nobody has opened a page of it in the last 24 hours. */
  readonly health: ReleaseHealthRow | null;
}

/** A row with what its release says of itself; null: nobody has stated anything. */
export interface OwnerRowWithOrigin extends OwnerRow {
  readonly origin: SignedOrigin | null;
}

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#14151a;--soft:#4c505c;--line:rgb(20 21 26/.14);--plate:rgb(255 255 255/.86);--bad:#b3151f;--good:#14692f}
@media (prefers-color-scheme:dark){:root{--ground:#0b0e1a;--ink:#f3f4f8;--soft:#b4b9c9;--line:rgb(243 244 248/.18);--plate:rgb(20 25 42/.86);--bad:#ff8d92;--good:#6fe08f}}
*{box-sizing:border-box}
body{margin:0;padding:clamp(1rem,4vw,3rem);background:radial-gradient(circle at 8% 0,#ff8a1f44 0 9rem,transparent 9.1rem),radial-gradient(circle at 96% 12%,#35b6ff3d 0 12rem,transparent 12.1rem),var(--ground);color:var(--ink);font:1rem/1.5 'Segoe UI','Helvetica Neue',Arial,sans-serif}
h1{margin:0 0 .25rem;font-size:clamp(1.8rem,5vw,3rem);letter-spacing:-.02em}
p{margin:0 0 1.5rem;color:var(--soft);max-width:65ch}
main{max-width:70rem;margin:auto}
section{background:var(--plate);border:1px solid var(--line);border-radius:24px;padding:1.25rem;margin:0 0 1.25rem}
h2{margin:0;font-size:1.2rem;overflow-wrap:anywhere}
.role{margin:0 0 .75rem;color:var(--soft)}
.bad{color:var(--bad);font-weight:600}
.good{color:var(--good);font-weight:600}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;text-align:right;border-top:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}
thead th{border:0;color:var(--soft);font-weight:500}
code{overflow-wrap:anywhere}
`.trim();

const percent = (rate: number): string => `${(rate * 100).toFixed(rate > 0 && rate < 0.1 ? 1 : 0)} %`;
const ms = (value: number | null): string => (value === null ? '–' : `${value} ms`);

function cells(name: string, health: Health): string {
  const rate = `<span class="${health.failures > 0 ? 'bad' : 'good'}">${percent(health.errorRate)}</span>`;
  const values = [String(health.views), rate, ms(health.medianMs), ms(health.p75Ms), ms(health.p95Ms)];
  return `<tr><th scope="row">${escapeHtml(name)}</th>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;
}

function originText({ commit, isDirty, repository, builder, signedBy, message }: SignedOrigin): string {
  const source = commit === null ? 'no commit' : `commit ${commit.slice(0, 12)}${isDirty ? ' with changes' : ''}`;
  const from = repository === null ? source : `${source} of ${repository}`;
  const why = message === null ? '' : `: ${message}`;
  return `<p>From ${escapeHtml(from)}, built ${escapeHtml(builder)}, signed by ${escapeHtml(signedBy ?? 'a key that counts no more')}${escapeHtml(why)}</p>`;
}

function section({ app, release, role, isBad, health, origin }: OwnerRowWithOrigin): string {
  const from = origin === null ? '' : originText(origin);
  const head = `<h2>${escapeHtml(app)} <code>${escapeHtml(release)}</code></h2><p class="role${isBad ? ' bad' : ''}">${escapeHtml(role)}</p>${from}`;
  if (!health) return `<section>${head}<p>Nobody has opened a page of it in the last 24 hours.</p></section>`;
  const failure = health.lastFailure === null ? '' : `<p>Last failure: <code>${escapeHtml(health.lastFailure)}</code></p>`;
  const columns = ['Page', 'Views', 'Failed', 'Half within', '75 of 100', '95 of 100'].map(
    (name) => `<th scope="col">${name}</th>`,
  );
  const rows = [cells('All pages', health), ...health.pages.map((page) => cells(page.path, page))];
  return `<section>${head}${failure}<div class="scroll" tabindex="0" role="region" aria-label="Pages of ${escapeHtml(app)} ${escapeHtml(release)}"><table><thead><tr>${columns.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

/** The owner's page: how every release does. Without scripts, and with nothing of any one visitor. */
export function ownerPage(
  serial: number,
  rows: readonly OwnerRowWithOrigin[],
): { readonly html: string; readonly policy: string } {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Releases</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<style>${STYLE}</style></head><body><main><h1>Releases</h1>`,
    `<p>Registry ${serial}. Page views of the last 24 hours, by the release that was wanted; a view failed when another release had to take over, the error card came, or an error was not caught. Visitors who object to being counted are not in here.</p>`,
    ...rows.map(section),
    '</main></body></html>',
  ].join('\n');
  const style = createHash('sha256').update(STYLE).digest('base64');
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}
