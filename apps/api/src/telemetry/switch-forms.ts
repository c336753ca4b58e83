import { describeChange, type Deployment } from '@site/releases';
import { escapeHtml } from '../http/escape-html.ts';
import { commandText, scrollTable, timeOf } from '../owner-area/owner-words.ts';
import type { AppChoices, ReleaseChoices } from '../releases/owner-releases.ts';

/** Path of the page, and of its forms: reloading it after a refusal shows the page. */
export const RELEASES_PATH = '/owner';
const MAX_MESSAGE_CHARACTERS = 500;
const MAX_CHANGES = 20;

/** A decision that was refused. */
export interface RefusedSwitch {
  readonly app: string;
  /** The owner's words, to be sent again. */
  readonly message: string;
  readonly reason: string;
}

export interface SwitchView {
  readonly choices: ReleaseChoices;
  /** Why no decision can be made here; null if one can. */
  readonly closed: string | null;
  readonly refused: RefusedSwitch | null;
  /** Serial of the registry that the owner's decision created; null if there was none. */
  readonly done: number | null;
}

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
const button = (name: string, app: string, release: string, words: string, of: string): string =>
  `<button name="${name}" value="${escapeHtml(release)}" aria-label="${escapeHtml(`${words} ${of}: ${app} ${release}`)}">${words}</button>`;

/** Enter in a field presses a form's first button, which would switch a release. */
const NO_DEFAULT = '<button disabled hidden></button>';

/** @param place distinguishes the forms of an app */
function form(place: string, { app, stable, canary }: AppChoices, refused: RefusedSwitch | null, buttons: string): string {
  const id = escapeHtml(`${app}-${place}`);
  const message = refused?.app === app ? refused.message : '';
  return `<form method="post" action="${RELEASES_PATH}">${NO_DEFAULT}${hidden('app', app)}${hidden('stable', stable ?? '')}${hidden('canary', canary ?? '')}<label for="why-${id}">Why (for the log)</label><input type="text" id="why-${id}" name="message" maxlength="${MAX_MESSAGE_CHARACTERS}" value="${escapeHtml(message)}"><label for="password-${id}">Your password</label><input type="password" id="password-${id}" name="password" autocomplete="current-password" maxlength="256" required>${buttons}</form>`;
}

/** The decisions about a canary. @param isWithdrawn the site has withdrawn it: it cannot be promoted */
export function canaryForm(app: AppChoices, { closed, refused }: SwitchView, isWithdrawn: boolean): string {
  if (app.canary === null) return '';
  const name = app.app;
  if (closed !== null)
    return `<p>${isWithdrawn ? '' : `${commandText(`npx site promote ${name}`)} makes it live. `}${commandText(`npx site rollback ${name}`)} withdraws it.</p>`;
  const promote = isWithdrawn ? '' : button('promote', name, app.canary, 'Promote', 'the canary');
  const withdraw = button('withdraw', name, app.canary, 'Withdraw canary', 'on trial');
  return form('canary', app, refused, `<p class="buttons">${promote}${withdraw}</p>`);
}

/** The releases to which an app can go back. */
export function rollbackForm(app: AppChoices, { closed, refused }: SwitchView): string {
  const name = app.app;
  if (app.earlier.length === 0) return '<p>There is no other release of this app that can be made live again.</p>';
  const rows = app.earlier.map((release) => {
    const act =
      closed === null
        ? button('rollback', name, release, app.stable === null ? 'Bring back' : 'Roll back to this', 'release')
        : commandText(`npx site rollback ${name} --to ${release}`);
    return `<li><code>${escapeHtml(release)}</code> ${act}</li>`;
  });
  const list = `<ul class="choices">${rows.join('')}</ul>`;
  const isOpen = refused?.app === name ? ' open' : '';
  return `<details${isOpen}><summary>${app.stable === null ? 'Bring back' : 'Roll back'}</summary>${closed === null ? form('rollback', app, refused, list) : list}</details>`;
}

/** Retired remotes, which can be brought back. */
export function retiredSections(view: SwitchView): string[] {
  return view.choices.apps
    .filter(({ stable }) => stable === null)
    .map((app) => `<section><h2>${escapeHtml(app.app)}</h2><p class="role">retired</p>${rollbackForm(app, view)}</section>`);
}

function resultWords({ app, from, to, share, serial }: Deployment): string {
  const end = `(registry ${serial})`;
  if (share !== undefined) return to === null ? `${app} ${from} is withdrawn ${end}.` : `${app} ${to} is on trial ${end}.`;
  if (to === null) return `${app} ${from} is retired ${end}.`;
  return `${app} ${to} is live for every visitor${from === null ? '' : ` instead of ${from}`} ${end}.`;
}

/** The result of the owner's decision. The words come from the signed log, so that no link can invent others. */
export function resultSection({ choices, refused, done }: SwitchView): string {
  if (refused !== null)
    return `<section role="alert"><h2>Nothing was changed</h2><p class="bad">${escapeHtml(refused.reason)}</p></section>`;
  const changes = done === null ? [] : choices.log.filter(({ serial }) => serial === done);
  if (changes.length === 0) return '';
  const words = changes.map((change) => `<p class="good">${escapeHtml(resultWords(change))}</p>`);
  return `<section role="status"><h2>Done</h2>${words.join('')}</section>`;
}

/** The latest changes: who made them, and why. */
export function logSection({ choices: { log } }: SwitchView): string {
  if (log.length === 0) return '';
  const rows = log.slice(0, MAX_CHANGES).map((change) => {
    const { at, serial, app, by } = change;
    const cells = [app, describeChange(change), by?.name ?? '–'].map((text) => `<td class="text">${escapeHtml(text)}</td>`);
    return `<tr><th scope="row" class="time">${timeOf(at)}</th><td>${serial}</td>${cells.join('')}<td class="why">${escapeHtml(by?.message ?? '')}</td></tr>`;
  });
  const texts = ['App', 'Change', 'Who', 'Why'];
  const table = scrollTable('Latest changes', ['When', 'Registry', ...texts], rows, texts);
  return `<section><h2>Latest changes</h2>${table}</section>`;
}
