import { countOf } from '@site/contracts';
import { escapeHtml } from '../../http/escape-html.ts';
import type { OwnerPage } from '../../owner-area/owner-document.ts';
import { timeOf } from '../../owner-area/owner-words.ts';
import type { BannedPictureEntity } from '../banned-picture.entity.ts';
import type { Decision } from './moderation.entity.ts';
import type { Batch } from './moderation.repository.ts';
import { PAGE_SIZE, type List, type Reviewed } from './review.repository.ts';

/** Path of the page; everything that it requests is below it. */
export const MODERATION_PATH = '/owner/gallery';

/** What the page can show. */
export const SHOWN = ['waiting', 'listed', 'trash', 'bans'] as const;
export type Shown = (typeof SHOWN)[number];

export interface ModerationData {
  readonly shown: Shown;
  readonly counts: Readonly<Record<List, number>>;
  readonly pictures: readonly Reviewed[];
  readonly bans: readonly BannedPictureEntity[];
  /** The latest decision, if it can be undone. */
  readonly last: Batch | null;
  readonly areAllSelected: boolean;
  /** GALLERY_APPROVE_FIRST. */
  readonly approvesFirst: boolean;
}

const NAMES: Readonly<Record<Shown, string>> = { waiting: 'Waiting', listed: 'In the gallery', trash: 'Trash', bans: 'Bans' };
const EMPTY: Readonly<Record<Shown, string>> = {
  waiting: 'Nothing is waiting',
  listed: 'The gallery is empty',
  trash: 'The trash is empty',
  bans: 'No picture is banned',
};
const STATES: Readonly<Record<string, string>> = {
  held: 'is waiting for your approval',
  hidden: 'is hidden, because visitors reported it or you hid it',
  missing: 'has lost its file',
  listed: 'is in the gallery',
  trashed: 'is in the trash, and will be deleted for good a day after your decision',
};
const DECISIONS_IN: Readonly<Record<List, readonly Decision[]>> = {
  waiting: ['approve', 'hide', 'delete', 'ban'],
  listed: ['hide', 'delete', 'ban'],
  trash: ['approve', 'ban'],
};
const VERBS: Readonly<Record<Decision, string>> = { approve: 'Approve', hide: 'Hide', delete: 'Delete', ban: 'Ban' };
const DONE: Readonly<Record<Decision, string>> = { approve: 'approved', hide: 'hid', delete: 'deleted', ban: 'banned' };

const verbIn = (list: List, decision: Decision): string =>
  list === 'trash' && decision === 'approve' ? 'Put back' : VERBS[decision];

function tabs({ shown, counts }: ModerationData): string {
  const links = SHOWN.map((name) => {
    const number = name === 'bans' ? '' : ` (${counts[name]})`;
    return `<li><a href="${MODERATION_PATH}?show=${name}"${name === shown ? ' aria-current="page"' : ''}>${NAMES[name]}${number}</a></li>`;
  });
  return `<nav aria-label="Pictures"><ul>${links.join('')}</ul></nav>`;
}

function lastDecision({ last, shown }: ModerationData): string {
  if (last === null) return '';
  const { batch, decision, pictures, createdAt } = last;
  return `<section id="undo" role="status"><p>You ${DONE[decision]} ${countOf(pictures, 'picture')} at ${timeOf(createdAt)}.</p><form method="post" action="${MODERATION_PATH}/undo"><input type="hidden" name="batch" value="${batch}"><input type="hidden" name="show" value="${shown}"><button>Undo</button></form></section>`;
}

function card(list: List, isSelected: boolean, { id, status, exhibit, flowerCount, createdAt, reasons }: Reviewed): string {
  const name = `${exhibit ?? 'picture'}, ${countOf(flowerCount, 'photo')}, ${timeOf(createdAt)}`;
  const label = escapeHtml(name);
  const image = `<label class="look"><input type="checkbox" class="reveal"> Show<img src="${MODERATION_PATH}/${id}/thumbnail" alt="${label}" loading="lazy"></label>`;
  const reports =
    reasons.length === 0
      ? ''
      : `<p>${countOf(reasons.length, 'report')}:</p><ul>${reasons.map((reason) => `<li>${escapeHtml(reason)}</li>`).join('')}</ul>`;
  const buttons = DECISIONS_IN[list].map((decision) => {
    const verb = verbIn(list, decision);
    return `<button name="${decision}" value="${id}" aria-label="${verb}: ${label}">${verb}</button>`;
  });
  return `<li class="card"><h2>${label}</h2>${status === 'missing' ? '' : image}<p class="role">It ${STATES[status] ?? status}.</p>${reports}<label><input type="checkbox" name="id" value="${id}"${isSelected ? ' checked' : ''} aria-label="Select: ${label}"> Select</label><p class="buttons">${buttons.join('')}</p></li>`;
}

const KEYS = `<p data-scripted hidden>Keys: <kbd>j</kbd> and <kbd>k</kbd> next and previous picture, <kbd>s</kbd> show, <kbd>x</kbd> select, <kbd>a</kbd> approve, <kbd>h</kbd> hide, <kbd>d</kbd> delete, <kbd>b</kbd> ban, <kbd>u</kbd> undo. A decision applies to the selected pictures, or to the current one if none is selected.</p>`;

function listOf(list: List, data: ModerationData): string {
  const all = data.areAllSelected
    ? `<a href="${MODERATION_PATH}?show=${list}">Select none</a>`
    : `<a href="${MODERATION_PATH}?show=${list}&amp;select=all#next">Select all</a>`;
  const buttons = DECISIONS_IN[list].map(
    (decision) => `<button name="decision" value="${decision}">${verbIn(list, decision)}</button>`,
  );
  const last = data.pictures.at(-1);
  const older =
    data.pictures.length < PAGE_SIZE || !last
      ? ''
      : `<p><a href="${MODERATION_PATH}?show=${list}&amp;before=${last.sequence}">Older pictures</a></p>`;
  return `${KEYS}<form class="decide" method="post" action="${MODERATION_PATH}/decisions"><input type="hidden" name="show" value="${list}"><ul class="cards">${data.pictures.map((row) => card(list, data.areAllSelected, row)).join('')}</ul><p class="bulk" role="group" aria-label="Selected pictures">${all} ${buttons.join('')}</p></form>${older}`;
}

function ban({ differenceHash, createdAt }: BannedPictureEntity): string {
  return `<section><h2>Pictures like <code>${escapeHtml(differenceHash.slice(0, 16))}</code></h2><p>Banned at ${timeOf(createdAt)}.</p><form method="post" action="${MODERATION_PATH}/unban"><button name="hash" value="${escapeHtml(differenceHash)}">Accept them again</button></form></section>`;
}

function content(data: ModerationData): string {
  const { shown } = data;
  const isEmpty = shown === 'bans' ? data.bans.length === 0 : data.pictures.length === 0;
  if (isEmpty) return `<section><h2>${EMPTY[shown]}</h2></section>`;
  return shown === 'bans' ? data.bans.map(ban).join('') : listOf(shown, data);
}

/** The pictures in the gallery, blurred until the owner shows them, each with the decisions that the owner can make. */
export function moderationPage(data: ModerationData): OwnerPage {
  const rule = data.approvesFirst
    ? 'Every new picture waits here before anybody else sees it (GALLERY_APPROVE_FIRST is true).'
    : 'New pictures are shown at once; those that were held back or reported wait here.';
  return {
    title: 'Gallery',
    parts: [
      `<p>${rule} A decision can be undone for a day; after that, deleted pictures are gone.</p>`,
      lastDecision(data),
      tabs(data),
      content(data),
    ],
    script: `${MODERATION_PATH}/keys.js`,
  };
}
